//! The bot against monsters that rise again: it shoots a window near them, so that the escaping air carries them
//! out.

use crate::{
    bodies::body,
    deck::grid::Grid,
    deck::ray::{self, Ray},
    player::player,
    player::player::ARM,
    session::bot::own::Own,
    session::bot::props,
    session::bot::queries::View,
};
use bevy::prelude::*;

/// Distance in tiles from a hole at which the bot can run away from the wind; closer to the hole it needs something to
/// hold on to.
const FAR: f32 = 7.0;
/// Distance in tiles from a hole below which holding on does not help for long.
const NEAR: f32 = 3.0;
/// Maximum distance in tiles between a monster and a window for its breach to carry the monster out.
const TAKES: f32 = 8.0;

/// Returns the centre of a window to shoot instead of the monster: a window through which the monster is carried out,
/// but the bot is not. Returns `None` if the monster does not rise again or there is no such window.
pub(super) fn window(view: &View, own: &Own, (at, kind): (Vec2, u16)) -> Option<Vec2> {
    let (grid, air, hull) = (&view.grid, &view.air, &view.hull);
    let rises = view.rules.monsters[usize::from(kind)].1.rises > 0;
    if !rises || air.wind(at) != Vec2::ZERO || !air.is_breathable(Grid::cell_at(at)) {
        return None;
    }
    let holds = !body::is_clear(grid, own.position, player::RADIUS + ARM);
    let safe = if holds { NEAR } else { FAR };
    let is_met = |from: Vec2, cell: IVec2| {
        let to = Grid::middle(cell) - from;
        ray::cast(grid, Ray::Shot, from, to.normalize_or_zero(), to.length()).is_some_and(|hit| hit.cell == cell)
    };
    let level = &view.deck.0;
    (0..level.cells.len())
        .filter(|index| level.cells[*index].can_break() && !hull.is_gone(*index))
        .map(|index| grid.cell(index))
        .filter(|cell| {
            let off = Grid::middle(*cell).distance(own.position);
            off > safe && off < own.arm && Grid::middle(*cell).distance(at) < TAKES && air.is_beside_space(*cell)
        })
        .filter(|cell| is_met(own.position, *cell) && is_met(at, *cell))
        .filter(|cell| !props::stop_shot(view, own.position, Grid::middle(*cell)))
        .map(Grid::middle)
        .min_by(|one, two| one.distance_squared(at).total_cmp(&two.distance_squared(at)))
}
