//! The decks of the campaign that somebody has reached, by their names: a new game may begin there. They are kept beside the saves.

use crate::files::player_file::PlayerFile;
use bevy::prelude::*;
use ports::Store;
use std::collections::BTreeSet;

const FILE: &str = "saves/reached.ron";
/// The largest file that is read, in bytes, and the most decks that are remembered.
const MAX_BYTES: usize = 1 << 16;
const MAX: usize = 1000;

/// The decks that somebody has reached.
#[derive(Resource, Debug, Default)]
pub(crate) struct Reached(pub(crate) PlayerFile<BTreeSet<String>>);

impl Reached {
    /// Those that the list in the store names.
    pub(crate) fn open(store: &Store) -> Reached {
        Reached(PlayerFile::open(store, FILE, MAX_BYTES))
    }

    /// True if somebody was on the deck of this name.
    pub(crate) fn has(&self, deck: &str) -> bool {
        self.0.kept.contains(deck)
    }

    /// Somebody has come to the deck of this name.
    ///
    /// # Errors
    /// A sentence, if the file cannot be written.
    pub(crate) fn add(&mut self, deck: &str) -> Result<(), String> {
        if self.has(deck) || self.0.kept.len() >= MAX {
            return Ok(());
        }
        self.0.kept.insert(deck.to_owned());
        self.0.write()
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
}
