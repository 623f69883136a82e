//! Patrols: straight on from cell to cell, through doors, turned by turn points.

use crate::{deck::grid::Grid, deck::paths, monsters::monster::Monster, tick::run::Deck};
use bevy::prelude::*;
use level::Direction;

/// How far before a cell's middle counts as there, in tiles.
const THERE: f32 = 0.08;

/// Leads a patroller on, and returns the point to walk to; none while the way is barred, as by a push-wall that has come into
/// it.
///
/// The post of a patroller is the cell of its way that it passed last: so whoever is pushed aside finds back to his way.
pub(crate) fn lead_on(deck: &Deck, grid: &Grid, from: Vec2, monster: &mut Monster) -> Option<Vec2> {
    let mut way = turn(deck, monster)?;
    let mut next = Grid::cell_at(monster.post()) + way;
    if has_passed(from, next, way) {
        monster.move_post(Grid::middle(next));
        way = turn(deck, monster)?;
        next += way;
    }
    paths::cost(grid, next).map(|_| Grid::middle(next))
}

/// Turns it as a turn point at its post says, if there is one; returns the step to the next cell of its way.
fn turn(deck: &Deck, monster: &mut Monster) -> Option<IVec2> {
    let cell = Grid::cell_at(monster.post()).as_uvec2();
    if let Some(turn) = deck.0.turn_at(cell.x as usize, cell.y as usize) {
        monster.turn_post(turn.facing());
    }
    Some(Direction::of(monster.post_facing())?.step().into())
}

/// True for one that has come to a cell's middle, or that was so fast that it is past it.
fn has_passed(from: Vec2, cell: IVec2, way: IVec2) -> bool {
    let (aside, way) = (from - Grid::middle(cell), way.as_vec2());
    aside.dot(way) > -THERE && aside.perp_dot(way).abs() < 0.5
}
