//! What the bot does when the oxygen of its suit runs low: it goes where there is air, and lets the suit fill.

use super::Own;
use super::plan::{Does, Job, What};
use crate::air::air::Air;
use crate::deck::grid::Grid;
use crate::deck::ground::Ground;
use crate::player::player::OXYGEN_TICKS;
use crate::tick::tick::ticks;
use bevy::prelude::*;

/// With less oxygen it looks for air, in ticks.
const LOW: u32 = ticks(12.0);

/// True where there is air and the suit is not full yet: it goes on when it is.
pub(super) fn fills(world: &World, own: &Own) -> bool {
    own.oxygen < OXYGEN_TICKS && world.resource::<Air>().is_breathable(Grid::cell_at(own.position))
}

/// The nearest place with air, if it is short of oxygen and stands where there is none.
pub(super) fn refuge(world: &World, own: &Own, ground: &Ground<impl Fn(usize) -> i32>) -> Option<Job> {
    let (air, grid) = (world.resource::<Air>(), world.resource::<Grid>());
    let here = Grid::cell_at(own.position);
    if own.oxygen > LOW || air.is_breathable(here) {
        return None;
    }
    let costs = ground.costs_from(grid.index(here)?);
    let with_air = costs.into_iter().filter(|(index, _)| air.is_breathable(grid.cell(*index)));
    let (index, _) = with_air.min_by_key(|(index, cost)| (*cost, *index))?;
    Some(Job { what: What::Air, stand: grid.cell(index), does: Does::Comes })
}
