//! Ways: routes over the grid, and whether a body can walk straight on.

use crate::grid::{Grid, Shape};
use bevy::prelude::*;
use pathfinding::prelude::astar;

/// What a cell with a door that is not open costs; an open cell costs 1.
const DOOR_COST: u32 = 5;

/// The cells from one to another, both included, by the cheapest way through doors but not through walls.
pub(crate) fn route(grid: &Grid, from: IVec2, to: IVec2) -> Option<Vec<IVec2>> {
    let successors = |&cell: &IVec2| {
        [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y]
            .map(|step| cell + step)
            .into_iter()
            .filter_map(|next| Some((next, cost(grid.shape(next))?)))
    };
    let distance = |&cell: &IVec2| (cell - to).abs().element_sum() as u32;
    // A search towards a wall would visit the whole deck before it gave up.
    cost(grid.shape(to))?;
    astar(&from, successors, distance, |&cell| cell == to).map(|(cells, _)| cells)
}

fn cost(shape: Shape) -> Option<u32> {
    match shape {
        Shape::Open => Some(1),
        Shape::Door { open, .. } => Some(if open < 1.0 { DOOR_COST } else { 1 }),
        _ => None,
    }
}

/// True if a body of this radius can walk in a straight line without touching a wall or a door.
pub(crate) fn straight(grid: &Grid, from: Vec2, to: Vec2, radius: f32) -> bool {
    let side = (to - from).normalize_or_zero().perp() * radius;
    crate::ray::clear(grid, from + side, to + side) && crate::ray::clear(grid, from - side, to - side)
}
