//! Chance: the one seeded stream that the rules draw from.

use bevy::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The stream of chance; what is only seen must not draw from it.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRng(Pcg32);

impl GameRng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        GameRng(Pcg32::seed_from_u64(seed))
    }

    /// A whole number of the range, each as likely as the others.
    pub fn roll(&mut self, range: RangeInclusive<i32>) -> i32 {
        self.0.random_range(range)
    }
}
