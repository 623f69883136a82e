//! The player's start.

use crate::{
    graph::content::Content,
    graph::graph::Graph,
    graph::measure::sees,
    graph::stage::{Stage, StageError, Work},
};
use serde::Deserialize;

/// Places the player's start in the leftmost room, or on the leftmost floor of a map without rooms.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
pub(crate) struct Start {
    /// Uses the right end instead.
    pub(crate) right: bool,
}

impl Stage for Start {
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        if graph.start().is_some() {
            return Err(StageError::Invalid("the map has a start already".to_owned()));
        }
        let room = end_room(graph, self.right);
        let places: Vec<usize> = room.into_iter().filter(|&place| graph.is_free(place)).collect();
        let Some(place) = work.rng.pick(&places) else {
            return Err(StageError::Retry("the map has no floor for the start".to_owned()));
        };
        graph.contents.insert(place, Content::Start);
        clear_monsters(graph, place);
        Ok(())
    }
}

/// Removes the monsters of prefab rooms that are near the start or see it.
fn clear_monsters(graph: &mut Graph, start: usize) {
    let is_near = |place: usize| {
        let ((x, y), (start_x, start_y)) = (graph.at(place), graph.at(start));
        x.abs_diff(start_x) + y.abs_diff(start_y) < NEAREST || sees(graph, start, place)
    };
    let is_monster = |content: &Content| matches!(content, Content::Monster { .. });
    let monsters = graph.contents.iter().filter(|(place, content)| is_monster(content) && is_near(**place));
    let found: Vec<usize> = monsters.map(|(place, _)| *place).collect();
    for place in found {
        graph.contents.remove(&place);
    }
}

/// Minimum distance of monsters from the start along both axes together, in tiles.
const NEAREST: usize = 9;
/// Minimum number of tiles of a room at the end.
pub(super) const MIN_TILES: usize = 5;

/// Returns the floor of the leftmost or rightmost room that is larger than two by two and not hazardous. Without rooms, returns the floor
/// within two columns of the outermost floor.
pub(super) fn end_room(graph: &Graph, right: bool) -> Vec<usize> {
    let floor: Vec<usize> =
        (0..graph.places.len()).filter(|&place| graph.kind(place) == crate::graph::node::Kind::Floor).collect();
    let rooms = graph.places.iter().map(|place| place.room).max().unwrap_or(0);
    // For each room: the number of tiles, and the sum of their columns.
    let mut sums = vec![(0_usize, 0_usize); usize::from(rooms) + 1];
    for &place in &floor {
        let sum = &mut sums[usize::from(graph.places[place].room)];
        *sum = (sum.0 + 1, sum.1 + graph.at(place).0);
    }
    let hazards = graph.hazards();
    // Room 1 of a ship is its halls.
    let ends = (2..sums.len()).filter(|&room| sums[room].0 >= MIN_TILES && !hazards.contains(&(room as u16)));
    let middle = |room: usize| sums[room].1 * 16 / sums[room].0;
    let room = if right { ends.max_by_key(|&room| middle(room)) } else { ends.min_by_key(|&room| middle(room)) };
    if let Some(room) = room {
        return floor.into_iter().filter(|&place| usize::from(graph.places[place].room) == room).collect();
    }
    let columns = floor.iter().map(|&place| graph.at(place).0);
    let Some(edge) = (if right { columns.max() } else { columns.min() }) else { return Vec::new() };
    floor.into_iter().filter(|&place| graph.at(place).0.abs_diff(edge) <= 2).collect()
}
