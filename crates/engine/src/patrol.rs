//! Patrols: straight on from cell to cell, through doors, turned by turn points.

use crate::grid::Grid;
use crate::monster::Monster;
use crate::run::Deck;
use crate::way;
use bevy::prelude::*;
use level::Direction;

/// How near to a cell's middle counts as there, in tiles.
const THERE: f32 = 0.08;

/// The point to walk to next; none while the way is barred, as by a push-wall that has come into it.
pub(crate) fn next(deck: &Deck, grid: &Grid, from: Vec2, monster: &mut Monster) -> Option<Vec2> {
    let cell = Grid::cell_at(from);
    let aside = from - Grid::middle(cell);
    let mut direction = Direction::of(monster.post_facing)?;
    let turn = usize::try_from(cell.x).ok().zip(usize::try_from(cell.y).ok()).and_then(|(x, y)| deck.0.turn_at(x, y));
    if let Some(turn) = turn.filter(|_| aside.dot(step(direction).as_vec2()) > -THERE) {
        direction = turn;
        monster.post_facing = turn.facing();
    }
    let step = step(direction);
    let next = cell + step;
    way::cost(grid.shape(next))?;
    // Onto the line first, then along it: doorways want to be met head-on.
    let off = (aside * (IVec2::ONE - step.abs()).as_vec2()).length();
    Some(if off > THERE { Grid::middle(cell) } else { Grid::middle(next) })
}

fn step(direction: Direction) -> IVec2 {
    direction.step().into()
}
