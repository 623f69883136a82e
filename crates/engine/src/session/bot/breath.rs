//! How the bot keeps its breath: it goes where there is air when the oxygen of its suit runs low, lets the suit fill, and
//! opens the second door of an airlock only when the first has shut.

use crate::{
    deck::grid::Grid,
    deck::nav_grid::NavGrid,
    machines::door::{Door, DoorState},
    player::player::OXYGEN_TICKS,
    session::bot::own::Own,
    session::bot::plan::{Does, Job, What},
    session::bot::queries::View,
    tick::tick::ticks,
};
use bevy::prelude::*;

/// With less oxygen it looks for air, in ticks.
const LOW: u32 = ticks(12.0);

/// From one door of an airlock to the other it is so many cells at most.
const LOCK: i32 = 5;
/// It waits in an airlock for so long at most: a corpse may lie in the door behind it.
pub(super) const CYCLE: u32 = ticks(8.0);

/// True where there is air and the suit is not full yet: it goes on when it is.
pub(super) fn fills(view: &View, own: &Own) -> bool {
    own.oxygen < OXYGEN_TICKS && view.air.is_breathable(Grid::cell_at(own.position))
}

/// The nearest place with air, if it is short of oxygen and stands where there is none.
pub(super) fn refuge(view: &View, own: &Own, ground: &NavGrid<impl Fn(usize) -> i32>) -> Option<Job> {
    let (air, grid) = (&view.air, &view.grid);
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
pub(super) fn waits_in_lock(view: &View, way: &[IVec2]) -> bool {
    let is_shut = |cell: IVec2| view.doors.iter().any(|door| door.cell() == cell && door.state() == DoorState::Closed);
    let Some(&[before, door, beyond]) = way.windows(3).take(2).find(|cells| is_shut(cells[1])) else { return false };
    let air = &view.air;
    let off = |cell: IVec2| (cell - before).abs().max_element();
    let is_other =
        |other: &Door| other.state() != DoorState::Closed && other.cell() != door && off(other.cell()) <= LOCK;
    let other_is_open = || view.doors.iter().any(is_other);
    air.is_breathable(before) != air.is_breathable(beyond) && other_is_open()
}
