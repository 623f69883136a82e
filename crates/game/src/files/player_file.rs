//! Achievements of the player across all games, in a file next to the saves that all running games share.

use crate::files::kept_file::{KeptFile, complaint};
use ports::Store;
use serde::{Serialize, de::DeserializeOwned};
use std::collections::BTreeSet;

/// Content of such a file.
pub(crate) trait Kept: Default + Serialize + DeserializeOwned {
    /// Merges the content that another game has written.
    fn merge(&mut self, other: Self);
}

impl Kept for BTreeSet<String> {
    fn merge(&mut self, other: Self) {
        self.extend(other);
    }
}

/// The file and its content. If the player has no folder, the content lasts for this game only.
#[derive(Debug, Default)]
pub(crate) struct PlayerFile<T> {
    file: Option<KeptFile>,
    pub(crate) kept: T,
    complaint: Option<String>,
}

impl<T: Kept> PlayerFile<T> {
    /// Reads the file of this name, up to a size limit in bytes.
    pub(crate) fn open(store: &Store, name: &str, max_bytes: usize) -> Self {
        let file = KeptFile::new(store, name, max_bytes);
        let (kept, complaint) = match file.as_ref().map_or(Ok(None), KeptFile::read::<T>) {
            Ok(read) => (read.unwrap_or_default().0, None),
            Err(why) => (T::default(), Some(complaint(&why))),
        };
        PlayerFile { file, kept, complaint }
    }

    /// Returns the problem with the file at the start of the game, if any.
    pub(crate) fn complaint(&self) -> Option<String> {
        self.complaint.clone()
    }

    /// Writes the content, merged with what other games have written.
    ///
    /// # Errors
    /// Returns a message if the file cannot be written.
    pub(crate) fn write(&mut self) -> Result<(), String> {
        let Some(file) = &self.file else { return Ok(()) };
        file.update::<T>(|now| {
            self.kept.merge(now.unwrap_or_default().0);
            let text = ron::ser::to_string_pretty(&self.kept, ron::ser::PrettyConfig::default());
            text.map(|text| text + "\n").map_err(|error| error.to_string())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ports::{Clock, FaultWorld, assert_message};
    use rand::RngExt;
    use std::sync::{Arc, Mutex};

    const FILE: &str = "saves/names.ron";
    const MAX_BYTES: usize = 1000;

    fn open(store: &Store) -> PlayerFile<BTreeSet<String>> {
        PlayerFile::open(store, FILE, MAX_BYTES)
    }

    fn add(file: &mut PlayerFile<BTreeSet<String>>, name: &str) {
        file.kept.insert(name.to_owned());
        file.write().unwrap();
    }

    #[test]
    fn damaged_file_is_reported_and_renamed() {
        let store = Store::in_memory(Clock::default()).0;
        let many = format!("[{}]", "\"a deck\",".repeat(MAX_BYTES / 9 + 1));
        let newer = "(version: 2, decks: [\"cryogenics\", \"holds\", \"engineering\"])";
        for (number, damaged) in (1..).zip([newer, "[\"holds\"; \"vault\"]", &many]) {
            store.write(FILE, damaged.as_bytes()).unwrap();
            let mut file = open(&store);
            let told = file.complaint().unwrap();
            assert!(told.contains(FILE) && !told.contains('\n') && file.kept.is_empty(), "{told}");
            add(&mut file, "command");
            assert_eq!(store.read(&format!("{FILE}.broken{number}"), 9999).unwrap(), damaged.as_bytes());
            let again = open(&store);
            assert!(again.kept.contains("command") && again.complaint().is_none());
        }
    }

    #[test]
    fn entries_of_two_games_are_merged() {
        let store = Store::in_memory(Clock::default()).0;
        let [mut one, mut two] = [(); 2].map(|()| open(&store));
        add(&mut one, "holds");
        add(&mut two, "vault");
        add(&mut one, "command");
        for file in [open(&store), one] {
            assert!(["holds", "vault", "command"].iter().all(|name| file.kept.contains(*name)), "{:?}", file.kept);
        }
    }

    /// Two games add names while accesses fail, games end at any moment, and another program damages the file.
    #[test]
    fn no_name_is_lost_whatever_fails() {
        for seed in 0..300 {
            let mut world = FaultWorld::new(seed, 0.2, 0.2);
            let store = world.store.clone();
            let mut games = [(); 2].map(|()| open(&store));
            let (mut written, mut damaged) = (BTreeSet::new(), None);
            let others = Arc::new(Mutex::new(Vec::new()));
            for number in 0..20 {
                let game = world.rng.random_range(0..2);
                match world.rng.random_range(0..8) {
                    0 => {
                        damaged = world.damage().or(damaged);
                        written.clear();
                    }
                    1 => drop(world.act(|| games[game] = open(&store))),
                    _ => {
                        let [name, other_name] = ["deck", "room"].map(|what| format!("{what} {number}"));
                        let mut other = open(&store);
                        let other_names = Arc::clone(&others);
                        world.meanwhile(2, move || {
                            add(&mut other, &other_name);
                            other_names.lock().unwrap().push(other_name);
                        });
                        games[game].kept.insert(name.clone());
                        let result = world.act(|| games[game].write()).0;
                        written.extend(others.lock().unwrap().drain(..));
                        match result {
                            Ok(()) => drop(written.insert(name)),
                            Err(why) => {
                                assert!(why.contains(FILE), "{why}");
                                assert_message(&why);
                            }
                        }
                    }
                }
                let now = open(&store).kept;
                assert!(written.is_subset(&now), "world {seed}, act {number}: {written:?} is not in {now:?}");
                let is_kept = damaged.as_ref().is_none_or(|(_, bytes)| world.contents().values().any(|it| it == bytes));
                assert!(is_kept, "world {seed}, act {number}: a damaged file was overwritten");
            }
        }
    }
}
