//! The decks that a journey has come to: how often, and how they were left.

use crate::{
    journey::achieved::Achieved,
    journey::kept_run::{Extras, KeptRun},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is remembered of each deck, by its name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Visits(BTreeMap<String, Visit>);

/// What is remembered of a deck.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Visit {
    /// How often it was made, or come to if nobody makes it.
    entries: u32,
    /// It was come to more than once.
    again: bool,
    /// How it was left, unless it begins anew.
    left: Option<Left>,
}

/// A deck as it was left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Left {
    /// Its reference.
    pub(crate) deck: String,
    /// The ticks that its run had lasted.
    pub(crate) tick: u64,
    /// What had been achieved there.
    pub(crate) achieved: Achieved,
    /// The state of its run.
    pub(crate) run: KeptRun,
    /// What is kept next to the run.
    pub extras: Extras,
}

impl Visits {
    /// The deck of this name is come to; how often it was made by then.
    pub(crate) fn enter(&mut self, name: &str, anew: bool) -> u32 {
        let visit = self.0.entry(name.to_owned()).or_default();
        visit.again = visit.entries > 0;
        if anew || visit.entries == 0 {
            visit.entries = visit.entries.saturating_add(1);
        }
        visit.entries
    }

    /// Returns true if the deck of this name was come to.
    pub fn has(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|visit| visit.entries > 0)
    }

    /// True if the deck of this name was come to once and not again.
    pub(crate) fn is_first(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|visit| visit.entries > 0 && !visit.again)
    }

    pub(crate) fn leave(&mut self, name: &str, left: Left) {
        self.0.entry(name.to_owned()).or_default().left = Some(left);
    }

    pub(crate) fn left(&self, name: &str) -> Option<&Left> {
        self.0.get(name)?.left.as_ref()
    }

    /// How the deck of a reference was left.
    pub(crate) fn of_reference(&self, deck: &str) -> Option<&Left> {
        self.0.values().filter_map(|visit| visit.left.as_ref()).find(|left| left.deck == deck)
    }
}
