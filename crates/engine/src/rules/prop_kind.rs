//! Prop kinds, as data: barrels, crates and so on.

use crate::{rules::explosion_kind::ExplosionKind, rules::filter::Filter, rules::numbers};
use serde::{Deserialize, Serialize};

/// A prop kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropKind {
    /// Prefix of the names of its sprites: `NAME`, `NAME_hurt` below half of its health, `NAME_wreck` when it is
    /// broken; props without health only use `NAME`.
    pub sprites: String,
    /// Sound of a hit.
    pub hit: String,
    /// Sound of breaking; required for props with health.
    #[serde(default)]
    pub breaks: Option<String>,
    /// Health, 1 to 10000. Props without health are indestructible obstacles.
    #[serde(default, deserialize_with = "numbers::some_health")]
    pub health: Option<i32>,
    /// Radius in tiles.
    #[serde(deserialize_with = "numbers::radius")]
    pub radius: f32,
    /// Height in tiles, 0.1 to 0.9; 0.65 by default.
    #[serde(
        default = "numbers::usual_tall",
        deserialize_with = "numbers::tall",
        skip_serializing_if = "numbers::is_usual_tall"
    )]
    pub tall: f64,
    /// Whether it is a rail: players next to it can hold on to it and push off from it without gravity, and wind does
    /// not move it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rail: bool,
    /// Damage filter: for example, wood burns well, and poison does not affect it.
    #[serde(default, alias = "nature")]
    pub resistances: Filter,
    /// Ticks from breaking to the explosion, so that chain reactions are visible.
    #[serde(default, deserialize_with = "numbers::span")]
    pub fuse: u32,
    /// The explosion, if there is one.
    #[serde(default)]
    pub explodes: Option<ExplosionKind>,
    /// Name of the pickup that it drops.
    #[serde(default)]
    pub drops: Option<String>,
}

impl PropKind {
    /// Returns the maximum health of a prop of this kind; indestructible props have a single point.
    pub(crate) fn most_health(&self) -> i32 {
        self.health.unwrap_or(1)
    }

    /// Returns the error of the kind, if there is one: with health but without a sound for breaking, or without health
    /// but with effects of breaking.
    pub(crate) fn validate(&self) -> Option<&'static str> {
        let ends = self.breaks.is_some() || self.fuse > 0 || self.explodes.is_some() || self.drops.is_some();
        match self.health {
            Some(_) if self.breaks.is_none() => Some("a prop with health needs `breaks`"),
            None if ends => Some("a prop without health cannot have `breaks`, `fuse`, `explodes` or `drops`"),
            _ => None,
        }
    }
}
