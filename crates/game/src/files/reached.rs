//! The decks of the campaign that somebody has reached, by their names: a new game may begin there. They are kept beside the saves.

use crate::files::kept_file::{KeptFile, complaint};
use bevy::prelude::*;
use ports::Store;
use std::collections::BTreeSet;

const FILE: &str = "saves/reached.ron";
/// The largest file that is read, in bytes, and the most decks that are remembered.
const MAX_BYTES: usize = 1 << 16;
const MOST: usize = 1000;

/// The decks that somebody has reached.
#[derive(Resource, Debug, Default)]
pub(crate) struct Reached {
    file: Option<KeptFile>,
    names: BTreeSet<String>,
    /// What is wrong with the file, in a sentence.
    complaint: Option<String>,
}

impl Reached {
    /// Those that the list in the store names.
    pub(crate) fn open(store: &Store) -> Reached {
        let file = KeptFile::new(store, FILE, MAX_BYTES);
        let (names, complaint) = match file.as_ref().map_or(Ok(None), KeptFile::read::<BTreeSet<String>>) {
            Ok(read) => (read.unwrap_or_default().0, None),
            Err(why) => (BTreeSet::new(), Some(complaint(&why))),
        };
        Reached { file, names, complaint }
    }

    /// What is wrong with the file, in a sentence.
    pub(crate) fn complaint(&self) -> Option<String> {
        self.complaint.clone()
    }

    /// True if somebody was on the deck of this name.
    pub(crate) fn has(&self, deck: &str) -> bool {
        self.names.contains(deck)
    }

    /// Somebody has come to the deck of this name.
    ///
    /// # Errors
    /// A sentence, if the file cannot be written.
    pub(crate) fn add(&mut self, deck: &str) -> Result<(), String> {
        if self.has(deck) || self.names.len() >= MOST {
            return Ok(());
        }
        self.names.insert(deck.to_owned());
        let Some(file) = &self.file else { return Ok(()) };
        file.update::<BTreeSet<String>>(|now| {
            self.names.extend(now.unwrap_or_default().0);
            let text = ron::ser::to_string_pretty(&self.names, ron::ser::PrettyConfig::default());
            text.map(|text| text + "\n").map_err(|error| error.to_string())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_decks_that_were_reached_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let mut reached = Reached::open(&Store::in_folder(folder.path()));
        assert!(!reached.has("holds"));
        assert_eq!((reached.add("holds"), reached.add("holds"), reached.add("labyrinth a")), (Ok(()), Ok(()), Ok(())));
        let again = Reached::open(&Store::in_folder(folder.path()));
        assert!(again.has("holds") && again.has("labyrinth a") && !again.has("command"));
    }

    #[test]
    fn damaged_list_is_reported_and_kept_under_another_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        std::fs::create_dir(folder.path().join("saves")).unwrap();
        let many = format!("[{}]", "\"a deck\",".repeat(MAX_BYTES / 9 + 1));
        let newer = "(version: 2, decks: [\"cryogenics\", \"holds\", \"engineering\"])";
        for (number, damaged) in (1..).zip([newer, "[\"holds\"; \"vault\"]", &many]) {
            std::fs::write(&path, damaged).unwrap();
            let mut reached = Reached::open(&Store::in_folder(folder.path()));
            let told = reached.complaint().unwrap();
            assert!(told.starts_with(&path.display().to_string()) && !told.contains('\n'), "{told}");
            assert!(!reached.has("holds"));
            reached.add("command").unwrap();
            let aside = folder.path().join(format!("{FILE}.broken{number}"));
            assert_eq!(std::fs::read_to_string(aside).unwrap(), damaged);
            let again = Reached::open(&Store::in_folder(folder.path()));
            assert!(again.has("command") && again.complaint().is_none());
        }
    }

    #[test]
    fn decks_that_two_games_reach_are_all_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let [mut one, mut two] = [(); 2].map(|()| Reached::open(&Store::in_folder(folder.path())));
        one.add("holds").unwrap();
        two.add("vault").unwrap();
        one.add("command").unwrap();
        let again = Reached::open(&Store::in_folder(folder.path()));
        assert!(["holds", "vault", "command"].iter().all(|deck| again.has(deck) && one.has(deck)));
    }
}
