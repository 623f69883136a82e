//! The lift that ends the deck.

use crate::{
    creators::start::{MIN_TILES, end_room},
    graph::content::Content,
    graph::graph::{Graph, opposite},
    graph::measure::{UNREACHED, distances},
    graph::node::{DIRECTIONS, Kind, Node},
    graph::stage::{Stage, StageError, Work},
};
use level::Direction;
use serde::Deserialize;

/// Places the lift's switch on a wall of the rightmost room, or of the one that is farthest from the start. On maps
/// without rooms it is near the floor that is farthest from the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
pub(crate) struct Exit {
    /// Uses the leftmost room instead.
    pub(crate) left: bool,
    /// Uses the room with the longest path from the start instead.
    pub(crate) far: bool,
}

impl Stage for Exit {
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(StageError::Invalid("the player's start must be placed before the exit".to_owned()));
        };
        let distances = distances(graph, start);
        let has_rooms = graph.places.iter().any(|place| place.room > 1);
        let room = match has_rooms {
            true if self.far => farthest_room(graph, &distances),
            true => end_room(graph, !self.left),
            false => Vec::new(),
        };
        let farthest = distances.iter().filter(|&&distance| distance != UNREACHED).max().copied().unwrap_or(0);
        let least = if has_rooms { 2 } else { (farthest - farthest / 5).max(2) };
        // A player who starts next to the switch could end the deck at once.
        let fits = |place: &usize| {
            let is_floor = graph.kind(*place) == Kind::Floor && graph.contents.get(place) != Some(&Content::Start);
            is_floor && (least..UNREACHED).contains(&distances[*place])
        };
        let near: Vec<usize> = if has_rooms { room } else { (0..graph.places.len()).collect() };
        let walls: Vec<(usize, Direction)> =
            near.into_iter().filter(fits).flat_map(|place| switch_walls(graph, place)).collect();
        // A player who comes in should see the switch.
        let free: Vec<_> = walls.iter().copied().filter(|&(wall, face)| is_open(graph, wall, face)).collect();
        let Some((wall, face)) = work.rng.pick(if free.is_empty() { &walls } else { &free }) else {
            return Err(StageError::Retry("no wall for the lift is far enough from the start".to_owned()));
        };
        graph.places[wall].kind = Kind::Lift(face);
        Ok(())
    }
}

/// Returns the floor of the room whose nearest tile is farthest from the start, except hazardous and tiny rooms. Rooms
/// that can only be entered through doors come first, so that a lock can close them.
fn farthest_room(graph: &Graph, distances: &[u32]) -> Vec<usize> {
    let hazards = graph.hazards();
    let rooms = graph.places.iter().map(|place| place.room).max().unwrap_or(0);
    // For each room: the number of tiles, the distance of the nearest, and true if all its entrances are doors.
    let mut nearest = vec![(0_usize, UNREACHED, true); usize::from(rooms) + 1];
    for (place, node) in graph.places.iter().enumerate().filter(|(_, node)| node.kind == Kind::Floor) {
        let is_outside = |next: usize| {
            let Node { room, kind, .. } = graph.places[next];
            room != node.room && kind.is_walkable() && !matches!(kind, Kind::Door(_))
        };
        let is_closed = !graph.neighbours(place).any(is_outside);
        let room = &mut nearest[usize::from(node.room)];
        *room = (room.0 + 1, room.1.min(distances[place]), room.2 && is_closed);
    }
    // Room 1 of a ship is its halls.
    let fits = |room: &u16| {
        let (tiles, steps, _) = nearest[usize::from(*room)];
        tiles >= MIN_TILES && steps != UNREACHED && !hazards.contains(room)
    };
    let rank = |room: &u16| {
        let (_, steps, is_closed) = nearest[usize::from(*room)];
        (is_closed, steps, *room)
    };
    let room = (2..=rooms).filter(fits).max_by_key(rank);
    let is_in = |place: &usize| graph.kind(*place) == Kind::Floor && Some(graph.places[*place].room) == room;
    (0..graph.places.len()).filter(is_in).collect()
}

/// Number of tiles in front of the switch without furniture.
const OPEN: usize = 3;

/// Returns true if there is nothing but floor in front of a wall.
fn is_open(graph: &Graph, wall: usize, face: Direction) -> bool {
    let mut place = Some(wall);
    (0..OPEN).all(|_| {
        place = place.and_then(|before| graph.neighbour(before, face));
        place.is_some_and(|place| graph.kind(place) == Kind::Floor)
    })
}

/// Returns the walls next to a place that can carry a switch facing it.
fn switch_walls(graph: &Graph, place: usize) -> Vec<(usize, Direction)> {
    let wall = |way: Direction| {
        let wall = graph.neighbour(place, way)?;
        (graph.kind(wall) == Kind::Wall).then_some((wall, opposite(way)))
    };
    DIRECTIONS.into_iter().filter_map(wall).collect()
}
