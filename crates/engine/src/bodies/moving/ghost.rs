//! A player who passes through walls and bodies by a developer act.

use crate::{
    bodies::moving::{MovementSolver, MoverItem},
    bodies::spatial_index::SpatialIndex,
    deck::grid::Grid,
    state::dev_state::DevState,
    tick::id::PLAYER,
    tick::tick::TICK,
};
use bevy::prelude::*;

/// Returns the index of a player who passes through everything, in the order of the ids.
pub(super) fn index(state: DevState, places: &SpatialIndex) -> Option<usize> {
    let is_first = || places.all().first().is_some_and(|standing| standing.id == PLAYER);
    (state.no_clip && is_first()).then_some(0)
}

impl MovementSolver {
    /// Moves the player to where the velocity leads, inside the map. Other bodies do not notice it.
    pub(super) fn pass_through(&mut self, mut mover: MoverItem, grid: &Grid) {
        let (at, radius) = (mover.position.0, mover.body.radius);
        mover.previous.0 = at;
        let to = at + (mover.velocity.0 + mover.thrown.0) * TICK;
        mover.position.0 = to.clamp(Vec2::splat(radius), grid.size().as_vec2() - radius);
        if mover.thrown.0 != Vec2::ZERO {
            self.thrown.push(mover.entity);
        }
        let index = self.ghost.unwrap_or_default();
        self.rested[index] = None;
        self.restless.push(index as u32);
    }
}
