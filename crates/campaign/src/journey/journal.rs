//! The journal: what the player has read on a journey.

use crate::{decks::decks::Decks, decks::story::Clue, journey::kept_run::Extras};
use localization::Said;
use serde::{Deserialize, Serialize};

/// The name of the journal in saves.
const PART: &str = "journal";
/// Maximum number of notes. A campaign has fewer; a script could show endlessly many texts.
const MAX_NOTES: usize = 1000;

/// A text that the player has read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Name of the deck in the campaign.
    pub deck: String,
    /// English text: a sentence of the briefing, or a message of the level.
    pub text: String,
}

/// The texts that the player has read on a journey, in the order of reading. They are not part of the state of a run: no
/// tick depends on them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Journal(Vec<Note>);

impl Journal {
    /// Returns the journal in the data that a front end has added to a save; empty if there is none.
    pub fn of(extras: &Extras) -> Journal {
        extras.get(PART).unwrap_or_default()
    }

    /// Adds the journal to that data.
    pub fn put_into(&self, extras: &mut Extras) {
        extras.put(PART, self);
    }

    /// Adds a text of a deck, unless the player has read it before.
    pub fn note(&mut self, deck: &str, text: &str) {
        let note = Note { deck: deck.to_owned(), text: text.to_owned() };
        if self.0.len() < MAX_NOTES && !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    /// Returns the texts in the order in which they were read.
    pub fn notes(&self) -> &[Note] {
        &self.0
    }

    /// Returns the ending behind an exit, if the campaign has one there.
    pub fn ending(&self, decks: &Decks, by: &str) -> Option<LastPage> {
        let has = |clue: &Clue| self.0.iter().any(|note| clue.is_in(&note.deck, &note.text));
        let (ending, lines) = decks.story().after(by, has)?;
        let lines = lines.into_iter().map(Said::data).collect();
        Some(LastPage { title: Said::data(&ending.title), picture: ending.picture.clone(), lines })
    }
}

/// An ending as the player sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LastPage {
    /// Title.
    pub title: Said,
    /// Name of its picture, if it has one of its own.
    pub picture: Option<String>,
    /// The lines that follow from what the player has read.
    pub lines: Vec<Said>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_noted_once_and_survive_a_save() {
        let mut journal = Journal::default();
        for text in ["Brask: one.", "Brask: two.", "Brask: one."] {
            journal.note("engineering", text);
        }
        journal.note("hull", "Brask: one.");
        assert_eq!(journal.notes().len(), 3);
        let mut extras = Extras::default();
        assert_eq!(Journal::of(&extras), Journal::default());
        journal.put_into(&mut extras);
        assert_eq!(Journal::of(&extras), journal);
        (0..2 * MAX_NOTES).for_each(|number| journal.note("hull", &number.to_string()));
        assert_eq!(journal.notes().len(), MAX_NOTES);
    }
}
