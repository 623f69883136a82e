//! The tables that all rules share: monsters, weapons, pickups and props; and checks of the references between them.

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

/// The tables that all rules share; a rules file may change some of their entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tables {
    /// Monster kinds, by name: `monsters.ron`.
    pub monsters: BTreeMap<String, MonsterKind>,
    /// Weapons and ammunition: `weapons.ron`.
    pub weapons: Weapons,
    /// Pickup kinds, by name: `pickups.ron`.
    pub pickups: BTreeMap<String, PickupKind>,
    /// Prop kinds, by name: `props.ron`.
    pub props: BTreeMap<String, PropKind>,
    /// Scripts of monster kinds, by name: `scripts/NAME.lua`.
    pub scripts: BTreeMap<String, Script>,
    /// Names of the mods to which scripts belong, by the names of the scripts.
    pub script_mods: BTreeMap<String, String>,
}

/// The tables that are built into the game.
const STANDARD: [&str; 4] = [
    include_str!("../../../../assets/monsters.ron"),
    include_str!("../../../../assets/weapons.ron"),
    include_str!("../../../../assets/pickups.ron"),
    include_str!("../../../../assets/props.ron"),
];

/// The scripts that are built into the game.
const STANDARD_SCRIPTS: [(&str, &str); 5] = [
    ("chicken", include_str!("../../../../assets/scripts/chicken.lua")),
    ("fox", include_str!("../../../../assets/scripts/fox.lua")),
    ("minotaur", include_str!("../../../../assets/scripts/minotaur.lua")),
    ("monkey", include_str!("../../../../assets/scripts/monkey.lua")),
    ("robot", include_str!("../../../../assets/scripts/robot.lua")),
];

impl Tables {
    /// The files of the tables relative to the folder of assets, in the order of the argument of [`Tables::read`].
    pub const FILES: [&str; 4] =
        [Table::Monsters.file(), Table::Weapons.file(), Table::Pickups.file(), Table::Props.file()];

    /// Reads the tables from the bytes of their files.
    ///
    /// # Errors
    /// Returns the first error, with file, line and column.
    pub fn read(files: [&[u8]; 4]) -> Result<Tables, TextError> {
        let [monsters, weapons, pickups, props] = files;
        Ok(Tables {
            monsters: Tables::monsters(Tables::FILES[0], monsters)?,
            weapons: read_ron(Tables::FILES[1], weapons, MAX_BYTES)?,
            pickups: read_table(Tables::FILES[2], pickups, MAX_BYTES)?,
            props: read_table(Tables::FILES[3], props, MAX_BYTES)?,
            scripts: BTreeMap::new(),
            script_mods: BTreeMap::new(),
        })
    }

    /// Returns the file of a script, relative to the folder of assets.
    pub fn script_file(name: &str) -> String {
        format!("scripts/{name}.lua")
    }

    /// Returns the tables with the scripts that they name; `read` reads a file relative to the folder of assets.
    ///
    /// # Errors
    /// If a file cannot be read or is not a valid script. `refuse` converts the latter into the error type of `read`.
    pub fn with_scripts<E>(
        mut self,
        read: impl Fn(&str) -> Result<Vec<u8>, E>,
        refuse: impl Fn(String) -> E,
    ) -> Result<Tables, E> {
        for name in self.monsters.values().filter_map(|kind| kind.script.clone()) {
            if !is_file_name(&name) {
                return Err(refuse(format!(
                    "monsters.ron: '{name}' is not a valid script name: only letters, digits and _ are allowed"
                )));
            }
            let file = Tables::script_file(&name);
            let script = Script::read(&format!("{name}.lua"), &read(&file)?);
            self.scripts.insert(name, script.map_err(|diagnostic| refuse(format!("scripts/{diagnostic}")))?);
        }
        Ok(self)
    }

    /// Reads monster kinds from the bytes of a file; `file` is its name in error messages.
    ///
    /// # Errors
    /// Returns the first error, with line and column.
    pub fn monsters(file: &str, bytes: &[u8]) -> Result<BTreeMap<String, MonsterKind>, TextError> {
        read_table(file, bytes, MAX_BYTES)
    }

    /// Checks the entries of one table on their own; `table` is one of [`Tables::FILES`], and `file` its name in messages.
    /// Files of other names are accepted.
    ///
    /// # Errors
    /// Returns the first error, with line and column.
    pub fn check_file(table: &str, file: &str, bytes: &[u8]) -> Result<(), TextError> {
        let [monsters, weapons, pickups, props] = Tables::FILES;
        match table {
            _ if table == monsters => Tables::monsters(file, bytes).map(drop),
            _ if table == weapons => read_ron::<Weapons>(file, bytes, MAX_BYTES).map(drop),
            _ if table == pickups => read_table::<PickupKind>(file, bytes, MAX_BYTES).map(drop),
            _ if table == props => read_table::<PropKind>(file, bytes, MAX_BYTES).map(drop),
            _ => Ok(()),
        }
    }

    /// Checks a script; `file` is its name in messages.
    ///
    /// # Errors
    /// Returns the first error, with its line.
    pub fn check_script(file: &str, bytes: &[u8]) -> Result<(), String> {
        Script::read(file, bytes).map(drop).map_err(|error| error.to_string())
    }

    /// Returns the tables that are built into the game.
    ///
    /// # Errors
    /// Never: a test reads them.
    pub fn standard() -> Result<Tables, TextError> {
        let tables = Tables::read(STANDARD.map(str::as_bytes))?;
        // Only scripts that a kind uses, as when the tables are read from files: the others are examples.
        let is_named = |name: &str| tables.monsters.values().any(|kind| kind.script.as_deref() == Some(name));
        let scripts = STANDARD_SCRIPTS.iter().filter(|(name, _)| is_named(name)).filter_map(|(name, text)| {
            let script = Script::read(&format!("{name}.lua"), text.as_bytes()).ok()?;
            Some(((*name).to_owned(), script))
        });
        let scripts = scripts.collect();
        Ok(Tables { scripts, ..tables })
    }
}

/// Returns true for names that are valid file names on every system and cannot leave the folder.
fn is_file_name(name: &str) -> bool {
    (1..=40).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl Rules {
    /// Returns the sounds that the rules name, each with the file and the entry that names it.
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

    /// Returns an error if a table refers to an entry that does not exist.
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

    /// Prefixes an error with the file and the name of the entry.
    fn blame(&self, table: Table, name: &str, what: String) -> String {
        format!("{}: {name}: {what}", self.file_of(table, name))
    }

    fn check_drops(&self, drops: Option<&String>) -> Result<(), String> {
        match drops.filter(|drops| self.pickup(drops).is_none()) {
            Some(unknown) => Err(format!("there is no pickup '{unknown}'")),
            None => Ok(()),
        }
    }

    /// Checks that script, prey and bait exist.
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
                Err("the reach of its projectile must be greater than its radius".to_owned())
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
            return Err("a weapon or ammunition already has this name".to_owned());
        }
        let is_restorative = pickup.health > 0 || pickup.armour > 0;
        let is_of_use = is_restorative || !pickup.gives.is_empty() || pickup.is_kept() || pickup.key.is_some();
        if is_of_use { Ok(()) } else { Err("it does not give anything".to_owned()) }
    }
}
