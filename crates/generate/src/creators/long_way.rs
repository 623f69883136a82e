//! Minimum distance of the exits from the start.

use crate::{
    graph::content::Content,
    graph::graph::Graph,
    graph::measure::{UNREACHED, distances},
    graph::stage::{Stage, StageError, Work, check_range},
    graph::way::lift,
};
use serde::Deserialize;

/// Checks that the path from the start to the lift, or to each of the other stairs, is long enough. If it is too short,
/// the deck is generated again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LongWay {
    /// Minimum number of steps from the start to the floor in front of the exit. Push-walls count as open.
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
        let lift = lift(graph).map(|lift| lift.floor);
        let is_stair = |content: &Content| matches!(content, Content::Stair(_));
        let stairs = graph.contents.iter().filter(|(place, content)| is_stair(content) && **place != start);
        let exits = lift.into_iter().chain(stairs.map(|(place, _)| *place));
        match exits.map(|before| distances[before]).min() {
            None => Err(StageError::Invalid("the lift or the stairs must be placed before LongWay".to_owned())),
            Some(UNREACHED) => Err(StageError::Retry("there is no path from the start to the exit".to_owned())),
            Some(steps) if i64::from(steps) < self.least => {
                Err(StageError::Retry(format!("the path to the exit has {steps} steps, but `least` is {}", self.least)))
            }
            Some(_) => Ok(()),
        }
    }
}
