//! The random number generator of the simulation.

use bevy::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The seeded random number generator of the simulation. Purely visual effects must not draw from it.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct GameRng(Pcg32);

impl GameRng {
    /// Returns the generator for a seed.
    pub fn new(seed: u64) -> Self {
        GameRng(Pcg32::seed_from_u64(seed))
    }

    /// Returns a uniformly distributed integer in the range.
    pub fn roll(&mut self, range: RangeInclusive<i32>) -> i32 {
        self.0.random_range(range)
    }
}
