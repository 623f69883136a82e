//! The decks of the campaign that somebody has reached, by their names: a new game may begin there. They are kept beside the saves.

use crate::files::file_bytes::read_file;
use bevy::prelude::*;
use journey::write_whole;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const FILE: &str = "reached.ron";
/// The largest file that is read, in bytes, and the most decks that are remembered.
const MAX_BYTES: usize = 1 << 16;
const MOST: usize = 1000;

/// The decks that somebody has reached.
#[derive(Resource, Debug, Default)]
pub(crate) struct Reached {
    path: Option<PathBuf>,
    names: BTreeSet<String>,
}

impl Reached {
    /// Those that a folder tells of; what cannot be read there is as if there were none.
    pub(crate) fn open(folder: &Path) -> Reached {
        let path = folder.join(FILE);
        let name = path.display().to_string();
        let read = read_file(&path, MAX_BYTES).ok().and_then(|bytes| level::read_ron(&name, &bytes, MAX_BYTES).ok());
        let names: Vec<String> = read.unwrap_or_default();
        Reached { path: Some(path), names: names.into_iter().take(MOST).collect() }
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
        let Some(path) = &self.path else { return Ok(()) };
        let text =
            ron::ser::to_string_pretty(&self.names.iter().collect::<Vec<_>>(), ron::ser::PrettyConfig::default());
        let text = text.map_err(|error| error.to_string())?;
        write_whole(path, (text + "\n").as_bytes())
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_decks_that_were_reached_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let mut reached = Reached::open(folder.path());
        assert!(!reached.has("holds"));
        assert_eq!((reached.add("holds"), reached.add("holds"), reached.add("labyrinth a")), (Ok(()), Ok(()), Ok(())));
        let again = Reached::open(folder.path());
        assert!(again.has("holds") && again.has("labyrinth a") && !again.has("command"));
        std::fs::write(folder.path().join(FILE), "[(").unwrap();
        assert!(!Reached::open(folder.path()).has("holds"), "what is damaged is forgotten");
    }
}
