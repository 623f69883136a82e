//! The scores: the best that was achieved on each deck with each skill, kept beside the saves.

use crate::files::file_bytes::read_file;
use bevy::prelude::*;
use engine::Run;
use journey::write_whole;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const FILE: &str = "scores.ron";
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

/// The scores, by deck and skill.
#[derive(Resource, Debug, Default)]
pub(crate) struct Scores {
    path: Option<PathBuf>,
    best: BTreeMap<(String, u8), Best>,
}

impl Scores {
    /// Those in a folder; what cannot be read there is as if there were none.
    pub(crate) fn open(folder: &Path) -> Scores {
        let path = folder.join(FILE);
        let name = path.display().to_string();
        let read = read_file(&path, MAX_BYTES).ok().and_then(|bytes| level::read_ron(&name, &bytes, MAX_BYTES).ok());
        let best: Vec<((String, u8), Best)> = read.unwrap_or_default();
        Scores { path: Some(path), best: best.into_iter().take(MOST).collect() }
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
        self.best.insert(key, before.map_or(now, |before| before.or(now)));
        (before, self.write())
    }

    fn write(&self) -> Result<(), String> {
        let Some(path) = &self.path else { return Ok(()) };
        let all: Vec<(&(String, u8), &Best)> = self.best.iter().collect();
        let text = ron::ser::to_string_pretty(&all, ron::ser::PrettyConfig::default());
        let text = text.map_err(|error| error.to_string())?;
        write_whole(path, (text + "\n").as_bytes())
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_each_deck_and_skill_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
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
        let mut scores = Scores::open(folder.path());
        assert_eq!(scores.take("a.ron", 2, &run(500, 3, 0)), (None, Ok(())));
        let (before, _) = scores.take("a.ron", 2, &run(900, 1, 1));
        assert_eq!(before, Some(Best { ticks: 500, kills: 3, secrets: 0 }));
        let mut scores = Scores::open(folder.path());
        assert_eq!(scores.best("a.ron", 2), Some(Best { ticks: 500, kills: 3, secrets: 1 }));
        assert_eq!(scores.take("a.ron", 3, &run(1, 1, 1)).0, None, "with another skill");
        assert_eq!(scores.take("a.ron", 2, &run(1, 1, 1)).0, Some(Best { ticks: 500, kills: 3, secrets: 1 }));
        std::fs::write(folder.path().join(FILE), "[((").unwrap();
        assert!(Scores::open(folder.path()).best.is_empty(), "what is damaged is forgotten");
    }
}
