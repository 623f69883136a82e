//! The tables that all rules share: undead, weapons, pickups and props; and whether what they say of each other fits.

use crate::{
    rules::monster_kind::MonsterKind,
    rules::pickup_kind::PickupKind,
    rules::prop_kind::PropKind,
    rules::rules::{MAX_BYTES, Rules},
    rules::source::Table,
    rules::weapon::{Load, Weapon, Weapons},
};
use level::{TextError, read_ron, read_table};
use sandbox::Script;
use std::collections::BTreeMap;

/// The tables that all rules share; a file of rules may change some of their entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tables {
    /// The kinds of undead, by name: `monsters.ron`.
    pub monsters: BTreeMap<String, MonsterKind>,
    /// The weapons and their ammunition: `weapons.ron`.
    pub weapons: Weapons,
    /// The kinds of pickups, by name: `pickups.ron`.
    pub pickups: BTreeMap<String, PickupKind>,
    /// The kinds of props, by name: `props.ron`.
    pub props: BTreeMap<String, PropKind>,
    /// The scripts that kinds of undead name, by name: `scripts/NAME.lua`.
    pub scripts: BTreeMap<String, Script>,
}

/// The tables that come with the game.
const STANDARD: [&str; 4] = [
    include_str!("../../../../assets/monsters.ron"),
    include_str!("../../../../assets/weapons.ron"),
    include_str!("../../../../assets/pickups.ron"),
    include_str!("../../../../assets/props.ron"),
];

/// The scripts that come with the game.
const STANDARD_SCRIPTS: [(&str, &str); 5] = [
    ("chicken", include_str!("../../../../assets/scripts/chicken.lua")),
    ("fox", include_str!("../../../../assets/scripts/fox.lua")),
    ("minotaur", include_str!("../../../../assets/scripts/minotaur.lua")),
    ("monkey", include_str!("../../../../assets/scripts/monkey.lua")),
    ("robot", include_str!("../../../../assets/scripts/robot.lua")),
];

impl Tables {
    /// The files of the tables, below the folder of the assets, in the order in which [`Tables::read`] wants their bytes.
    pub const FILES: [&str; 4] =
        [Table::Monsters.file(), Table::Weapons.file(), Table::Pickups.file(), Table::Props.file()];

    /// Reads the tables from the bytes of their files.
    ///
    /// # Errors
    /// The first mistake, with file, line and column.
    pub fn read(files: [&[u8]; 4]) -> Result<Tables, TextError> {
        let [monsters, weapons, pickups, props] = files;
        Ok(Tables {
            monsters: Tables::monsters(Tables::FILES[0], monsters)?,
            weapons: read_ron(Tables::FILES[1], weapons, MAX_BYTES)?,
            pickups: read_table(Tables::FILES[2], pickups, MAX_BYTES)?,
            props: read_table(Tables::FILES[3], props, MAX_BYTES)?,
            scripts: BTreeMap::new(),
        })
    }

    /// The file of a script, below the folder of the assets.
    pub fn script_file(name: &str) -> String {
        format!("scripts/{name}.lua")
    }

    /// The tables with the scripts that they name; `read` reads a file below the folder of the assets.
    ///
    /// # Errors
    /// If a file cannot be read, or is none of a script: `refuse` makes a mistake of what `read` fails with.
    pub fn with_scripts<E>(
        mut self,
        read: impl Fn(&str) -> Result<Vec<u8>, E>,
        refuse: impl Fn(String) -> E,
    ) -> Result<Tables, E> {
        for name in self.monsters.values().filter_map(|kind| kind.script.clone()) {
            if !is_file_name(&name) {
                return Err(refuse(format!(
                    "monsters.ron: '{name}' is no name of a script: letters, digits and _ only"
                )));
            }
            let file = Tables::script_file(&name);
            let script = Script::read(&format!("{name}.lua"), &read(&file)?);
            self.scripts.insert(name, script.map_err(|diagnostic| refuse(format!("scripts/{diagnostic}")))?);
        }
        Ok(self)
    }

    /// Reads kinds of undead from the bytes of a file, which is what messages call `file`.
    ///
    /// # Errors
    /// The first mistake, with line and column.
    pub fn monsters(file: &str, bytes: &[u8]) -> Result<BTreeMap<String, MonsterKind>, TextError> {
        read_table(file, bytes, MAX_BYTES)
    }

    /// The tables that come with the game.
    ///
    /// # Errors
    /// None: a test reads them.
    pub fn standard() -> Result<Tables, TextError> {
        let tables = Tables::read(STANDARD.map(str::as_bytes))?;
        // Those that somebody has, as when they are read from files: the others are examples.
        let is_named = |name: &str| tables.monsters.values().any(|kind| kind.script.as_deref() == Some(name));
        let scripts = STANDARD_SCRIPTS.iter().filter(|(name, _)| is_named(name)).filter_map(|(name, text)| {
            let script = Script::read(&format!("{name}.lua"), text.as_bytes()).ok()?;
            Some(((*name).to_owned(), script))
        });
        let scripts = scripts.collect();
        Ok(Tables { scripts, ..tables })
    }
}

