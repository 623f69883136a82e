//! Names of the campaign decks that the player has reached, stored next to the saves. A new game can start on any of
//! them.

use crate::files::player_file::PlayerFile;
use bevy::prelude::*;
use ports::Store;
use std::collections::BTreeSet;

const FILE: &str = "saves/reached.ron";
/// Maximum size in bytes of the file, and maximum number of decks.
const MAX_BYTES: usize = 1 << 16;
const MAX: usize = 1000;

/// Names of the decks that were reached.
#[derive(Resource, Debug, Default)]
pub(crate) struct Reached(pub(crate) PlayerFile<BTreeSet<String>>);

impl Reached {
    /// Reads the list in the store.
    pub(crate) fn open(store: &Store) -> Reached {
        Reached(PlayerFile::open(store, FILE, MAX_BYTES))
    }

    /// Returns true if the deck of this name was reached.
    pub(crate) fn has(&self, deck: &str) -> bool {
        self.0.kept.contains(deck)
    }

    /// Records that the deck of this name was reached.
    ///
    /// # Errors
    /// Returns a message if the file cannot be written.
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
    fn reached_decks_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let mut reached = Reached::open(&Store::in_folder(folder.path()));
        assert!(!reached.has("holds"));
        assert_eq!((reached.add("holds"), reached.add("holds"), reached.add("labyrinth a")), (Ok(()), Ok(()), Ok(())));
        let again = Reached::open(&Store::in_folder(folder.path()));
        assert!(again.has("holds") && again.has("labyrinth a") && !again.has("command"));
    }
}
