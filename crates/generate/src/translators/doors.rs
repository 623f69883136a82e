//! Doors where they fit.

use crate::{
    graph::graph::Graph,
    graph::place::{DIRECTIONS, Kind},
    graph::stage::{Stage, Trouble, Work, check_range},
};
use serde::Deserialize;

/// Puts doors onto floor between two walls that is open on its other two sides.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Doors {
    /// How many of a hundred places that fit get one.
    percent: i64,
    /// Only where a narrow way comes into something wider: a room, a crossing.
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

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        for place in 0..graph.places.len() {
            // Two doors in a row would only be in each other's way.
            let is_door = |way| matches!(graph.kind_beside(place, way), Kind::Door(_));
            let fits = fits(graph, place) && (!self.mouths || is_mouth(graph, place));
            if fits && !DIRECTIONS.into_iter().any(is_door) && work.chance.percent(self.percent as usize) {
                graph.places[place].kind = Kind::Door(None);
            }
        }
        Ok(())
    }
}

/// True for free floor with walls on two opposite sides and floor on the other two.
fn fits(graph: &Graph, place: usize) -> bool {
    let beside = DIRECTIONS.map(|way| graph.kind_beside(place, way));
    let lies = |walls: [usize; 2], ways: [usize; 2]| {
        walls.iter().all(|&way| beside[way] == Kind::Wall) && ways.iter().all(|&way| beside[way] == Kind::Floor)
    };
    graph.is_free(place) && (lies([0, 2], [1, 3]) || lies([1, 3], [0, 2]))
}

/// True if the way widens right before or behind.
fn is_mouth(graph: &Graph, place: usize) -> bool {
    graph.neighbours(place).any(|beside| graph.neighbours(beside).count() > 2)
}
