//! What is kept of a game: what saves hold beside the journey and the run, and demos.

use crate::{
    seen::memory::Memory,
    words::clean::{cut, in_one_line},
};
use bevy::prelude::World;
use engine::{Recorder, Start};
use journey::{Entry, Save, SaveDir, Slot};
use ports::RecordFile;
use serde::{Deserialize, Serialize};
use words::{Language, Said, say};

/// The name of the part of a save in which it lies.
const PART: &str = "words";

/// What a game in words keeps in a save beside the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) memory: Memory,
    /// The last lift has left.
    pub(crate) ended: bool,
}

impl Kept {
    pub(crate) fn put_into(&self, save: &mut Save) {
        save.extras.put(PART, self);
    }

    /// What a save holds of it; none if the save was written in a window.
    pub(crate) fn of(save: &Save) -> Option<Kept> {
        save.extras.get(PART)
    }
}

/// The name of the part of a save in which the language lies that the player has chosen.
const LANGUAGE: &str = "language";

/// Keeps the language that the player has chosen, if one was.
pub(crate) fn keep_language(language: Option<Language>, save: &mut Save) {
    if let Some(language) = language {
        save.extras.put(LANGUAGE, &language);
    }
}

/// Returns the language that was chosen before a save.
pub(crate) fn kept_language(save: &Save) -> Option<Language> {
    save.extras.get(LANGUAGE)
}

/// Where runs are recorded: each into a file of its own.
#[derive(Clone, Debug)]
pub(crate) struct Record(RecordFile);

impl Record {
    /// Into files of this name.
    pub(crate) fn into(file: RecordFile) -> Record {
        Record(file)
    }

    /// A recorder of the run in a world; `goes_on` if it does not stand at its first tick.
    pub(crate) fn begin(&mut self, start: &Start, deck: &str, goes_on: bool, world: &mut World) -> Recorder {
        if goes_on { Recorder::from_here(start, deck, world) } else { Recorder::new(start, deck) }
    }

    /// Writes what was recorded; a run without a tick is none.
    ///
    /// # Errors
    /// A sentence, if it cannot be written.
    pub(crate) fn end(&mut self, recorder: Recorder, world: &mut World) -> Result<(), String> {
        if recorder.ticks() == 0 {
            return Ok(());
        }
        let bytes = recorder.finish(world).bytes().map_err(|error| format!("The demo cannot be written: {error}."))?;
        self.0.write(&bytes).map(drop).map_err(|what| format!("{what}."))
    }
}

/// The longest name of a save, in characters.
pub(crate) const MAX_NAME_LENGTH: usize = 40;

/// The slot of the save of this name.
pub(crate) fn named(shelf: &SaveDir, name: &str) -> Option<Slot> {
    let name = cut(name, MAX_NAME_LENGTH);
    let is_named = |entry: &Entry| entry.save.as_ref().is_ok_and(|save| save.label.name.to_lowercase() == name);
    (0..Slot::NAMED).filter_map(|slot| shelf.look(Slot::Named(slot))).find(is_named).map(|entry| entry.slot)
}

/// The names of what is saved.
pub(crate) fn list(shelf: &SaveDir) -> Said {
    let saves = (0..Slot::NAMED).filter_map(|slot| shelf.look(Slot::Named(slot))?.save.ok());
    let names: Vec<String> = saves.map(|save| in_one_line(&save.label.name)).filter(|name| !name.is_empty()).collect();
    match names.is_empty() {
        true => say!("Nothing is saved.").into(),
        false => say!("Saved are {names}.", names = Said::literal(names.join(", "))),
    }
}
