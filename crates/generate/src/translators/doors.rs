//! Doors at suitable places.

use crate::{
    graph::graph::Graph,
    graph::node::{DIRECTIONS, Kind},
    graph::stage::{Stage, StageError, Work, check_range},
};
use serde::Deserialize;

/// Places doors on floor that has walls on two opposite sides and is open on the other two.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Doors {
    /// Percentage of suitable places that get a door.
    percent: i64,
    /// Places doors only where a narrow path meets a wider area: a room or a crossing.
    mouths: bool,
}

impl Default for Doors {
    fn default() -> Self {
        Doors { percent: 100, mouths: true }
    }
}

impl Stage for Doors {
    fn check(&self) -> Result<(), String> {
        check_range("percent", self.percent, 0..=100)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        for place in 0..graph.places.len() {
            // Two doors in a row would be pointless.
            let is_door = |way| matches!(graph.neighbour_kind(place, way), Kind::Door(_));
            let fits = fits(graph, place) && (!self.mouths || is_mouth(graph, place));
            if fits && !DIRECTIONS.into_iter().any(is_door) && work.rng.percent(self.percent as usize) {
                graph.places[place].kind = Kind::Door(None);
            }
        }
        Ok(())
    }
}

/// Returns true for free floor with walls on two opposite sides and floor on the other two.
fn fits(graph: &Graph, place: usize) -> bool {
    let neighbour = DIRECTIONS.map(|way| graph.neighbour_kind(place, way));
    let lies = |walls: [usize; 2], ways: [usize; 2]| {
        walls.iter().all(|&way| neighbour[way] == Kind::Wall) && ways.iter().all(|&way| neighbour[way] == Kind::Floor)
    };
    graph.is_free(place) && (lies([0, 2], [1, 3]) || lies([1, 3], [0, 2]))
}

/// Returns true if the path widens directly in front of or behind a place.
fn is_mouth(graph: &Graph, place: usize) -> bool {
    graph.neighbours(place).any(|neighbour| graph.neighbours(neighbour).count() > 2)
}
