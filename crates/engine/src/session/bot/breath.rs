//! How the bot keeps its breath: it goes where there is air when the oxygen of its suit runs low, lets the suit fill, and
//! opens the second door of an airlock only when the first has shut.

use super::Own;
use super::plan::{Does, Job, What};
use crate::air::air::Air;
use crate::deck::grid::Grid;
use crate::deck::ground::Ground;
use crate::machines::door::{Door, DoorState};
use crate::player::player::OXYGEN_TICKS;
use crate::tick::tick::ticks;
use bevy::prelude::*;

/// With less oxygen it looks for air, in ticks.
const LOW: u32 = ticks(12.0);

/// From one door of an airlock to the other it is so many cells at most.
const LOCK: i32 = 5;
/// It waits in an airlock for so long at most: a corpse may lie in the door behind it.
pub(super) const CYCLE: u32 = ticks(8.0);

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

/// True if a shut door is next on its way, with air on one side only, and another door near it still stands open: through both
/// the air of one side would be lost.
pub(super) fn waits_in_lock(world: &mut World, way: &[IVec2]) -> bool {
    let mut doors = world.query::<&Door>();
    let doors: Vec<(IVec2, bool)> =
        doors.iter(world).map(|door| (door.cell(), door.state() == DoorState::Closed)).collect();
    let is_shut = |cell: IVec2| doors.contains(&(cell, true));
    let Some(&[before, door, beyond]) = way.windows(3).take(2).find(|cells| is_shut(cells[1])) else { return false };
    let air = world.resource::<Air>();
    let off = |cell: IVec2| (cell - before).abs().max_element();
    let other_is_open = || doors.iter().any(|(cell, is_shut)| !is_shut && *cell != door && off(*cell) <= LOCK);
    air.is_breathable(before) != air.is_breathable(beyond) && other_is_open()
}
