//! Weapons and ammunition, as data. In files, lengths are in tiles, times in seconds and angles in degrees.

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

/// Reach in tiles below which a weapon is a melee weapon.
const BLOW: f32 = 2.0;

/// The file of weapons and ammunition, by name.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Weapons {
    /// Ammunition kinds.
    #[serde(deserialize_with = "table")]
    pub ammunition: BTreeMap<String, Ammunition>,
    /// The weapons.
    #[serde(deserialize_with = "table")]
    pub weapons: BTreeMap<String, Weapon>,
}

/// An ammunition kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ammunition {
    /// Maximum amount that a player can carry, 1 to 9999.
    #[serde(deserialize_with = "limit")]
    pub limit: u32,
    /// Name of its icon.
    pub icon: String,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WeaponText")]
pub struct Weapon {
    /// Number of its slot, 1 to 9.
    pub slot: u8,
    /// Prefix of the names of its sprites: `NAME_idle` and `NAME_fire1` to `7`, or fewer.
    pub sprites: String,
    /// Sound of a shot.
    pub sound: String,
    /// Sound of a hit, unless its projectile explodes.
    pub hit: Option<String>,
    /// Ammunition that it uses; none if it needs none.
    pub ammo: Option<String>,
    /// Amount of ammunition per shot.
    pub uses: u32,
    /// Cooldown: ticks from one shot to the next.
    pub cooldown: u32,
    /// Firing mode.
    pub mode: Mode,
    /// Path distance at which a shot is heard, in cells; by default that of the rules.
    pub noise: Option<u8>,
    /// Strength of the recoil of the view and the weapon; 1 is a pistol.
    pub recoil: f32,
    /// Whether a second one can be carried in the other hand; then both fire.
    pub dual_wield: bool,
    /// Damage of a hit.
    pub damage: DamageDice,
    /// Filter that changes this damage.
    pub filter: Filter,
    /// Knockback of a hit, in tiles per second.
    pub push: f32,
    /// Burn time of a victim after a hit, in ticks.
    pub burn_ticks: u32,
    /// Kind of its shots.
    pub load: Load,
}

impl Weapon {
    /// Returns true for melee weapons: they have neither a muzzle flash nor bullet holes.
    pub fn is_melee(&self) -> bool {
        matches!(&self.load, Load::Bullets(bullets) if bullets.reach < BLOW)
    }

    /// Returns true for weapons that do no damage; they are only taken in hand by choice.
    pub fn is_tool(&self) -> bool {
        matches!(self.load, Load::Patches(_)) || self.landing().is_some()
    }

    /// Returns what a thrown item becomes when it lands, if this is a thrown item.
    pub fn landing(&self) -> Option<&Landing> {
        match &self.load {
            Load::Projectile(projectile) => projectile.lands.as_ref(),
            Load::Bullets(_) | Load::Patches(_) => None,
        }
    }

    /// Returns the explosion of its projectile, if there is one.
    pub fn explosion(&self) -> Option<&ExplosionKind> {
        match &self.load {
            Load::Projectile(projectile) => projectile.explodes.as_ref(),
            Load::Bullets(_) | Load::Patches(_) => None,
        }
    }
}

/// Firing mode: the reaction of a weapon to the trigger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// Fires as long as the trigger is held.
    #[default]
    Auto,
    /// Fires once each time the trigger is pulled.
    Once,
}

/// Kind of a weapon's shots.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Load {
    /// Hitscan bullets or a melee attack.
    Bullets(Bullets),
    /// A projectile.
    Projectile(ProjectileKind),
    /// Patches that close holes in the hull.
    Patches(Patches),
}

/// Patches that close the hole in the hull at which the weapon is aimed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patches {
    /// Range in tiles.
    #[serde(deserialize_with = "reach")]
    pub reach: f32,
}

/// Bullets, which hit a target in their line at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Bullets {
    /// Number of bullets per shot, 1 to 50.
    #[serde(deserialize_with = "pellets")]
    pub count: u32,
    /// Maximum aiming error of each bullet in radians; files give it in degrees.
    #[serde(deserialize_with = "numbers::angle")]
    pub spread: f32,
    /// Range in tiles; about one tile for melee weapons.
    #[serde(deserialize_with = "reach")]
    pub reach: f32,
}

impl Default for Bullets {
    /// Returns a single accurate bullet, with a range greater than the width of any deck.
    fn default() -> Self {
        Bullets { count: 1, spread: 0.0, reach: 1024.0 }
    }
}

/// The form of a weapon in data files.
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
            _ => return Err("a weapon needs exactly one of `bullets`, `projectile` and `patches`"),
        };
        let WeaponText { slot, sprites, sound, hit, ammo, uses, cooldown, mode, noise, recoil, dual_wield, .. } = text;
        let WeaponText { damage, filter, push, burn_ticks, .. } = text;
        Ok(Weapon {
            slot,
            sprites,
            sound,
            hit,
            ammo,
            uses,
            cooldown,
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
    numbers::within(from, "the range of bullets, in tiles,", 0.1, 1024.0)
}
