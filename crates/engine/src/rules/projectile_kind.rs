//! Projectiles, as data: what weapons and the undead send flying.

use crate::{rules::explosion_kind::ExplosionKind, rules::numbers};
use serde::{Deserialize, Deserializer, Serialize};

/// Something that flies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectileKind {
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
    pub explodes: Option<ExplosionKind>,
    /// It hurts nobody, and lies there where it ends: so bait is thrown.
    #[serde(default)]
    pub lands: Option<Landing>,
    /// The light that it gives as it flies; without one it is dark.
    #[serde(default)]
    pub light: Option<Glow>,
}

/// What becomes of something that is thrown to lie there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// The pickup that it is then, by its name.
    pub pickup: String,
    /// How far it is heard as it lands, in cells of its way: whoever hears it goes there to look.
    #[serde(default, deserialize_with = "numbers::carry")]
    pub noise: u8,
}

/// The light of something that flies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glow {
    /// Red, green and blue where it is brightest, 0 to 255.
    pub colour: [u8; 3],
    /// How far it goes, in tiles, 0.5 to 8.
    #[serde(deserialize_with = "glow")]
    pub reach: f32,
}

fn bolt() -> String {
    "bolt".to_owned()
}

fn glow<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    numbers::within(from, "how far a light goes, in tiles,", 0.5, 8.0)
}

fn far() -> f32 {
    100.0
}
