//! Files that the command line names in the place of files of the game: a level, rules, and layers that replace files.

use crate::files::startup_error::StartupError;
use bevy::{asset::Handle, ecs::resource::Resource};
use content::{Decks, Files, GivenRules, LevelFile, game_folder, read_named_deck};
use engine::Demo;
use journey::Save;
use std::path::{Path, PathBuf};

/// The files that the command line names.
#[derive(Resource, Default)]
pub(crate) struct GivenFiles {
    /// The one deck that is played, in the place of the campaign's.
    pub(crate) deck: Option<Decks>,
    /// The level of that deck, if it is loaded again when its file changes.
    pub(crate) level: Option<GivenLevel>,
    /// The rules, in the place of the game's.
    pub(crate) rules: Option<GivenRules>,
    /// The save that is played as soon as all is loaded.
    pub(crate) save: Option<Box<Save>>,
    /// The demo that is played as soon as all is loaded, and its name.
    pub(crate) demo: Option<(Demo, String)>,
}

/// The level of the command line.
pub(crate) struct GivenLevel {
    /// The path as it was typed, which saves and demos call the deck.
    pub(crate) path: PathBuf,
    pub(crate) handle: Handle<LevelFile>,
}

/// The files of the game, with these folders and archives over them, of which the last comes first.
pub(crate) fn game_files(layers: &[PathBuf]) -> Result<Files, StartupError> {
    let nowhere = "the game's folders 'assets' and 'levels' are neither beside the program nor here, nor above either";
    let folder = game_folder().ok_or_else(|| StartupError::unreadable(nowhere))?;
    let files = Files::of_folder(&folder)?;
    Ok(layers.iter().try_fold(files, |files, layer| files.with_layer(layer))?)
}

/// The deck of the level that the command line names, which must have the arrival that this names, if any.
pub(crate) fn read_one(
    path: &Path,
    arrival: Option<&str>,
    files: &Files,
    rules: Option<&GivenRules>,
) -> Result<Decks, StartupError> {
    let decks = read_named_deck(path, files, rules)?;
    let level = decks.level(&decks.first().file).map_err(StartupError::bad_data)?;
    match arrival.map(|name| level.arrival(name)) {
        Some(Err(what)) => Err(StartupError::bad_data(format!("{}: {what}", path.display()))),
        _ => Ok(decks),
    }
}

/// The files that the game comes with, for tests.
#[cfg(test)]
pub(crate) fn shipped_files() -> Files {
    Files::of_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap()
}
