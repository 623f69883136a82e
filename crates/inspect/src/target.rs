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
/// Distance from the line of view within which a thing is pointed at, in tiles.
const ASIDE: f32 = 0.4;

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
    let grid = world.resource::<Grid>();
    let hit = cast(grid, Ray::Sight, from, way, FAR);
    let end = hit.as_ref().map_or(FAR, |hit| hit.distance);
    let cell = hit.map_or_else(|| Grid::cell_at(from + way * FAR), |hit| hit.cell);
    let mut things = world.query::<(&Id, &Position)>();
    let ahead = things.iter(world).filter(|(id, _)| **id != PLAYER).filter_map(|(id, at)| {
        let (along, aside) = ((at.0 - from).dot(way), (at.0 - from).perp_dot(way).abs());
        (along > 0.0 && along < end && aside < ASIDE).then_some((along, *id))
    });
    let nearest = ahead.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    Some(nearest.map_or(Target::Cell(cell), |(_, id)| Target::Thing(id)))
}
