//! Noises: the sounds that monsters hear. A noise made in one tick is heard in the next.

use crate::{
    rules::numbers::MAX_NOISE_DISTANCE,
    state::part::{Bounds, Flaw, SavedResource, ensure},
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A noise that monsters can hear.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Noise {
    /// Its position, in tiles.
    pub at: Vec2,
    /// The position at which monsters that hear it expect the player. A cry passes on the knowledge of the monster that
    /// cries.
    pub about: Vec2,
    /// Range at which it is heard, in cells along its path, at most 24.
    pub reach: u8,
}

impl Noise {
    /// Returns true if ears with a sensitivity from 0 (deaf) to 1 hear it where it could travel `left` more cells.
    pub fn is_heard(&self, left: u8, ears: f32) -> bool {
        f32::from(self.reach.saturating_sub(left)) <= f32::from(self.reach) * ears
    }
}

/// The noises of the last tick, in the order in which they were made.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub(crate) struct Noises(pub(crate) Vec<Noise>);

impl SavedResource for Noises {
    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        let heard = |noise: &Noise| {
            bounds.contains(noise.at) && bounds.contains(noise.about) && noise.reach <= MAX_NOISE_DISTANCE
        };
        ensure(self.0.iter().all(heard), "a noise is outside the level or too loud")
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Noises>();
}
