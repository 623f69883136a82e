//! Minimum distance of the lift from the start.

use crate::{
    graph::graph::Graph,
    graph::measure::{UNREACHED, distances},
    graph::node::Kind,
    graph::stage::{Stage, StageError, Work, check_range},
};
use serde::Deserialize;

/// Checks that the path from the start to the lift is long enough. If it is too short, the deck is generated again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LongWay {
    /// Minimum number of steps from the start to the floor in front of the switch. Push-walls count as open.
    least: i64,
}

impl Stage for LongWay {
    fn check(&self) -> Result<(), String> {
        check_range("least", self.least, 1..=1_000_000)
    }

    fn run(&self, graph: &mut Graph, _: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(StageError::Invalid("the player's start must be placed before LongWay".to_owned()));
        };
        let distances = distances(graph, start);
        let lifts = (0..graph.places.len()).filter_map(|place| match graph.kind(place) {
            Kind::Lift(face) => graph.neighbour(place, face),
            _ => None,
        });
        match lifts.map(|before| distances[before]).min() {
            None => Err(StageError::Invalid("the lift must be placed before LongWay".to_owned())),
            Some(UNREACHED) => Err(StageError::Retry("there is no path from the start to the lift".to_owned())),
            Some(steps) if i64::from(steps) < self.least => {
                Err(StageError::Retry(format!("the path to the lift has {steps} steps, but `least` is {}", self.least)))
            }
            Some(_) => Ok(()),
        }
    }
}
