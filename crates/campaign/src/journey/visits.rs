//! The visited decks of a journey, with the state in which they were left.

use crate::{
    journey::deck_stats::DeckStats,
    journey::kept_run::{Extras, KeptRun},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Visits of each deck, by its name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Visits(BTreeMap<String, Visit>);

/// Visits of a deck.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Visit {
    /// Number of times that it was generated; 1 for a hand-drawn deck that was visited.
    entries: u32,
    /// Whether it was visited more than once.
    again: bool,
    /// Stored state, unless each visit starts the deck again.
    left: Option<StoredDeck>,
}

/// Stored state of a deck that the player has left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredDeck {
    /// Reference of the deck.
    pub(crate) deck: String,
    /// Ticks of its run.
    pub(crate) tick: u64,
    /// Statistics of the deck.
    pub(crate) achieved: DeckStats,
    /// State of its run.
    pub(crate) run: KeptRun,
    /// Data stored next to the run.
    pub extras: Extras,
}

impl Visits {
    /// Notes a visit of the deck with this name, and returns how often it has been generated.
    pub(crate) fn enter(&mut self, name: &str, regenerate: bool) -> u32 {
        let visit = self.0.entry(name.to_owned()).or_default();
        visit.again = visit.entries > 0;
        if regenerate || visit.entries == 0 {
            visit.entries = visit.entries.saturating_add(1);
        }
        visit.entries
    }

    /// Returns true if the deck with this name was visited.
    pub fn has(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|visit| visit.entries > 0)
    }

    /// Returns true if the deck with this name was visited exactly once.
    pub(crate) fn is_first(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|visit| visit.entries > 0 && !visit.again)
    }

    pub(crate) fn leave(&mut self, name: &str, left: StoredDeck) {
        self.0.entry(name.to_owned()).or_default().left = Some(left);
    }

    pub(crate) fn left(&self, name: &str) -> Option<&StoredDeck> {
        self.0.get(name)?.left.as_ref()
    }

    /// Returns the stored state of the deck with this reference.
    pub(crate) fn of_reference(&self, deck: &str) -> Option<&StoredDeck> {
        self.0.values().filter_map(|visit| visit.left.as_ref()).find(|left| left.deck == deck)
    }
}
