//! Stairs to other maps, at dead ends.

use crate::{
    graph::content::{Content, Stair},
    graph::graph::Graph,
    graph::measure::distances,
    graph::stage::{Stage, StageError, Work},
};
use serde::Deserialize;
use std::collections::BTreeSet;

/// Maximum number of stairs per map, because each is an entrance of the level.
const MAX_STAIRS: usize = 32;

/// Places each of the stairs at a different dead end. Without a separate start, the player starts at the first of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stairs {
    /// The stairs, each with `id`, `to_map`, `destination` and `going`.
    #[serde(alias = "stair")]
    pub(crate) stairs: Vec<Stair>,
    /// Places the others at the dead ends that are farthest from the first, instead of random ones.
    #[serde(default)]
    pub(crate) far: bool,
}

impl Stage for Stairs {
    fn check(&self) -> Result<(), String> {
        if self.stairs.is_empty() || self.stairs.len() > MAX_STAIRS {
            return Err(format!("a map must have 1 to {MAX_STAIRS} stairs, got {}", self.stairs.len()));
        }
        let mut ids = BTreeSet::new();
        for stair in &self.stairs {
            if stair.id.is_empty() || stair.to_map.is_empty() {
                return Err("stairs must have an `id` and a `to_map`".to_owned());
            }
            if stair.id.chars().count() > 100 || stair.id.contains(['\\', '"']) {
                return Err(format!("the `id` of stairs must be at most 100 characters, got '{}'", stair.id));
            }
            if !ids.insert(&stair.id) {
                return Err(format!("two stairs have the id '{}'", stair.id));
            }
        }
        Ok(())
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        if let Some(twice) = self.stairs.iter().find(|one| graph.stairs.iter().any(|other| other.id == one.id)) {
            return Err(StageError::Invalid(format!("two stairs have the id '{}'", twice.id)));
        }
        let mut ends = graph.dead_ends();
        // A prefab room has no blank wall for stairs.
        ends.retain(|&end| graph.is_free(end) && !graph.dress.has(end));
        work.rng.shuffle(&mut ends);
        if ends.len() < self.stairs.len() {
            let (stairs, ends) = (self.stairs.len(), ends.len());
            return Err(StageError::Retry(format!("{stairs} stairs need {stairs} dead ends, but the map has {ends}")));
        }
        if self.far {
            let distances = distances(graph, ends[0]);
            // Dead ends that cannot be reached are last.
            ends[1..].sort_by_key(|&end| u32::MAX - distances[end].wrapping_add(1));
        }
        for (stair, end) in self.stairs.iter().zip(ends) {
            graph.contents.insert(end, Content::Stair(graph.stairs.len()));
            graph.stairs.push(stair.clone());
        }
        Ok(())
    }
}
