//! The lines that were entered into the console, in a file that all running games share.

use crate::files::player_file::{Kept, PlayerFile};
use bevy::prelude::*;
use inspect::CommandLine;
use ports::Store;
use serde::{Deserialize, Serialize};

const FILE: &str = "saves/console.ron";
/// Maximum size of the file, in bytes.
const MAX_BYTES: usize = 1 << 16;

/// The lines, the newest last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Lines(Vec<String>);

impl Kept for Lines {
    /// Puts the lines of other games before the own ones, without repetitions.
    fn merge(&mut self, other: Self) {
        let own = std::mem::take(&mut self.0);
        let others = other.0.into_iter().filter(|line| !own.contains(line));
        let all = CommandLine::with_history(others.chain(own.iter().cloned()));
        self.0 = all.history().to_vec();
    }
}

/// The file of the history.
#[derive(Resource, Debug, Default)]
pub(crate) struct ConsoleHistory(PlayerFile<Lines>);

impl ConsoleHistory {
    /// Reads the history in the store.
    pub(crate) fn open(store: &Store) -> ConsoleHistory {
        ConsoleHistory(PlayerFile::open(store, FILE, MAX_BYTES))
    }

    /// Returns the problem with the file at the start of the game, if any.
    pub(crate) fn complaint(&self) -> Option<String> {
        self.0.complaint()
    }

    /// Returns an empty line with this history.
    pub(crate) fn line(&self) -> CommandLine {
        CommandLine::with_history(self.0.kept.0.iter().cloned())
    }

    /// Stores the history of a line.
    ///
    /// # Errors
    /// Returns a message if the file cannot be written.
    pub(crate) fn keep(&mut self, line: &CommandLine) -> Result<(), String> {
        self.0.kept.0 = line.history().to_vec();
        self.0.write()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ports::Clock;

    #[test]
    fn history_outlives_the_game_and_is_merged() {
        let store = Store::in_memory(Clock::default()).0;
        let enter = |history: &mut ConsoleHistory, text: &str| {
            let mut line = history.line();
            text.chars().for_each(|letter| line.push(letter));
            line.enter();
            history.keep(&line).unwrap();
        };
        let [mut one, mut two] = [(); 2].map(|()| ConsoleHistory::open(&store));
        enter(&mut one, "god");
        enter(&mut two, "noclip");
        enter(&mut one, "god");
        enter(&mut one, "kill monsters");
        let again = ConsoleHistory::open(&store).line();
        assert_eq!(again.history(), ["noclip", "god", "kill monsters"].map(str::to_owned));
    }
}
