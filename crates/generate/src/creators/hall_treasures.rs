//! Treasures in the halls: loot and ways out do not lie in the same places.

use crate::{
    graph::chance::Chance,
    graph::content::Content,
    graph::graph::Graph,
    graph::stage::{Stage, TreasureSet, Trouble, Work},
};
use serde::Deserialize;

/// Lays the treasures of some sets onto floor that is no dead end. What finds no room stays out: at most every second hall holds
/// something.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HallTreasures {
    /// The names of the sets.
    #[serde(alias = "treasure_set")]
    pub(crate) treasure_sets: Vec<String>,
}

/// The most treasures of a map: a level has no room for more things.
const MAX_TREASURES: usize = 2000;

impl Stage for HallTreasures {
    fn check(&self) -> Result<(), String> {
        if self.treasure_sets.is_empty() { Err("it names no treasure set".to_owned()) } else { Ok(()) }
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        let treasures = work.known.treasures(&self.treasure_sets)?;
        let (mut halls, links) = (graph.free_floor(), graph.links());
        halls.retain(|&place| links[place].count_ones() > 1);
        work.chance.shuffle(&mut halls);
        halls.truncate((halls.len() / 2).min(MAX_TREASURES));
        let items = some_of(&treasures, halls.len(), &mut work.chance);
        for (hall, item) in halls.into_iter().zip(items) {
            graph.contents.insert(hall, Content::Pickup(item));
        }
        Ok(())
    }
}

/// All items of a set if there are no more than `room`, or so many, each as likely as its count says.
pub(super) fn some_of(set: &TreasureSet, room: usize, chance: &mut Chance) -> Vec<String> {
    if set.total() <= room as u128 {
        let each = |(item, count): (&String, u64)| std::iter::repeat_n(item.clone(), count as usize);
        return set.iter().flat_map(each).collect();
    }
    // A share of a million is exact enough where there is more than fits.
    let total = set.total();
    let mut items = Vec::new();
    for _ in 0..room {
        let mut at = u128::from(chance.below(1_000_000) as u64) * total / 1_000_000;
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
