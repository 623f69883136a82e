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
    use ports::{Access, Clock, Fault};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;
    use std::io::ErrorKind;
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
            let mut chance = Pcg32::seed_from_u64(seed);
            let (store, files) = Store::in_memory(Clock::default());
            // Accesses fail only while an act has random numbers for that.
            let faults = Arc::new(Mutex::new(None::<Pcg32>));
            let of_act = Arc::clone(&faults);
            files.simulate(move |access, _| {
                let mut faults = of_act.lock().unwrap();
                let chance = faults.as_mut()?;
                if chance.random_bool(0.8) {
                    return None;
                }
                let is_over = access == Access::Write && chance.random_bool(0.3);
                Some(if is_over { Fault::Unanswered } else { Fault::Refused(ErrorKind::PermissionDenied) })
            });
            let mut games = [(); 2].map(|()| open(&store));
            let (mut written, mut damaged) = (BTreeSet::new(), Vec::<String>::new());
            for number in 0..20 {
                let game = chance.random_range(0..2);
                match chance.random_range(0..8) {
                    0 => {
                        // What the other program itself overwrites is not our loss.
                        damaged.retain(|text: &String| files.bytes(FILE).is_none_or(|bytes| bytes != text.as_bytes()));
                        damaged.push(format!("[\"damaged {number}"));
                        store.write(FILE, damaged[damaged.len() - 1].as_bytes()).unwrap();
                        written.clear();
                    }
                    1 => {
                        *faults.lock().unwrap() = Some(Pcg32::seed_from_u64(chance.random()));
                        games[game] = open(&store);
                    }
                    _ => {
                        *faults.lock().unwrap() = Some(Pcg32::seed_from_u64(chance.random()));
                        let name = format!("deck {number}");
                        games[game].kept.insert(name.clone());
                        match games[game].write() {
                            Ok(()) => drop(written.insert(name)),
                            Err(why) => assert!(why.contains(FILE) && !why.contains('\n'), "{why}"),
                        }
                    }
                }
                *faults.lock().unwrap() = None;
                let now = open(&store).kept;
                assert!(written.is_subset(&now), "world {seed}, act {number}: {written:?} is not in {now:?}");
                let texts: Vec<_> = files.names().into_iter().filter_map(|name| files.bytes(&name)).collect();
                let is_kept = |text: &String| texts.iter().any(|bytes| bytes == text.as_bytes());
                assert!(damaged.iter().all(is_kept), "world {seed}, act {number}: a damaged file was overwritten");
            }
        }
    }
}
