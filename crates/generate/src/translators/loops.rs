//! Loops: opens some of a maze's dead ends.

use crate::{
    graph::graph::{Graph, Scale},
    graph::node::{DIRECTIONS, Kind},
    graph::stage::{Stage, StageError, Work, check_range},
};
use serde::Deserialize;

/// Links some of the chambers at dead ends to another neighbour, which creates loops.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Loops {
    /// Percentage of dead ends that are opened.
    percent: i64,
}

impl Stage for Loops {
    fn check(&self) -> Result<(), String> {
        check_range("percent", self.percent, 0..=100)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        if graph.scale == Scale::Tiles {
            let what = "the places must be chambers, got tiles: put Loops before SimpleMaze";
            return Err(StageError::Invalid(what.to_owned()));
        }
        let mut ends = graph.dead_ends();
        work.rng.shuffle(&mut ends);
        for end in ends {
            // Another dead end may already have been linked to this one.
            if graph.neighbours(end).count() != 1 || !work.rng.percent(self.percent as usize) {
                continue;
            }
            let is_shut = |way| {
                let neighbour = graph.neighbour(end, way);
                neighbour.filter(|&neighbour| graph.kind(neighbour) == Kind::Floor && !graph.is_linked(end, way))
            };
            let shut: Vec<_> = DIRECTIONS.into_iter().filter_map(|way| Some((way, is_shut(way)?))).collect();
            // Prefer links that open two dead ends at once.
            let is_end = |neighbour: usize| graph.neighbours(neighbour).count() == 1;
            let ends: Vec<_> = shut.iter().copied().filter(|&(_, neighbour)| is_end(neighbour)).collect();
            let Some((way, _)) = work.rng.pick(if ends.is_empty() { &shut } else { &ends }) else { continue };
            graph.link(end, way);
        }
        Ok(())
    }
}
