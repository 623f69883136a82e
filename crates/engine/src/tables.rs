//! The tables that all rules share: undead, weapons, pickups and props; and whether what they say of each other fits.

use crate::kind::Kind;
use crate::pickup::PickupKind;
use crate::prop::PropKind;
use crate::rules::{MAX_BYTES, Rules, from_file};
use crate::weapon::{Load, Weapons};
use level::{TextError, read_ron};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// The tables that all rules share; a file of rules may change some of their entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tables {
    /// The kinds of undead, by name: `monsters.ron`.
    pub monsters: BTreeMap<String, Kind>,
    /// The weapons and their ammunition: `weapons.ron`.
    pub weapons: Weapons,
    /// The kinds of pickups, by name: `pickups.ron`.
    pub pickups: BTreeMap<String, PickupKind>,
    /// The kinds of props, by name: `props.ron`.
    pub props: BTreeMap<String, PropKind>,
}

/// The tables that come with the game.
const STANDARD: [&str; 4] = [
    include_str!("../../../assets/monsters.ron"),
    include_str!("../../../assets/weapons.ron"),
    include_str!("../../../assets/pickups.ron"),
    include_str!("../../../assets/props.ron"),
];

impl Tables {
    /// The files of the tables, below the folder of the assets, in the order in which [`Tables::read`] wants their bytes.
    pub const FILES: [&str; 4] = ["monsters.ron", "weapons.ron", "pickups.ron", "props.ron"];

    /// Reads the tables from the bytes of their files.
    ///
    /// # Errors
    /// The first mistake, with file, line and column.
    pub fn read(files: [&[u8]; 4]) -> Result<Tables, TextError> {
        let [monsters, weapons, pickups, props] = files;
        fn table<T: DeserializeOwned>(number: usize, bytes: &[u8]) -> Result<T, TextError> {
            read_ron(Tables::FILES[number], bytes, MAX_BYTES)
        }
        Ok(Tables {
            monsters: Tables::monsters(Tables::FILES[0], monsters)?,
            weapons: table(1, weapons)?,
            pickups: table(2, pickups)?,
            props: table(3, props)?,
        })
    }

    /// Reads kinds of undead from the bytes of a file, which is what messages call `file`.
    ///
    /// # Errors
    /// The first mistake, with line and column.
    pub fn monsters(file: &str, bytes: &[u8]) -> Result<BTreeMap<String, Kind>, TextError> {
        read_ron(file, bytes, MAX_BYTES).map(|kinds| from_file(file, kinds))
    }

    /// The tables that come with the game.
    ///
    /// # Errors
    /// None: a test reads them.
    pub fn standard() -> Result<Tables, TextError> {
        Tables::read(STANDARD.map(str::as_bytes))
    }
}

impl Rules {
    /// The sounds of weapons, pickups and props, each with the file and the entry that name it.
    pub(crate) fn sounds(&self) -> impl Iterator<Item = (&str, &String, &str)> {
        let weapons = self.weapons.iter().flat_map(|(name, weapon)| {
            let all = [Some(&weapon.sound), weapon.explosion().map(|explosion| &explosion.sound)];
            all.into_iter().flatten().map(move |sound| ("weapons.ron", name, sound.as_str()))
        });
        let pickups = self.pickups.iter().map(|(name, pickup)| ("pickups.ron", name, pickup.sound.as_str()));
        let props = self.props.iter().flat_map(|(name, prop)| {
            let all = [Some(&prop.hit), Some(&prop.breaks), prop.explodes.as_ref().map(|explosion| &explosion.sound)];
            all.into_iter().flatten().map(move |sound| ("props.ron", name, sound.as_str()))
        });
        weapons.chain(pickups).chain(props)
    }

    /// Fails with a sentence if one table names what no other has.
    pub(crate) fn fit_together(&self) -> Result<(), String> {
        let dropped = self
            .monsters
            .iter()
            .map(|(name, kind)| ("monsters.ron", name, &kind.drops))
            .chain(self.props.iter().map(|(name, kind)| ("props.ron", name, &kind.drops)));
        for (file, name, drops) in dropped {
            if let Some(unknown) = drops.as_ref().filter(|drops| self.pickup(drops).is_none()) {
                return Err(format!("{file}: {name}: there is no pickup '{unknown}'"));
            }
        }
        for (name, weapon) in &self.weapons {
            if let Some(unknown) = weapon.ammo.as_ref().filter(|ammo| self.ammo(ammo).is_none()) {
                return Err(format!("weapons.ron: {name}: there is no ammunition '{unknown}'"));
            }
            if let Load::Missile(missile) = &weapon.load
                && missile.reach < missile.radius
            {
                return Err(format!("weapons.ron: {name}: its missile does not even fly as far as it is wide"));
            }
        }
        for (name, pickup) in &self.pickups {
            let carried = |item: &str| self.ammo(item).is_some() || self.weapon(item).is_some();
            if let Some((unknown, _)) = pickup.gives.iter().find(|(item, _)| !carried(item)) {
                return Err(format!("pickups.ron: {name}: there is neither a weapon nor ammunition '{unknown}'"));
            }
            if pickup.is_kept() && carried(name) {
                return Err(format!("pickups.ron: {name}: a weapon or ammunition has this name already"));
            }
            let is_of_use = pickup.health > 0
                || pickup.armour > 0
                || !pickup.gives.is_empty()
                || pickup.is_kept()
                || pickup.key.is_some();
            if !is_of_use {
                return Err(format!("pickups.ron: {name}: it gives nothing at all"));
            }
        }
        let twice = self.weapons.iter().map(|(name, _)| name).find(|name| self.ammo(name).is_some());
        twice.map_or(Ok(()), |name| Err(format!("weapons.ron: {name}: a weapon and ammunition have the same name")))
    }
}
