//! Treasures in the halls, away from dead ends, where the exits are.

use crate::{
    graph::content::Content,
    graph::graph::Graph,
    graph::rng::Rng,
    graph::stage::{Stage, StageError, TreasureSet, Work},
};
use serde::Deserialize;

/// Places the treasures of some sets on floor that is not a dead end. At most every second such place gets one;
/// treasures that do not fit are omitted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HallTreasures {
    /// Names of the treasure sets.
    #[serde(alias = "treasure_set")]
    pub(crate) treasure_sets: Vec<String>,
}

/// Maximum number of treasures per map, because a level has a maximum number of things.
const MAX_TREASURES: usize = 2000;

impl Stage for HallTreasures {
    fn check(&self) -> Result<(), String> {
        if self.treasure_sets.is_empty() {
            Err("`treasure_sets` must have at least one name".to_owned())
        } else {
            Ok(())
        }
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let treasures = work.known.treasures(&self.treasure_sets)?;
        let (mut halls, links) = (graph.free_floor(), graph.links());
        halls.retain(|&place| links[place].count_ones() > 1);
        work.rng.shuffle(&mut halls);
        halls.truncate((halls.len() / 2).min(MAX_TREASURES));
        let items = some_of(&treasures, halls.len(), &mut work.rng);
        for (hall, item) in halls.into_iter().zip(items) {
            graph.contents.insert(hall, Content::Pickup(item));
        }
        Ok(())
    }
}

/// Returns all items of a set if there are at most `room`; otherwise `room` items, drawn with the counts as weights.
pub(super) fn some_of(set: &TreasureSet, room: usize, rng: &mut Rng) -> Vec<String> {
    if set.total() <= room as u128 {
        let each = |(item, count): (&String, u64)| std::iter::repeat_n(item.clone(), count as usize);
        return set.iter().flat_map(each).collect();
    }
    // Weights rounded to a millionth are exact enough here.
    let total = set.total();
    let mut items = Vec::new();
    for _ in 0..room {
        let mut at = u128::from(rng.below(1_000_000) as u64) * total / 1_000_000;
        let mut chosen = None;
        for (item, count) in set.iter() {
            chosen = Some(item);
            let Some(rest) = at.checked_sub(u128::from(count)) else { break };
            at = rest;
        }
        items.extend(chosen.cloned());
    }
    items
}
