//! Targets: what a developer looks at.

use crate::words::{PLAYER, cell_of, id_of};
use bevy::prelude::*;
use engine::{Grid, Heading, Id, Player, Position, Ray, cast};

/// A thing or a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The thing with this id.
    Thing(Id),
    /// A cell.
    Cell(IVec2),
}

/// Maximum distance at which the player points at something, in tiles.
const FAR: f32 = 64.0;
/// Distance from the line of view or from a point, within which a thing is pointed at, in tiles.
const ASIDE: f32 = 0.4;
/// Distance from the surface of a wall to a point that is surely in its cell, in tiles.
const INTO_WALL: f32 = 0.01;

impl Target {
    /// Parses the id of a thing, `player`, or a cell such as `6,4`.
    pub fn read(word: &str) -> Option<Target> {
        cell_of(word).map(Target::Cell).or_else(|| id_of(word).map(Target::Thing))
    }
}

/// Returns what the player looks at: the nearest thing in the line of view, or the cell where the view ends.
pub fn target_ahead(world: &mut World) -> Option<Target> {
    let mut player = world.query_filtered::<(&Position, &Heading), With<Player>>();
    let (from, way) = player.single(world).ok().map(|(at, heading)| (at.0, heading.direction()))?;
    let hit = cast(world.resource::<Grid>(), Ray::Sight, from, way, FAR);
    let end = from + way * hit.as_ref().map_or(FAR, |hit| hit.distance);
    Some(target_between(world, from, end, hit.is_some()))
}

/// Returns the nearest thing on the way from a point to another one, or the cell at its end. If a wall ends the way, the
/// cell is that of the wall.
pub fn target_between(world: &mut World, from: Vec2, end: Vec2, is_wall: bool) -> Target {
    let (way, far) = (end - from).normalize_and_length();
    let slack = if is_wall { 0.0 } else { ASIDE };
    let mut things = world.query::<(&Id, &Position)>();
    let ahead = things.iter(world).filter(|(id, _)| **id != PLAYER).filter_map(|(id, at)| {
        let (along, aside) = ((at.0 - from).dot(way), (at.0 - from).perp_dot(way).abs());
        (along > 0.0 && along < far + slack && aside < ASIDE).then_some((along, *id))
    });
    let nearest = ahead.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let beyond = if is_wall { way * INTO_WALL } else { Vec2::ZERO };
    nearest.map_or(Target::Cell(Grid::cell_at(end + beyond)), |(_, id)| Target::Thing(id))
}

/// Returns the thing nearest to a point on a map of the deck, or the cell of the point.
pub fn target_at(world: &mut World, point: Vec2) -> Target {
    let mut things = world.query::<(&Id, &Position)>();
    let near = things.iter(world).map(|(id, at)| (at.0.distance(point), *id)).filter(|(far, _)| *far < ASIDE);
    let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    nearest.map_or(Target::Cell(Grid::cell_at(point)), |(_, id)| Target::Thing(id))
}
