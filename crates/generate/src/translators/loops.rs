//! Loops: some of a maze's dead ends are opened.

use crate::{
    graph::graph::{Graph, Scale},
    graph::place::{DIRECTIONS, Kind},
    graph::stage::{Stage, Trouble, Work, check_range},
};
use serde::Deserialize;

/// Links some of the chambers at dead ends to another neighbour, so that ways lead in circles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Loops {
    /// How many of a hundred dead ends are opened.
    percent: i64,
}

impl Stage for Loops {
    fn check(&self) -> Result<(), String> {
        check_range("percent", self.percent, 0..=100)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        if graph.scale == Scale::Tiles {
            let what = "its places are tiles already: loops are opened in a maze before SimpleMaze makes tiles of it";
            return Err(Trouble::Wrong(what.to_owned()));
        }
        let mut ends = graph.dead_ends();
        work.chance.shuffle(&mut ends);
        for end in ends {
            // Another one may have been opened towards it.
            if graph.neighbours(end).count() != 1 || !work.chance.percent(self.percent as usize) {
                continue;
            }
            let is_shut = |way| {
                let beside = graph.beside(end, way);
                beside.filter(|&beside| graph.kind(beside) == Kind::Floor && !graph.is_linked(end, way))
            };
            let shut: Vec<_> = DIRECTIONS.into_iter().filter_map(|way| Some((way, is_shut(way)?))).collect();
            // One opening for two dead ends is worth more.
            let is_end = |beside: usize| graph.neighbours(beside).count() == 1;
            let ends: Vec<_> = shut.iter().copied().filter(|&(_, beside)| is_end(beside)).collect();
            let Some((way, _)) = work.chance.pick(if ends.is_empty() { &shut } else { &ends }) else { continue };
            graph.link(end, way);
        }
        Ok(())
    }
}
