//! Monster kinds, as data: bodies, senses and attacks.
//!
//! In files, lengths are in tiles, times in seconds and angles in degrees. Here, times are in ticks and angles in
//! radians.

use crate::{
    rules::attack::Attack, rules::explosion_kind::ExplosionKind, rules::filter::Filter, rules::numbers,
    tick::tick::ticks,
};
use bevy::math::ops;
use level::Key;
use serde::{Deserialize, Deserializer, Serialize, de::Error};

/// A monster kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MonsterKind {
    /// Prefix of the names of its sprites: `NAME_stand`, `NAME_stand2`, `NAME_walk1` to `8`, `NAME_windup1` to `3`,
    /// `NAME_strike1` to `3`, `NAME_hurt`, `NAME_hurt2`, `NAME_die1` to `6` and `NAME_corpse`.
    pub sprites: String,
    /// Sounds of the kind.
    pub sounds: Sounds,
    /// Initial health, 1 to 10000.
    #[serde(deserialize_with = "numbers::health")]
    pub health: i32,
    /// Radius of the body in tiles, 0.1 to 0.5.
    #[serde(deserialize_with = "numbers::radius")]
    pub radius: f32,
    /// Height of the body in tiles, 0.1 to 0.9; 0.65 by default.
    #[serde(
        default = "numbers::usual_tall",
        deserialize_with = "numbers::tall",
        skip_serializing_if = "numbers::is_usual_tall"
    )]
    pub tall: f64,
    /// Speed of chasing and fleeing in tiles per second, 0 to 8.
    #[serde(deserialize_with = "numbers::speed")]
    pub speed: f32,
    /// Speed of patrolling, searching and returning in tiles per second, 0 to 8.
    #[serde(deserialize_with = "numbers::speed")]
    pub amble: f32,
    /// Senses of the kind.
    #[serde(default)]
    pub senses: Senses,
    /// Attacks, at least one. The first one in reach is used.
    #[serde(deserialize_with = "attacks")]
    pub attacks: Vec<Attack>,
    /// Reaction to hits.
    pub pain: Pain,
    /// Duration of the fall after death, in ticks.
    #[serde(deserialize_with = "numbers::span")]
    pub dying: u32,
    /// Ticks from death until it rises again; 0 if it stays dead. Only vacuum ends a monster that rises.
    #[serde(default, deserialize_with = "numbers::span")]
    pub rises: u32,
    /// Condition under which it flees, once in its life; it never flees by default.
    #[serde(default)]
    pub flees: Option<Fear>,
    /// The explosion when it has fallen, if it bursts.
    #[serde(default)]
    pub bursts: Option<ExplosionKind>,
    /// Name of the pickup that it drops.
    #[serde(default)]
    pub drops: Option<String>,
    /// Name of its script in `assets/scripts`, which controls it. Without a script it behaves like a standard monster.
    #[serde(default)]
    pub script: Option<String>,
    /// Names of the kinds that its script finds as `prey` and may attack, including `player`.
    #[serde(default)]
    pub hunts: Vec<String>,
    /// Names of the pickups that lure it: its script finds them as `bait`.
    #[serde(default)]
    pub lured_by: Vec<String>,
    /// Keys that it carries. Doors with these locks open when it touches them, and stay locked for others.
    #[serde(default)]
    pub keys: Vec<Key>,
    /// Whether it removes the corpses at its feet, except those that rise again.
    #[serde(default)]
    pub cleans: bool,
    /// Damage filter of its nature, for example bones that resist bullets, or flesh that fire heals.
    #[serde(default, alias = "nature")]
    pub resistances: Filter,
}

impl MonsterKind {
    /// Returns true for kinds that attack the player, such as all kinds without a script. Others do not count as
    /// monsters of a deck.
    pub fn is_hostile(&self) -> bool {
        self.script.is_none() || self.hunts.iter().any(|prey| prey == "player")
    }
}

/// Senses of a kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Senses {
    /// Cosine of half the angle of view of an unaware monster; files give the full angle in degrees.
    #[serde(deserialize_with = "cone")]
    pub cone: f32,
    /// Distance in tiles below which it also notices targets behind it.
    #[serde(deserialize_with = "numbers::tiles")]
    pub near: f32,
    /// Hearing: the share of a noise's range at which it hears the noise; 0 is deaf, 1 is the full range.
    #[serde(deserialize_with = "numbers::share")]
    pub ears: f32,
    /// Ticks for which it stares before it gives chase.
    #[serde(deserialize_with = "numbers::span")]
    pub reaction: u32,
    /// Ticks for which it knows where the player is after it has lost sight of the player.
    #[serde(deserialize_with = "numbers::span")]
    pub scent: u32,
    /// Ticks for which it searches where it lost the player.
    #[serde(deserialize_with = "numbers::span")]
    pub search: u32,
}

impl Default for Senses {
    /// Returns an angle of view of 120 degrees, normal hearing, a third of a second to react and eight seconds of
    /// search.
    fn default() -> Self {
        Senses { cone: 0.5, near: 1.5, ears: 1.0, reaction: ticks(0.3), scent: 0, search: ticks(8.0) }
    }
}

/// Reaction of a kind to hits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pain {
    /// Chance that a hit stuns it, in percent.
    #[serde(deserialize_with = "numbers::percent")]
    pub chance: i32,
    /// Duration in ticks.
    #[serde(deserialize_with = "numbers::span")]
    pub lasts: u32,
}

/// Condition under which a kind flees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fear {
    /// Health below which it flees, in percent of the initial health.
    #[serde(deserialize_with = "numbers::percent")]
    pub below: i32,
    /// Duration in ticks.
    #[serde(deserialize_with = "numbers::span")]
    pub lasts: u32,
}

/// Sounds of a kind, as file names without extension.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sounds {
    /// Occasional sound of an unaware monster; none by default.
    #[serde(default)]
    pub idles: Option<String>,
    /// Sounds of noticing something; one of them is played.
    pub notices: Vec<String>,
    /// Sound of winding up or taking aim; none by default.
    #[serde(default)]
    pub winds_up: Option<String>,
    /// Sound of a strike or a shot.
    pub strikes: String,
    /// Sound of a hit that it survives.
    pub hurt: String,
    /// Sound of its death.
    pub dies: String,
}

impl Sounds {
    /// Returns all names.
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
    if attacks.is_empty() { Err(D::Error::custom("a monster needs at least one attack")) } else { Ok(attacks) }
}
