//! Kinds of props, as data: barrels, crates and the like.

use crate::{rules::explosion_kind::ExplosionKind, rules::filter::Filter, rules::numbers};
use serde::{Deserialize, Serialize};

/// A kind of prop, as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropKind {
    /// What its sprites' names begin with: `NAME`, `NAME_hurt` below half of its health, `NAME_wreck` when it is broken; without
    /// health there is only `NAME`.
    pub sprites: String,
    /// What is heard when it is hit.
    pub hit: String,
    /// What is heard when it breaks: what has health says it.
    #[serde(default)]
    pub breaks: Option<String>,
    /// Its health, 1 to 10000. Without any nothing breaks it: it is there to be looked at, and stands in the way.
    #[serde(default, deserialize_with = "numbers::some_health")]
    pub health: Option<i32>,
    /// Its radius, in tiles.
    #[serde(deserialize_with = "numbers::radius")]
    pub radius: f32,
    /// How tall it is, in tiles, 0.1 to 0.9; 0.65 if it is left out.
    #[serde(
        default = "numbers::usual_tall",
        deserialize_with = "numbers::tall",
        skip_serializing_if = "numbers::is_usual_tall"
    )]
    pub tall: f64,
    /// A rail: whoever is beside it can hold on to it and, where nothing pulls him down, push himself off there; no wind moves it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rail: bool,
    /// What it makes of damage: wood burns well, and poison does nothing to it.
    #[serde(default, alias = "nature")]
    pub resistances: Filter,
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

impl PropKind {
    /// The most health that one of the kind can have; those that nothing breaks keep a single point.
    pub(crate) fn most_health(&self) -> i32 {
        self.health.unwrap_or(1)
    }

    /// What is wrong with the kind, if anything: it breaks and is silent, or says how it breaks and does not.
    pub(crate) fn validate(&self) -> Option<&'static str> {
        let ends = self.breaks.is_some() || self.fuse > 0 || self.explodes.is_some() || self.drops.is_some();
        match self.health {
            Some(_) if self.breaks.is_none() => Some("with health it needs a sound for when it `breaks`"),
            None if ends => {
                Some("without health nothing breaks it, so it has no `breaks`, `fuse`, `explodes` or `drops`")
            }
            _ => None,
        }
    }
}
