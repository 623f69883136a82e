//! Explosions, as data: what barrels, projectiles and bloated bodies do when they go off.

use crate::{rules::damage_dice::DamageDice, rules::numbers};
use serde::{Deserialize, Deserializer, Serialize};

/// The farthest that a shock wave reaches, in tiles.
pub(crate) const MAX_REACH: f32 = 12.0;
/// A shock wave that nobody has given a speed goes so fast, in tiles a second.
const SPEED: f32 = 16.0;

/// An explosion, as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplosionKind {
    /// How far its shock wave reaches, in tiles, 0.5 to 12.
    #[serde(deserialize_with = "reach")]
    pub reach: f32,
    /// How fast that goes, in tiles a second, 1 to 60.
    #[serde(default = "speed", deserialize_with = "wave")]
    pub speed: f32,
    /// What it costs those in its middle; at its edge it costs nothing.
    pub damage: DamageDice,
    /// How fast it throws those in its middle away, in tiles a second.
    #[serde(default, deserialize_with = "numbers::shove")]
    pub push: f32,
    /// For how long it sets those alight that it strikes, in ticks.
    #[serde(default, deserialize_with = "numbers::span", rename = "burn_seconds", alias = "alight")]
    pub burn_ticks: u32,
    /// How far it is heard, in cells of its way.
    #[serde(deserialize_with = "numbers::carry")]
    pub noise: u8,
    /// What is heard of it.
    pub sound: String,
}

fn speed() -> f32 {
    SPEED
}

fn reach<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    numbers::within(from, "how far an explosion reaches, in tiles,", 0.5, MAX_REACH)
}

fn wave<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    numbers::within(from, "the speed of a shock wave, in tiles a second,", 1.0, 60.0)
}
