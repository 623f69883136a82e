//! Speed and damage of push-walls, as data.

use crate::{rules::damage_dice::DamageDice, rules::numbers, tick::tick::TICKS_PER_SECOND};
use level::MAX_SIDE;
use serde::{Deserialize, Deserializer, Serialize};

/// Rules for the movement of push-walls, and for their damage to bodies in their path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushWallRules {
    /// Speed in tiles per second, 0.05 to 8.
    #[serde(deserialize_with = "speed")]
    pub speed: f32,
    /// Default distance of a push-wall in cells, if nothing stops it and the level does not define it, 1 to 512.
    #[serde(deserialize_with = "cells")]
    pub cells: u16,
    /// Ticks from one wound of a wedged body to the next.
    #[serde(deserialize_with = "numbers::span")]
    pub every: u32,
    /// Damage of each wound.
    pub damage: DamageDice,
}

impl PushWallRules {
    /// Returns the ticks for each cell.
    pub(crate) fn pace(&self) -> u32 {
        (TICKS_PER_SECOND as f32 / self.speed).round() as u32
    }
}

fn speed<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    numbers::within(from, "the speed of push-walls in tiles per second", 0.05, 8.0)
}

fn cells<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    Ok(numbers::whole(from, "the distance of a push-wall in cells", 1, MAX_SIDE as i32)? as u16)
}
