//! Monsters: out of sight of the player's start, and stronger with distance.

use crate::{
    graph::content::Content,
    graph::graph::Graph,
    graph::measure::{UNREACHED, distances, sees},
    graph::stage::{Stage, StageError, Work, check_range},
};
use level::IdleBehaviour;
use serde::Deserialize;

/// Places monsters on free floor, out of sight of the start and not near it. Each kind gets an equal share on every
/// skill, and strong ones are placed farther away. Some wait in ambush, and some exist only on higher skills.
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
        // Half of the monsters exist on every skill.
        let skills: Vec<u8> = others.iter().map(|_| [1, 1, 1, 2, 3, 4][work.rng.below(6)]).collect();
        let depths = others.iter().map(|&place| 2 * distances[place] as usize + work.rng.below(farthest.max(1)));
        let depths: Vec<usize> = depths.collect();
        for (monster, kind) in shares(&skills, &depths, kinds.len()).into_iter().enumerate() {
            let (place, skill, name) = (others[monster], skills[monster], kinds[kind].1.clone());
            let habit = if work.rng.percent(AMBUSH) { IdleBehaviour::Ambush } else { IdleBehaviour::Post };
            graph.contents.insert(place, Content::Monster { name, habit, skill });
        }
        Ok(())
    }
}

/// Returns the kind of each monster, by its index from the weakest to the strongest. `skills` are the lowest skills on
/// which the monsters exist; the deeper a monster is, the stronger its kind.
///
/// On every skill, the numbers of two kinds differ by at most one, so no kind fills a deck on its own.
fn shares(skills: &[u8], depths: &[usize], kinds: usize) -> Vec<usize> {
    let mut chosen = vec![0; skills.len()];
    let mut counts = vec![0_usize; kinds];
    for skill in 1..=4 {
        let mut monsters: Vec<usize> = (0..skills.len()).filter(|&monster| skills[monster] == skill).collect();
        monsters.sort_by_key(|&monster| (depths[monster], monster));
        let bag = monsters.iter().map(|_| {
            let rarest = (0..kinds).min_by_key(|&kind| counts[kind]).unwrap_or(0);
            counts[rarest] += 1;
            rarest
        });
        let mut bag: Vec<usize> = bag.collect();
        bag.sort_unstable();
        monsters.into_iter().zip(bag).for_each(|(monster, kind)| chosen[monster] = kind);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_equal_shares_on_every_skill_and_the_strong_are_deep() {
        let skills = [1, 2, 1, 1, 3, 1, 4, 1, 2, 1, 1];
        let depths = [30, 10, 20, 5, 40, 50, 60, 70, 15, 25, 45];
        for kinds in 1..=4 {
            let chosen = shares(&skills, &depths, kinds);
            for skill in 1..=4 {
                let count = |kind| (0..skills.len()).filter(|&one| skills[one] <= skill && chosen[one] == kind).count();
                let counts: Vec<usize> = (0..kinds).map(count).collect();
                assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1, "{kinds} {skill} {counts:?}");
            }
        }
        let chosen = shares(&skills, &depths, 3);
        let of_skill_1: Vec<usize> = [3, 2, 9, 0, 10, 5, 7].map(|monster| chosen[monster]).into();
        assert!(of_skill_1.is_sorted(), "from the shallowest to the deepest: {of_skill_1:?}");
    }
}
