//! The text mode's own data in saves, and demos.

use crate::{
    perception::memory::Memory,
    words::clean::{cut, in_one_line},
};
use bevy::prelude::World;
use campaign::{Entry, Save, SaveDir, Slot};
use engine::{Recorder, Start};
use localization::{Language, Said, say};
use ports::RecordFile;
use serde::{Deserialize, Serialize};

/// The name of its part of a save.
const PART: &str = "words";

/// The data that the text mode adds to a save.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) memory: Memory,
    /// True once the player has left the last deck.
    pub(crate) ended: bool,
}

impl Kept {
    pub(crate) fn put_into(&self, save: &mut Save) {
        save.extras.put(PART, self);
    }

    /// Reads the part of a save. Returns `None` if the save was written by the windowed game.
    pub(crate) fn of(save: &Save) -> Option<Kept> {
        save.extras.get(PART)
    }
}

/// The name of the part of a save that contains the chosen language.
const LANGUAGE: &str = "language";

/// Adds the language that the player has chosen to a save, if any.
pub(crate) fn keep_language(language: Option<Language>, save: &mut Save) {
    if let Some(language) = language {
        save.extras.put(LANGUAGE, &language);
    }
}

/// Returns the language in a save.
pub(crate) fn kept_language(save: &Save) -> Option<Language> {
    save.extras.get(LANGUAGE)
}

/// The output of recordings: one file per run.
#[derive(Clone, Debug)]
pub(crate) struct Record(RecordFile);

impl Record {
    /// Creates the output for files of this name.
    pub(crate) fn into(file: RecordFile) -> Record {
        Record(file)
    }

    /// Returns a recorder of the run in a world. `goes_on` means that the run is past its first tick.
    pub(crate) fn begin(&mut self, start: &Start, deck: &str, goes_on: bool, world: &mut World) -> Recorder {
        if goes_on { Recorder::from_here(start, deck, world) } else { Recorder::new(start, deck) }
    }

    /// Writes the recording. Does nothing if it contains no ticks.
    ///
    /// # Errors
    /// If it cannot be written; the message is a sentence.
    pub(crate) fn end(&mut self, recorder: Recorder, world: &mut World) -> Result<(), String> {
        if recorder.ticks() == 0 {
            return Ok(());
        }
        let bytes = recorder.finish(world).bytes().map_err(|error| format!("Cannot save the demo: {error}."))?;
        self.0.write(&bytes).map(drop).map_err(|what| format!("{what}."))
    }
}

/// The maximum length of a save name, in characters.
pub(crate) const MAX_NAME_LENGTH: usize = 40;

/// Returns the slot of the save with this name.
pub(crate) fn named(shelf: &SaveDir, name: &str) -> Option<Slot> {
    let name = cut(name, MAX_NAME_LENGTH);
    let is_named = |entry: &Entry| entry.save.as_ref().is_ok_and(|save| save.label.name.to_lowercase() == name);
    (0..Slot::NAMED).filter_map(|slot| shelf.look(Slot::Named(slot))).find(is_named).map(|entry| entry.slot)
}

/// Returns a sentence with the names of all saves.
pub(crate) fn list(shelf: &SaveDir) -> Said {
    let saves = (0..Slot::NAMED).filter_map(|slot| shelf.look(Slot::Named(slot))?.save.ok());
    let names: Vec<String> = saves.map(|save| in_one_line(&save.label.name)).filter(|name| !name.is_empty()).collect();
    match names.is_empty() {
        true => say!("No saves.").into(),
        false => say!("Saves: {names}.", names = Said::literal(names.join(", "))),
    }
}
