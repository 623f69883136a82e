//! Kinds of undead, as data: how they are built, what they notice and how they fight.
//!
//! In files lengths are in tiles, times in seconds, angles in degrees; here times are in ticks and angles in radians.

use crate::{
    rules::attack::Attack, rules::explosion_kind::ExplosionKind, rules::filter::Filter, rules::numbers,
    tick::tick::ticks,
};
use bevy::math::ops;
use level::Key;
use serde::{Deserialize, Deserializer, Serialize, de::Error};

/// A kind of undead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MonsterKind {
    /// What its sprites' names begin with: `NAME_stand`, `NAME_stand2`, `NAME_walk1` to `8`, `NAME_windup1` to `3`, `NAME_strike1`
    /// to `3`, `NAME_hurt`, `NAME_hurt2`, `NAME_die1` to `6` and `NAME_corpse`.
    pub sprites: String,
    /// What is heard of it.
    pub sounds: Sounds,
    /// The health that it begins with, 1 to 10000.
    #[serde(deserialize_with = "numbers::health")]
    pub health: i32,
    /// The radius of its body, in tiles, 0.1 to 0.5.
    #[serde(deserialize_with = "numbers::radius")]
    pub radius: f32,
    /// How tall it is, in tiles, 0.1 to 0.9; 0.65 if it is left out.
    #[serde(
        default = "numbers::usual_tall",
        deserialize_with = "numbers::tall",
        skip_serializing_if = "numbers::is_usual_tall"
    )]
    pub tall: f64,
    /// Tiles a second when it chases or flees, 0 to 8.
    #[serde(deserialize_with = "numbers::speed")]
    pub speed: f32,
    /// Tiles a second when it patrols, searches or goes home, 0 to 8.
    #[serde(deserialize_with = "numbers::speed")]
    pub amble: f32,
    /// What it notices.
    #[serde(default)]
    pub senses: Senses,
    /// How it fights; of those in reach the first is chosen. At least one.
    #[serde(deserialize_with = "attacks")]
    pub attacks: Vec<Attack>,
    /// How it takes a hit.
    pub pain: Pain,
    /// How long it falls, in ticks.
    #[serde(deserialize_with = "numbers::span")]
    pub dying: u32,
    /// How long it lies there before it rises again, in ticks; 0 if it stays dead. Only space is the end of one that rises.
    #[serde(default, deserialize_with = "numbers::span")]
    pub rises: u32,
    /// With how much health left it flees, once in its life; never if this is left out.
    #[serde(default)]
    pub flees: Option<Fear>,
    /// It bursts when it has fallen, as this explosion.
    #[serde(default)]
    pub bursts: Option<ExplosionKind>,
    /// The pickup that it leaves behind.
    #[serde(default)]
    pub drops: Option<String>,
    /// The name of its script, which lies in `assets/scripts`: that chooses what it does. Without one it has the mind of the undead.
    #[serde(default)]
    pub script: Option<String>,
    /// What its script finds as `prey`, and may strike at: kinds, by their names, and `player`.
    #[serde(default)]
    pub hunts: Vec<String>,
    /// The pickups that lure it, by their names: what its script finds as `bait`.
    #[serde(default)]
    pub lured_by: Vec<String>,
    /// The keys that it carries: doors with these locks open as it touches them, and stay locked.
    #[serde(default)]
    pub keys: Vec<Key>,
    /// It clears away the dead at its feet, but for those that rise.
    #[serde(default)]
    pub cleans: bool,
    /// What its nature makes of damage: bones that bullets hardly hurt, flesh that fire heals.
    #[serde(default, alias = "nature")]
    pub resistances: Filter,
}

impl MonsterKind {
    /// True for one that is after the player, as all without a script are: the others do not count among the undead of a deck.
    pub fn is_hostile(&self) -> bool {
        self.script.is_none() || self.hunts.iter().any(|prey| prey == "player")
    }
}

/// What a kind notices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Senses {
    /// The cosine of how far to each side it looks while it suspects nothing; in files the whole cone, in degrees.
    #[serde(deserialize_with = "cone")]
    pub cone: f32,
    /// What is nearer than this is noticed from behind too, in tiles.
    #[serde(deserialize_with = "numbers::tiles")]
    pub near: f32,
    /// From how much of the way that a noise carries it hears it: 0 is deaf, 1 hears it wherever it can be heard.
    #[serde(deserialize_with = "numbers::share")]
    pub ears: f32,
    /// How long it stares before it gives chase, in ticks.
    #[serde(deserialize_with = "numbers::span")]
    pub reaction: u32,
    /// How long it knows where the player is after it has lost sight of him, in ticks.
    #[serde(deserialize_with = "numbers::span")]
    pub scent: u32,
    /// How long it searches where it lost him, in ticks.
    #[serde(deserialize_with = "numbers::span")]
    pub search: u32,
}

impl Default for Senses {
    /// A cone of 120 degrees, ears as others have, a third of a second to react, eight seconds of search.
    fn default() -> Self {
        Senses { cone: 0.5, near: 1.5, ears: 1.0, reaction: ticks(0.3), scent: 0, search: ticks(8.0) }
    }
}

/// How a kind takes a hit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pain {
    /// How often a hit stuns it, in per cent.
    #[serde(deserialize_with = "numbers::percent")]
    pub chance: i32,
    /// For how long, in ticks.
    #[serde(deserialize_with = "numbers::span")]
    pub lasts: u32,
}

/// When a kind flees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fear {
    /// With less health than this, in per cent of what it begins with.
    #[serde(deserialize_with = "numbers::percent")]
    pub below: i32,
    /// For how long, in ticks.
    #[serde(deserialize_with = "numbers::span")]
    pub lasts: u32,
}

/// The sounds of a kind, by the names of their files without the ending.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sounds {
    /// It suspects nobody, and is heard now and then all the same; silent if this is left out.
    #[serde(default)]
    pub idles: Option<String>,
    /// It has noticed something: one of these.
    pub notices: Vec<String>,
    /// It draws back for a blow or takes aim; silent if this is left out.
    #[serde(default)]
    pub winds_up: Option<String>,
    /// It strikes or shoots.
    pub strikes: String,
    /// It is hit and lives on.
    pub hurt: String,
    /// It dies.
    pub dies: String,
}

impl Sounds {
    /// All names.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        let single = [&self.strikes, &self.hurt, &self.dies];
        let voices = self.idles.iter().chain(&self.winds_up);
        self.notices.iter().chain(single).chain(voices).map(String::as_str)
    }
}

fn cone<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    let degrees = numbers::within(from, "a cone in degrees", 0.0, 360.0)?;
    Ok(ops::cos((degrees / 2.0).to_radians()))
}

fn attacks<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Attack>, D::Error> {
    let attacks = Vec::deserialize(from)?;
    if attacks.is_empty() { Err(D::Error::custom("an undead needs one attack at least")) } else { Ok(attacks) }
}
