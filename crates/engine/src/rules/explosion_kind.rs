//! Explosions of barrels, projectiles and bloated bodies, as data.

use crate::{rules::damage_dice::DamageDice, rules::numbers};
use serde::{Deserialize, Deserializer, Serialize};

/// Maximum reach of a shock wave, in tiles.
pub(crate) const MAX_REACH: f32 = 12.0;
/// Default speed of a shock wave, in tiles per second.
const SPEED: f32 = 16.0;

/// An explosion, as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplosionKind {
    /// Reach of the shock wave in tiles, 0.5 to 12.
    #[serde(deserialize_with = "reach")]
    pub reach: f32,
    /// Speed of the shock wave in tiles per second, 1 to 60.
    #[serde(default = "speed", deserialize_with = "wave")]
    pub speed: f32,
    /// Damage at the centre; it falls to 0 at the edge.
    pub damage: DamageDice,
    /// Knockback at the centre, in tiles per second.
    #[serde(default, deserialize_with = "numbers::shove")]
    pub push: f32,
    /// Burn time of victims, in ticks.
    #[serde(default, deserialize_with = "numbers::span", rename = "burn_seconds", alias = "alight")]
    pub burn_ticks: u32,
    /// Path distance at which the explosion is heard, in cells.
    #[serde(deserialize_with = "numbers::carry")]
    pub noise: u8,
    /// Name of the sound.
    pub sound: String,
}

fn speed() -> f32 {
    SPEED
}

fn reach<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    numbers::within(from, "the reach of an explosion, in tiles,", 0.5, MAX_REACH)
}

fn wave<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    numbers::within(from, "the speed of a shock wave, in tiles per second,", 1.0, 60.0)
}
