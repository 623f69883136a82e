//! Missiles, as data: what weapons and the undead send flying.

use crate::rules::explosion::Explosion;
use crate::rules::numbers;
use serde::{Deserialize, Serialize};

/// Something that flies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Missile {
    /// What its sprites' names begin with: `NAME1`, `NAME2` follow each other.
    #[serde(default = "bolt")]
    pub sprites: String,
    /// Tiles a second, 0.1 to 60.
    #[serde(deserialize_with = "numbers::flight")]
    pub speed: f32,
    /// Its radius, in tiles.
    #[serde(deserialize_with = "numbers::radius")]
    pub radius: f32,
    /// How far the aim is off at most, in radians; in files in degrees.
    #[serde(deserialize_with = "numbers::angle")]
    pub spread: f32,
    /// How far it flies, in tiles.
    #[serde(default = "far", deserialize_with = "numbers::tiles")]
    pub reach: f32,
    /// It passes through bodies, and hits each of them once.
    #[serde(default)]
    pub pierces: bool,
    /// It explodes where it ends.
    #[serde(default)]
    pub explodes: Option<Explosion>,
}

fn bolt() -> String {
    "bolt".to_owned()
}

fn far() -> f32 {
    100.0
}
