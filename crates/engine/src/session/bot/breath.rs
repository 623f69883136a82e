//! The bot's oxygen: it goes to a place with air when the oxygen of its suit is low, lets the suit fill,
//! and opens the second door of an airlock only when the first has closed.

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

/// Oxygen below which it looks for air, in ticks.
const LOW: u32 = ticks(12.0);

/// Maximum distance between the two doors of an airlock, in cells.
const LOCK: i32 = 5;
/// Maximum time to wait in an airlock, because a corpse may block the door behind the bot.
pub(super) const CYCLE: u32 = ticks(8.0);

/// Returns true while the bot is in air and its suit is not full yet.
pub(super) fn fills(view: &View, own: &Own) -> bool {
    own.oxygen < OXYGEN_TICKS && view.air.is_breathable(Grid::cell_at(own.position))
}

/// Returns a job for the nearest place with air if oxygen is low and there is no air here.
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

/// Returns true if a closed door with air on one side only is next on the path, and another door near it is still open.
/// Opening both would let the air of one side escape.
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
