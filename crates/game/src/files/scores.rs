//! The scores: the best that was achieved on each deck with each skill, kept beside the saves.

use crate::files::kept_file::{KeptFile, complaint};
use bevy::prelude::*;
use engine::Run;
use ports::Store;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const FILE: &str = "saves/scores.ron";
/// The largest file that is read, in bytes, and the most decks that are remembered.
const MAX_BYTES: usize = 1 << 20;
const MOST: usize = 4096;

/// The best on a deck with a skill; each by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Best {
    /// The shortest time, in ticks.
    pub(crate) ticks: u64,
    /// The most undead put to rest.
    pub(crate) kills: u32,
    /// The most secrets found.
    pub(crate) secrets: u32,
}

impl Best {
    fn of(run: &Run) -> Best {
        Best { ticks: run.tick, kills: run.kills, secrets: run.found }
    }

    /// The better of both in each.
    fn or(self, other: Best) -> Best {
        Best {
            ticks: self.ticks.min(other.ticks),
            kills: self.kills.max(other.kills),
            secrets: self.secrets.max(other.secrets),
        }
    }
}

/// The scores, as the file lists them.
type Listed = Vec<((String, u8), Best)>;

/// The scores, by deck and skill.
#[derive(Resource, Debug, Default)]
pub(crate) struct Scores {
    file: Option<KeptFile>,
    best: BTreeMap<(String, u8), Best>,
    /// What is wrong with the file, in a sentence.
    complaint: Option<String>,
}

impl Scores {
    /// Those that the list in the store names.
    pub(crate) fn open(store: &Store) -> Scores {
        let file = KeptFile::new(store, FILE, MAX_BYTES);
        let (best, complaint) = match file.as_ref().map_or(Ok(None), KeptFile::read::<Listed>) {
            Ok(read) => (read.unwrap_or_default().0, None),
            Err(why) => (Listed::new(), Some(complaint(&why))),
        };
        let mut scores = Scores { file, best: BTreeMap::new(), complaint };
        scores.add(best);
        scores
    }

    /// What is wrong with the file, in a sentence.
    pub(crate) fn complaint(&self) -> Option<String> {
        self.complaint.clone()
    }

    /// Takes in a list of scores.
    fn add(&mut self, list: Listed) {
        for (key, best) in list {
            self.best.entry(key).and_modify(|before| *before = before.or(best)).or_insert(best);
        }
    }

    /// The best on a deck with a skill.
    pub(crate) fn best(&self, deck: &str, skill: u8) -> Option<Best> {
        self.best.get(&(deck.to_owned(), skill)).copied()
    }

    /// Takes in a deck that was left by its lift: the best before it, if it was left before.
    ///
    /// # Errors
    /// A sentence, if the file cannot be written.
    pub(crate) fn take(&mut self, deck: &str, skill: u8, run: &Run) -> (Option<Best>, Result<(), String>) {
        let (key, now) = ((deck.to_owned(), skill), Best::of(run));
        let before = self.best.get(&key).copied();
        if before.is_none() && self.best.len() >= MOST {
            return (None, Ok(()));
        }
        self.add(vec![(key, now)]);
        (before, self.write())
    }

    /// Writes them, with those of other games.
    fn write(&mut self) -> Result<(), String> {
        let Some(file) = self.file.clone() else { return Ok(()) };
        file.update::<Listed>(|now| {
            self.add(now.unwrap_or_default().0);
            let all: Vec<(&(String, u8), &Best)> = self.best.iter().collect();
            let text = ron::ser::to_string_pretty(&all, ron::ser::PrettyConfig::default());
            text.map(|text| text + "\n").map_err(|error| error.to_string())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ports::Clock;

    #[test]
    fn the_best_of_each_deck_and_skill_is_remembered() {
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
        assert_eq!(scores.take("a.ron", 3, &run(1, 1, 1)).0, None, "with another skill");
        assert_eq!(scores.take("a.ron", 2, &run(1, 1, 1)).0, Some(Best { ticks: 500, kills: 3, secrets: 1 }));
    }

    #[test]
    fn damaged_scores_are_reported_and_kept_under_another_name() {
        let store = Store::in_memory(Clock::default()).0;
        let best = |ticks, kills| Best { ticks, kills, secrets: 0 };
        let write = |scores: &mut Scores, deck: &str, best: Best| {
            scores.add(vec![((deck.to_owned(), 2), best)]);
            scores.write().unwrap();
        };
        store.write(FILE, b"[((").unwrap();
        let mut one = Scores::open(&store);
        assert!(one.best.is_empty() && one.complaint().is_some_and(|told| told.contains(FILE)));
        write(&mut one, "a.ron", best(50, 3));
        assert_eq!(store.read("saves/scores.ron.broken1", 9).unwrap(), b"[((");
        let mut two = Scores::open(&store);
        write(&mut two, "b.ron", best(70, 1));
        write(&mut two, "a.ron", best(40, 1));
        write(&mut one, "c.ron", best(90, 1));
        let all = Scores::open(&store);
        let found = ["a.ron", "b.ron", "c.ron"].map(|deck| all.best(deck, 2));
        assert_eq!(found, [best(40, 3), best(70, 1), best(90, 1)].map(Some), "two games lose no score");
    }
}
