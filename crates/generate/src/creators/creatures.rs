//! Monsters: out of sight of the player's start, and stronger with distance.

use crate::{
    graph::content::Content,
    graph::graph::Graph,
    graph::measure::{UNREACHED, distances, sees},
    graph::stage::{Stage, StageError, Work, check_range},
};
use level::IdleBehaviour;
use serde::Deserialize;

/// Places monsters on free floor, out of sight of the start and not near it. Strong monsters are placed farther away.
/// Some wait in ambush, and some exist only on higher skills.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Creatures {
    /// Names of the kinds.
    pub(crate) kinds: Vec<String>,
    /// Monsters per thousand tiles of floor.
    #[serde(default)]
    pub(crate) per_thousand: i64,
    /// Additional monsters that exist on every skill and are not in ambush. If they do not fit, the deck is generated
    /// again.
    #[serde(default)]
    pub(crate) count: i64,
    /// Minimum distance from the start, in steps.
    #[serde(default = "default_nearest")]
    pub(crate) nearest: i64,
}

fn default_nearest() -> i64 {
    8
}

/// Maximum number of monsters per map.
const MAX_CREATURES: usize = 1000;
/// Percentage of monsters in ambush.
const AMBUSH: usize = 20;

impl Stage for Creatures {
    fn check(&self) -> Result<(), String> {
        check_range("number of `kinds`", self.kinds.len() as i64, 1..=100)?;
        check_range("per_thousand", self.per_thousand, 0..=500)?;
        check_range("count", self.count, 0..=MAX_CREATURES as i64)?;
        check_range("nearest", self.nearest, 2..=10_000)
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let Some(start) = graph.start() else {
            return Err(StageError::Invalid("the player's start must be placed before the monsters".to_owned()));
        };
        let mut kinds = Vec::new();
        for name in &self.kinds {
            let game_data = work.known.creature(name)?;
            kinds.push((u64::from(game_data.health) * u64::from(game_data.harm.max(1)), name));
        }
        kinds.sort();
        let distances = distances(graph, start);
        let is_far = |&place: &usize| distances[place] != UNREACHED && distances[place] >= self.nearest as u32;
        let mut places = graph.free_floor();
        places.retain(is_far);
        let farthest = places.iter().map(|&place| distances[place]).max().unwrap_or(0) as usize;
        let wanted = (places.len() * self.per_thousand as usize).div_ceil(1000).min(MAX_CREATURES);
        work.rng.shuffle(&mut places);
        let (count, most) = (self.count as usize, wanted + self.count as usize);
        let unseen: Vec<usize> = places.into_iter().filter(|&place| !sees(graph, start, place)).take(most).collect();
        let Some((sure, others)) = unseen.split_at_checked(count) else {
            let what = format!("only {} of {count} monsters fit out of sight of the start", unseen.len());
            return Err(StageError::Retry(what));
        };
        for &place in sure {
            let name = kinds[work.rng.below(kinds.len())].1.clone();
            graph.contents.insert(place, Content::Monster { name, habit: IdleBehaviour::Post, skill: 1 });
        }
        for &place in others {
            // Near the start only the weakest kinds, at the far end all kinds.
            let choice = (distances[place] as usize * kinds.len()).div_ceil(farthest.max(1)).clamp(1, kinds.len());
            let name = kinds[work.rng.below(choice)].1.clone();
            let habit = if work.rng.percent(AMBUSH) { IdleBehaviour::Ambush } else { IdleBehaviour::Post };
            // Half of the monsters exist on every skill.
            let skill = [1, 1, 1, 2, 3, 4][work.rng.below(6)];
            graph.contents.insert(place, Content::Monster { name, habit, skill });
        }
        Ok(())
    }
}
