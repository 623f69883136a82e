//! High scores: the best results on each deck at each skill, stored next to the saves.

use crate::files::player_file::{Kept, PlayerFile};
use bevy::prelude::*;
use engine::Run;
use ports::Store;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const FILE: &str = "saves/scores.ron";
/// Maximum size in bytes of the file, and maximum number of decks.
const MAX_BYTES: usize = 1 << 20;
const MAX: usize = 4096;

/// Best results on a deck at a skill. Each value may come from a different run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Best {
    /// Shortest time in ticks.
    pub(crate) ticks: u64,
    /// Highest number of monsters killed.
    pub(crate) kills: u32,
    /// Highest number of secrets found.
    pub(crate) secrets: u32,
}

impl Best {
    fn of(run: &Run) -> Best {
        Best { ticks: run.tick, kills: run.kills, secrets: run.found }
    }

    /// Returns the better of both in each value.
    fn or(self, other: Best) -> Best {
        Best {
            ticks: self.ticks.min(other.ticks),
            kills: self.kills.max(other.kills),
            secrets: self.secrets.max(other.secrets),
        }
    }
}

/// Scores in the format of the file.
type Listed = Vec<((String, u8), Best)>;

/// Best results by deck and skill.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Listed", into = "Listed")]
pub(crate) struct BestOfAll(BTreeMap<(String, u8), Best>);

impl From<Listed> for BestOfAll {
    fn from(list: Listed) -> Self {
        let mut all = BestOfAll::default();
        list.into_iter().for_each(|(key, best)| all.add(key, best));
        all
    }
}

impl From<BestOfAll> for Listed {
    fn from(all: BestOfAll) -> Self {
        all.0.into_iter().collect()
    }
}

impl Kept for BestOfAll {
    fn merge(&mut self, other: Self) {
        other.0.into_iter().for_each(|(key, best)| self.add(key, best));
    }
}

impl BestOfAll {
    fn add(&mut self, key: (String, u8), best: Best) {
        self.0.entry(key).and_modify(|before| *before = before.or(best)).or_insert(best);
    }
}

/// High scores.
#[derive(Resource, Debug, Default)]
pub(crate) struct Scores(pub(crate) PlayerFile<BestOfAll>);

impl Scores {
    /// Reads the list in the store.
    pub(crate) fn open(store: &Store) -> Scores {
        Scores(PlayerFile::open(store, FILE, MAX_BYTES))
    }

    /// Returns the best results on a deck at a skill.
    pub(crate) fn best(&self, deck: &str, skill: u8) -> Option<Best> {
        self.0.kept.0.get(&(deck.to_owned(), skill)).copied()
    }

    /// Adds the results of a deck that was completed. Returns the previous best results, if any.
    ///
    /// # Errors
    /// The second value is a message if the file cannot be written.
    pub(crate) fn take(&mut self, deck: &str, skill: u8, run: &Run) -> (Option<Best>, Result<(), String>) {
        let (key, now) = ((deck.to_owned(), skill), Best::of(run));
        let before = self.0.kept.0.get(&key).copied();
        if before.is_none() && self.0.kept.0.len() >= MAX {
            return (None, Ok(()));
        }
        self.0.kept.add(key, now);
        (before, self.0.write())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ports::Clock;

    #[test]
    fn best_results_of_each_deck_and_skill_are_remembered() {
        let store = Store::in_memory(Clock::default()).0;
        let level =
            b"(name: \"x\", legend: {'#': (wall: \"hull\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        let level = std::sync::Arc::new(level::Level::read("x", level).unwrap());
        let start = engine::Start::on(level);
        let first = *engine::Headless::begin(&start).world().resource::<Run>();
        let run = |tick, kills, found| {
            let mut run = first;
            (run.tick, run.kills, run.found) = (tick, kills, found);
            run
        };
        let mut scores = Scores::open(&store);
        assert_eq!(scores.take("a.ron", 2, &run(500, 3, 0)), (None, Ok(())));
        let (before, _) = scores.take("a.ron", 2, &run(900, 1, 1));
        assert_eq!(before, Some(Best { ticks: 500, kills: 3, secrets: 0 }));
        let mut scores = Scores::open(&store);
        assert_eq!(scores.best("a.ron", 2), Some(Best { ticks: 500, kills: 3, secrets: 1 }));
        assert_eq!(scores.take("a.ron", 3, &run(1, 1, 1)).0, None, "another skill must have its own scores");
        assert_eq!(scores.take("a.ron", 2, &run(1, 1, 1)).0, Some(Best { ticks: 500, kills: 3, secrets: 1 }));
    }

    #[test]
    fn two_games_keep_the_better_score() {
        let store = Store::in_memory(Clock::default()).0;
        let best = |ticks, kills| Best { ticks, kills, secrets: 0 };
        let write = |scores: &mut Scores, deck: &str, best: Best| {
            scores.0.kept.add((deck.to_owned(), 2), best);
            scores.0.write().unwrap();
        };
        let [mut one, mut two] = [(); 2].map(|()| Scores::open(&store));
        write(&mut one, "a.ron", best(50, 3));
        write(&mut two, "a.ron", best(40, 1));
        assert_eq!(Scores::open(&store).best("a.ron", 2), Some(best(40, 3)));
    }
}
