//! Stairs to other maps, at dead ends.

use crate::{
    graph::content::{Content, Stair},
    graph::graph::{Graph, opposite},
    graph::node::{DIRECTIONS, Kind},
    graph::stage::{Stage, StageError, Work},
};
use level::Direction;
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
        ends.retain(|&end| graph.is_free(end) && !graph.dress.contains_key(&end));
        work.rng.shuffle(&mut ends);
        // The map also shows stairs from behind, where they cannot be used, so thick walls are preferred.
        ends.sort_by_key(|&end| !ends_in_thick_wall(graph, end));
        if ends.len() < self.stairs.len() {
            let (stairs, ends) = (self.stairs.len(), ends.len());
            return Err(StageError::Retry(format!("{stairs} stairs need {stairs} dead ends, but the map has {ends}")));
        }
        for (stair, end) in self.stairs.iter().zip(ends) {
            graph.contents.insert(end, Content::Stair(graph.stairs.len()));
            graph.stairs.push(stair.clone());
        }
        Ok(())
    }
}

/// Returns true if the wall at the end of a dead end is not also the wall of another path.
fn ends_in_thick_wall(graph: &Graph, end: usize) -> bool {
    let is_floor = |place: usize, way: Direction| graph.neighbour_kind(place, way) == Kind::Floor;
    let wall =
        DIRECTIONS.into_iter().find(|&way| is_floor(end, way)).and_then(|way| graph.neighbour(end, opposite(way)));
    wall.is_some_and(|wall| DIRECTIONS.into_iter().filter(|&way| is_floor(wall, way)).count() == 1)
}
