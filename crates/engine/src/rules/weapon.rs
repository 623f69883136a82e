//! Weapons and their ammunition, as data. In files lengths are in tiles, times in seconds, angles in degrees.

use crate::{
    rules::damage_dice::DamageDice,
    rules::explosion_kind::ExplosionKind,
    rules::filter::Filter,
    rules::numbers,
    rules::projectile_kind::{Landing, ProjectileKind},
};
use level::table;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;

/// What reaches less far than this is a blow, in tiles.
const BLOW: f32 = 2.0;

/// The file of weapons and their ammunition, each by its name.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Weapons {
    /// The kinds of ammunition.
    #[serde(deserialize_with = "table")]
    pub ammunition: BTreeMap<String, Ammunition>,
    /// The weapons.
    #[serde(deserialize_with = "table")]
    pub weapons: BTreeMap<String, Weapon>,
}

/// A kind of ammunition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ammunition {
    /// The most that a player can carry, 1 to 9999.
    #[serde(deserialize_with = "limit")]
    pub limit: u32,
    /// The name of its little picture.
    pub icon: String,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WeaponText")]
pub struct Weapon {
    /// The number that chooses it, 1 to 9.
    pub slot: u8,
    /// What its sprites' names begin with: `NAME_idle` and `NAME_fire1` to `7`, or fewer.
    pub sprites: String,
    /// What is heard of it.
    pub sound: String,
    /// What is heard where its blow or its projectile hits, unless that explodes.
    pub hit: Option<String>,
    /// What it fires; none if it needs nothing.
    pub ammo: Option<String>,
    /// How much of that a shot takes.
    pub uses: u32,
    /// From one shot to the next, in ticks.
    pub cooldown: u32,
    /// How it answers the trigger.
    pub mode: Mode,
    /// How far a shot is heard, in cells of its way; as the rules say of shots if it is left out.
    pub noise: Option<u8>,
    /// How strongly it throws the view and itself back; 1 is a pistol.
    pub recoil: f32,
    /// A second one can be carried, in the other hand: then both fire.
    pub dual_wield: bool,
    /// What a hit costs.
    pub damage: DamageDice,
    /// What it makes of that.
    pub filter: Filter,
    /// How fast a hit throws a body back, in tiles a second.
    pub push: f32,
    /// For how long a hit sets somebody alight, in ticks.
    pub burn_ticks: u32,
    /// What leaves it.
    pub load: Load,
}

impl Weapon {
    /// True for one that is swung: it neither flares nor leaves bullet holes.
    pub fn is_melee(&self) -> bool {
        matches!(&self.load, Load::Bullets(bullets) if bullets.reach < BLOW)
    }

    /// True for one that hurts nobody: it is taken in hand by choice only.
    pub fn is_tool(&self) -> bool {
        matches!(self.load, Load::Patches(_)) || self.landing().is_some()
    }

    /// What becomes of what is thrown with it, if that lies there then.
    pub fn landing(&self) -> Option<&Landing> {
        match &self.load {
            Load::Projectile(projectile) => projectile.lands.as_ref(),
            Load::Bullets(_) | Load::Patches(_) => None,
        }
    }

    /// The explosion of what flies from it, if that explodes.
    pub fn explosion(&self) -> Option<&ExplosionKind> {
        match &self.load {
            Load::Projectile(projectile) => projectile.explodes.as_ref(),
            Load::Bullets(_) | Load::Patches(_) => None,
        }
    }
}

/// How a weapon answers the trigger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// It fires as long as the trigger is held.
    #[default]
    Auto,
    /// It fires once for each time that the trigger is pulled.
    Once,
}

/// What leaves a weapon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Load {
    /// What hits at once.
    Bullets(Bullets),
    /// What flies.
    Projectile(ProjectileKind),
    /// What closes holes in the hull.
    Patches(Patches),
}

/// What closes the hole in the hull at which it is aimed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patches {
    /// How far it carries, in tiles.
    #[serde(deserialize_with = "reach")]
    pub reach: f32,
}

/// What hits at once whatever is in its line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Bullets {
    /// How many of them at a time, 1 to 50.
    #[serde(deserialize_with = "pellets")]
    pub count: u32,
    /// How far each is off at most, in radians; in files in degrees.
    #[serde(deserialize_with = "numbers::angle")]
    pub spread: f32,
    /// How far they carry, in tiles: a blow hardly more than one.
    #[serde(deserialize_with = "reach")]
    pub reach: f32,
}

impl Default for Bullets {
    /// One that hits what it is aimed at, further away than any deck is wide.
    fn default() -> Self {
        Bullets { count: 1, spread: 0.0, reach: 1024.0 }
    }
}

/// A weapon's entry in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeaponText {
    #[serde(deserialize_with = "slot")]
    slot: u8,
    sprites: String,
    sound: String,
    #[serde(default)]
    hit: Option<String>,
    #[serde(default)]
    ammo: Option<String>,
    #[serde(default = "one", deserialize_with = "limit")]
    uses: u32,
    #[serde(deserialize_with = "numbers::span", alias = "again")]
    cooldown: u32,
    #[serde(default)]
    mode: Mode,
    #[serde(default, deserialize_with = "noise")]
    noise: Option<u8>,
    #[serde(default = "whole", deserialize_with = "numbers::factor")]
    recoil: f32,
    #[serde(default, alias = "twin")]
    dual_wield: bool,
    #[serde(default)]
    damage: DamageDice,
    #[serde(default)]
    filter: Filter,
    #[serde(default, deserialize_with = "numbers::shove")]
    push: f32,
    #[serde(default, deserialize_with = "numbers::span", rename = "burn_seconds", alias = "alight")]
    burn_ticks: u32,
    #[serde(default)]
    bullets: Option<Bullets>,
    #[serde(default)]
    projectile: Option<ProjectileKind>,
    #[serde(default)]
    patches: Option<Patches>,
}

impl TryFrom<WeaponText> for Weapon {
    type Error = &'static str;

    fn try_from(text: WeaponText) -> Result<Self, Self::Error> {
        let load = match (text.bullets, text.projectile, text.patches) {
            (Some(bullets), None, None) => Load::Bullets(bullets),
            (None, Some(projectile), None) => Load::Projectile(projectile),
            (None, None, Some(patches)) => Load::Patches(patches),
            _ => return Err("a weapon needs `bullets`, a `projectile` or `patches`, one of them"),
        };
        let WeaponText { slot, sprites, sound, hit, ammo, uses, again, mode, noise, recoil, dual_wield, .. } = text;
        let WeaponText { damage, filter, push, burn_ticks, .. } = text;
        Ok(Weapon {
            slot,
            sprites,
            sound,
            hit,
            ammo,
            uses,
            again,
            mode,
            noise,
            recoil,
            dual_wield,
            damage,
            filter,
            push,
            burn_ticks,
            load,
        })
    }
}

fn one() -> u32 {
    1
}

fn whole() -> f32 {
    1.0
}

fn limit<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    Ok(numbers::whole(from, "an amount of ammunition", 1, 9999)?.unsigned_abs())
}

fn slot<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    Ok(numbers::whole(from, "the number of a weapon", 1, 9)? as u8)
}

fn pellets<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    Ok(numbers::whole(from, "a number of bullets", 1, 50)?.unsigned_abs())
}

fn noise<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u8>, D::Error> {
    numbers::carry(from).map(Some)
}

fn reach<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    numbers::within(from, "how far bullets carry, in tiles,", 0.1, 1024.0)
}
