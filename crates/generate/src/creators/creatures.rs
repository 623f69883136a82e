//! The undead: out of sight of where the player starts, and the worse the farther away.

use crate::{
    graph::content::Content,
    graph::graph::Graph,
    graph::measure::{UNREACHED, distances, sees},
    graph::stage::{Stage, Trouble, Work, check_range},
};
use level::IdleBehaviour;
use serde::Deserialize;

/// Puts undead onto free floor. None can be seen from the start or stands near it; those who are hard to kill and hit hard keep
/// away farther than the others; some wait for sight, and some are there only on higher skills.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Creatures {
    /// The names of their kinds.
    pub(crate) kinds: Vec<String>,
    /// How many there are on a thousand tiles of floor.
    #[serde(default)]
    pub(crate) per_thousand: i64,
    /// So many more, who are there on every skill and wait for nothing: a deck without room for them is begun anew.
    #[serde(default)]
    pub(crate) count: i64,
    /// How many steps lie between the start and the nearest at least.
    #[serde(default = "default_nearest")]
    pub(crate) nearest: i64,
}

fn default_nearest() -> i64 {
    8
}

/// The most undead of a map.
const MAX_CREATURES: usize = 1000;
/// Of a hundred, so many wait for sight.
const AMBUSH: usize = 20;

impl Stage for Creatures {
    fn check(&self) -> Result<(), String> {
        check_range("number of `kinds`", self.kinds.len() as i64, 1..=100)?;
        check_range("per_thousand", self.per_thousand, 0..=500)?;
        check_range("count", self.count, 0..=MAX_CREATURES as i64)?;
        check_range("nearest", self.nearest, 2..=10_000)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(Trouble::Wrong("the player's start must be put before the undead".to_owned()));
        };
        let mut kinds = Vec::new();
        for name in &self.kinds {
            let facts = work.known.creature(name)?;
            kinds.push((u64::from(facts.health) * u64::from(facts.harm.max(1)), name));
        }
        kinds.sort();
        let distances = distances(graph, start);
        let is_far = |&place: &usize| distances[place] != UNREACHED && distances[place] >= self.nearest as u32;
        let mut places = graph.free_floor();
        places.retain(is_far);
        let farthest = places.iter().map(|&place| distances[place]).max().unwrap_or(0) as usize;
        let wanted = (places.len() * self.per_thousand as usize).div_ceil(1000).min(MAX_CREATURES);
        work.chance.shuffle(&mut places);
        let (count, most) = (self.count as usize, wanted + self.count as usize);
        let unseen: Vec<usize> = places.into_iter().filter(|&place| !sees(graph, start, place)).take(most).collect();
        let Some((sure, others)) = unseen.split_at_checked(count) else {
            let what = format!("there is room for {} of {count} undead out of sight of the start", unseen.len());
            return Err(Trouble::Unlucky(what));
        };
        for &place in sure {
            let name = kinds[work.chance.below(kinds.len())].1.clone();
            graph.contents.insert(place, Content::Monster { name, habit: IdleBehaviour::Post, skill: 1 });
        }
        for &place in others {
            // Near the start only the weakest, at the far end any of them.
            let choice = (distances[place] as usize * kinds.len()).div_ceil(farthest.max(1)).clamp(1, kinds.len());
            let name = kinds[work.chance.below(choice)].1.clone();
            let habit = if work.chance.percent(AMBUSH) { IdleBehaviour::Ambush } else { IdleBehaviour::Post };
            // Half of them are there on every skill.
            let skill = [1, 1, 1, 2, 3, 4][work.chance.below(6)];
            graph.contents.insert(place, Content::Monster { name, habit, skill });
        }
        Ok(())
    }
}
