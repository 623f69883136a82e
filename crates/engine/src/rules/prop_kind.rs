//! Kinds of props, as data: barrels, crates and the like.

use crate::rules::explosion_kind::ExplosionKind;
use crate::rules::filter::Filter;
use crate::rules::numbers;
use serde::{Deserialize, Serialize};

/// A kind of prop, as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropKind {
    /// What its sprites' names begin with: `NAME`, `NAME_hurt` below half of its health, `NAME_wreck` when it is broken.
    pub sprites: String,
    /// What is heard when it is hit.
    pub hit: String,
    /// What is heard when it breaks.
    pub breaks: String,
    /// Its health, 1 to 10000.
    #[serde(deserialize_with = "numbers::health")]
    pub health: i32,
    /// Its radius, in tiles.
    #[serde(deserialize_with = "numbers::radius")]
    pub radius: f32,
    /// What it makes of damage: wood burns well, and poison does nothing to it.
    #[serde(default)]
    pub nature: Filter,
    /// How long it takes to burst once it is broken, in ticks: so that one sets off the next, and all can be seen.
    #[serde(default, deserialize_with = "numbers::span")]
    pub fuse: u32,
    /// It explodes.
    #[serde(default)]
    pub explodes: Option<ExplosionKind>,
    /// The pickup that it leaves.
    #[serde(default)]
    pub drops: Option<String>,
}