/// True for what can be the name of a file everywhere, and of none outside the folder.
fn is_file_name(name: &str) -> bool {
    (1..=40).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl Rules {
    /// The sounds that the rules name, each with the file and the entry that name it.
    pub(crate) fn sounds(&self) -> impl Iterator<Item = (&str, &String, &str)> {
        let undead = self.monsters.iter().flat_map(move |(name, kind)| {
            let all = kind.sounds.all().chain(kind.bursts.as_ref().map(|explosion| explosion.sound.as_str()));
            all.map(move |sound| (self.file_of(Table::Monsters, name), name, sound))
        });
        let weapons = self.weapons.iter().flat_map(move |(name, weapon)| {
            let all = [Some(&weapon.sound), weapon.hit.as_ref(), weapon.explosion().map(|explosion| &explosion.sound)];
            all.into_iter().flatten().map(move |sound| (self.file_of(Table::Weapons, name), name, sound.as_str()))
        });
        let pickups = self.pickups.iter();
        let pickups = pickups.map(move |(name, kind)| (self.file_of(Table::Pickups, name), name, kind.sound.as_str()));
        let props = self.props.iter().flat_map(move |(name, prop)| {
            let all = [Some(&prop.hit), prop.breaks.as_ref(), prop.explodes.as_ref().map(|explosion| &explosion.sound)];
            all.into_iter().flatten().map(move |sound| (self.file_of(Table::Props, name), name, sound.as_str()))
        });
        undead.chain(weapons).chain(pickups).chain(props)
    }

    /// Fails with a sentence if one table names what no other has.
    pub(crate) fn fit_together(&self) -> Result<(), String> {
        for (name, kind) in &self.monsters {
            self.check_drops(kind.drops.as_ref()).map_err(|what| self.blame(Table::Monsters, name, what))?;
            self.check_nature(kind).map_err(|what| self.blame(Table::Monsters, name, what))?;
        }
        for (name, weapon) in &self.weapons {
            self.check_weapon(name, weapon).map_err(|what| self.blame(Table::Weapons, name, what))?;
        }
        for (name, pickup) in &self.pickups {
            self.check_pickup(name, pickup).map_err(|what| self.blame(Table::Pickups, name, what))?;
        }
        for (name, prop) in &self.props {
            self.check_drops(prop.drops.as_ref()).map_err(|what| self.blame(Table::Props, name, what))?;
            if let Some(what) = prop.validate() {
                return Err(self.blame(Table::Props, name, what.to_owned()));
            }
        }
        Ok(())
    }

    /// What is wrong with an entry, with its file and its name.
    fn blame(&self, table: Table, name: &str, what: String) -> String {
        format!("{}: {name}: {what}", self.file_of(table, name))
    }

    fn check_drops(&self, drops: Option<&String>) -> Result<(), String> {
        match drops.filter(|drops| self.pickup(drops).is_none()) {
            Some(unknown) => Err(format!("there is no pickup '{unknown}'")),
            None => Ok(()),
        }
    }

    /// Its script, its prey and its bait are known.
    fn check_nature(&self, kind: &MonsterKind) -> Result<(), String> {
        let is_prey = |name: &String| name == "player" || self.kind(name).is_some();
        if let Some(unknown) = kind.script.as_ref().filter(|script| self.script(script).is_none()) {
            return Err(format!("there is no script '{unknown}'"));
        }
        if let Some(unknown) = kind.hunts.iter().find(|name| !is_prey(name)) {
            return Err(format!("there is no kind '{unknown}' to hunt"));
        }
        match kind.lured_by.iter().find(|name| self.pickup(name).is_none()) {
            Some(unknown) => Err(format!("there is no pickup '{unknown}' to be lured by")),
            None => Ok(()),
        }
    }

    fn check_weapon(&self, name: &str, weapon: &Weapon) -> Result<(), String> {
        if let Some(unknown) = weapon.ammo.as_ref().filter(|ammo| self.ammo(ammo).is_none()) {
            return Err(format!("there is no ammunition '{unknown}'"));
        }
        if self.ammo(name).is_some() {
            return Err("a weapon and ammunition have the same name".to_owned());
        }
        match &weapon.load {
            Load::Projectile(projectile) if projectile.reach < projectile.radius => {
                Err("its projectile does not even fly as far as it is wide".to_owned())
            }
            Load::Projectile(projectile) => self.check_drops(projectile.lands.as_ref().map(|landing| &landing.pickup)),
            _ => Ok(()),
        }
    }

    fn check_pickup(&self, name: &str, pickup: &PickupKind) -> Result<(), String> {
        let carried = |item: &str| self.ammo(item).is_some() || self.weapon(item).is_some();
        if let Some((unknown, _)) = pickup.gives.iter().find(|(item, _)| !carried(item)) {
            return Err(format!("there is neither a weapon nor ammunition '{unknown}'"));
        }
        if pickup.is_kept() && carried(name) {
            return Err("a weapon or ammunition has this name already".to_owned());
        }
        let is_restorative = pickup.health > 0 || pickup.armour > 0;
        let is_of_use = is_restorative || !pickup.gives.is_empty() || pickup.is_kept() || pickup.key.is_some();
        if is_of_use { Ok(()) } else { Err("it gives nothing at all".to_owned()) }
    }
}
