//! Stairs to other maps, at dead ends.

use crate::{
    graph::content::{Content, Stair},
    graph::graph::Graph,
    graph::stage::{Stage, Trouble, Work},
};
use serde::Deserialize;
use std::collections::BTreeSet;

/// The most stairs of a map: each is an arrival of the level.
const MAX_STAIRS: usize = 32;

/// Puts each stairs into another place with three walls. Whoever does not start elsewhere starts at the first of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stairs {
    /// The stairs, each with `id`, `to_map`, `destination` and `going`.
    #[serde(alias = "stair")]
    pub(crate) stairs: Vec<Stair>,
}

impl Stage for Stairs {
    fn check(&self) -> Result<(), String> {
        if self.stairs.is_empty() || self.stairs.len() > MAX_STAIRS {
            return Err(format!("a map has 1 to {MAX_STAIRS} stairs, not {}", self.stairs.len()));
        }
        let mut ids = BTreeSet::new();
        for stair in &self.stairs {
            if stair.id.is_empty() || stair.to_map.is_empty() {
                return Err("stairs need an `id`, and the name of the map that they lead to".to_owned());
            }
            if stair.id.chars().count() > 100 || stair.id.contains(['\\', '"']) {
                return Err(format!("'{}' is no id of stairs: they have at most 100 letters", stair.id));
            }
            if !ids.insert(&stair.id) {
                return Err(format!("two stairs have the id '{}'", stair.id));
            }
        }
        Ok(())
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        if let Some(twice) = self.stairs.iter().find(|one| graph.stairs.iter().any(|other| other.id == one.id)) {
            return Err(Trouble::Wrong(format!("two stairs have the id '{}'", twice.id)));
        }
        let mut ends = graph.dead_ends();
        ends.retain(|&end| graph.is_free(end));
        work.chance.shuffle(&mut ends);
        if ends.len() < self.stairs.len() {
            let (stairs, ends) = (self.stairs.len(), ends.len());
            return Err(Trouble::Unlucky(format!(
                "{stairs} stairs need as many dead ends, and the map has {ends} free ones"
            )));
        }
        for (stair, end) in self.stairs.iter().zip(ends) {
            graph.contents.insert(end, Content::Stair(graph.stairs.len()));
            graph.stairs.push(stair.clone());
        }
        Ok(())
    }
}
