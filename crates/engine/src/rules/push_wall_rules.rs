//! How push-walls move and crush, as data.

use crate::{rules::damage_dice::DamageDice, rules::numbers, tick::tick::TICKS_PER_SECOND};
use level::MAX_SIDE;
use serde::{Deserialize, Deserializer, Serialize};

/// How push-walls move, and what they do to whoever is in their way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushWallRules {
    /// How fast they are, in tiles a second, 0.05 to 8.
    #[serde(deserialize_with = "speed")]
    pub speed: f32,
    /// How many cells one goes of which the level says nothing else, if nothing stops it, 1 to 512.
    #[serde(deserialize_with = "cells")]
    pub cells: u16,
    /// From one wound of somebody wedged in before one to the next, in ticks.
    #[serde(deserialize_with = "numbers::span")]
    pub every: u32,
    /// What each costs.
    pub damage: DamageDice,
}

impl PushWallRules {
    /// The ticks that one takes for each cell.
    pub(crate) fn pace(&self) -> u32 {
        (TICKS_PER_SECOND as f32 / self.speed).round() as u32
    }
}

fn speed<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    numbers::within(from, "the speed of push-walls in tiles a second", 0.05, 8.0)
}

fn cells<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    Ok(numbers::whole(from, "the way of a push-wall in cells", 1, MAX_SIDE as i32)? as u16)
}
