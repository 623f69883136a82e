//! The bot's way with undead that rise again: a window near them, and the room's air takes them along.

use crate::{
    bodies::body,
    deck::grid::Grid,
    deck::ray::{self, Ray},
    player::hold::ARM,
    player::player,
    session::bot::own::Own,
    session::bot::queries::View,
};
use bevy::prelude::*;

/// As far from a hole as this the wind is weak enough to run away from it, in tiles; nearer it wants something to hold.
const FAR: f32 = 7.0;
/// As near to a hole as this nobody holds on for long, in tiles.
const NEAR: f32 = 3.0;
/// How near an undead must be to a window so that its breach takes it, in tiles.
const TAKES: f32 = 8.0;

/// The middle of a window that it had better shoot instead of the undead of this kind at this place: one through which that one
/// flies out and the bot does not. None if the undead stays dead, or if there is no such window.
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
        .map(Grid::middle)
        .min_by(|one, two| one.distance_squared(at).total_cmp(&two.distance_squared(at)))
}
