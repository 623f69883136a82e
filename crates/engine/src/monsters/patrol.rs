//! Patrols: monsters walk straight on from cell to cell, through doors, and change direction at turn points. Their
//! direction is along a row, a column or a diagonal.

use crate::{deck::grid::Grid, deck::paths, monsters::monster::Monster, tick::run::Deck};
use bevy::prelude::*;
use level::PatrolDirection;

/// Distance in tiles before the centre of a cell that counts as having reached it.
const THERE: f32 = 0.08;

/// Advances a patrol, and returns the next point to walk to. Returns `None` while the path is barred, for example by a
/// push-wall that has moved into it.
///
/// The post of a patrolling monster is the last cell that it passed, so a monster that is pushed aside returns to its
/// path.
pub(crate) fn lead_on(deck: &Deck, grid: &Grid, from: Vec2, monster: &mut Monster) -> Option<Vec2> {
    let mut way = turn(deck, monster)?;
    let mut cell = Grid::cell_at(monster.post());
    let next = cell + IVec2::from(way.step());
    if has_passed(from, next, way) {
        monster.move_post(Grid::middle(next));
        way = turn(deck, monster)?;
        cell = next;
    }
    let is_free = way.passed().all(|step| paths::cost(grid, cell + IVec2::from(step)).is_some());
    is_free.then(|| Grid::middle(cell + IVec2::from(way.step())))
}

/// Applies the turn point at the monster's post, if there is one, and returns the direction of the next cell.
fn turn(deck: &Deck, monster: &mut Monster) -> Option<PatrolDirection> {
    let cell = Grid::cell_at(monster.post()).as_uvec2();
    if let Some(turn) = deck.0.turn_at(cell.x as usize, cell.y as usize) {
        monster.turn_post(turn.facing());
    }
    PatrolDirection::from_facing(monster.post_facing())
}

/// Returns true if the monster has reached the centre of a cell or has already gone past it.
fn has_passed(from: Vec2, cell: IVec2, way: PatrolDirection) -> bool {
    let (aside, way) = (from - Grid::middle(cell), IVec2::from(way.step()).as_vec2().normalize());
    aside.dot(way) > -THERE && aside.perp_dot(way).abs() < 0.5
}
