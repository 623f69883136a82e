//! Projectiles of weapons and monsters, as data.

use crate::{rules::explosion_kind::ExplosionKind, rules::numbers};
use serde::{Deserialize, Deserializer, Serialize};

/// A projectile kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectileKind {
    /// Prefix of the names of its sprites: `NAME1` and `NAME2` alternate.
    #[serde(default = "bolt")]
    pub sprites: String,
    /// Speed in tiles per second, 0.1 to 60.
    #[serde(deserialize_with = "numbers::flight")]
    pub speed: f32,
    /// Radius in tiles.
    #[serde(deserialize_with = "numbers::radius")]
    pub radius: f32,
    /// Maximum aiming error in radians; files give it in degrees.
    #[serde(deserialize_with = "numbers::angle")]
    pub spread: f32,
    /// Range in tiles.
    #[serde(default = "far", deserialize_with = "numbers::tiles")]
    pub reach: f32,
    /// Whether it passes through bodies and hits each of them once.
    #[serde(default)]
    pub pierces: bool,
    /// The explosion at the end of its flight, if there is one.
    #[serde(default)]
    pub explodes: Option<ExplosionKind>,
    /// The pickup that it becomes at the end of its flight, such as bait. Such a projectile does no damage.
    #[serde(default)]
    pub lands: Option<Landing>,
    /// The light that it emits in flight; none by default.
    #[serde(default)]
    pub light: Option<Glow>,
}

/// Pickup that a thrown item becomes when it lands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// Name of the pickup.
    pub pickup: String,
    /// Path distance at which the landing is heard, in cells. Monsters that hear it investigate.
    #[serde(default, deserialize_with = "numbers::carry")]
    pub noise: u8,
}

/// The light of a projectile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glow {
    /// Red, green and blue at the brightest point, 0 to 255.
    pub colour: [u8; 3],
    /// Range in tiles, 0.5 to 8.
    #[serde(deserialize_with = "glow")]
    pub reach: f32,
}

fn bolt() -> String {
    "bolt".to_owned()
}

fn glow<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    numbers::within(from, "the range of a light, in tiles,", 0.5, 8.0)
}

fn far() -> f32 {
    100.0
}
