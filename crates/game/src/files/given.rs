//! Files given on the command line that replace files of the game: a level, rules, and mods.

#[cfg(not(target_family = "wasm"))]
use crate::{arguments::Arguments, files::startup_error::StartupError};
use bevy::{asset::Handle, ecs::resource::Resource};
use campaign::Save;
use content::{Decks, GivenRules, LevelFile};
#[cfg(not(target_family = "wasm"))]
use content::{Files, WolfCampaign, game_folder, read_named_deck, with_wolf_maps};
use engine::Demo;
#[cfg(not(target_family = "wasm"))]
use std::path::Path;
use std::path::PathBuf;

/// Files given on the command line.
#[derive(Resource, Default)]
pub(crate) struct GivenFiles {
    /// Single deck to play instead of the campaign.
    pub(crate) deck: Option<Decks>,
    /// Level of that deck, if it is reloaded when its file changes.
    pub(crate) level: Option<GivenLevel>,
    /// Rules that replace those of the game.
    pub(crate) rules: Option<GivenRules>,
    /// Save to load as soon as the game is loaded.
    pub(crate) save: Option<Box<Save>>,
    /// Demo to play as soon as the game is loaded, and its name.
    pub(crate) demo: Option<(Demo, String)>,
}

/// Level given on the command line.
pub(crate) struct GivenLevel {
    /// Path as it was typed.
    pub(crate) path: PathBuf,
    pub(crate) handle: Handle<LevelFile>,
}

/// Returns the files of the game with the mod folders and archives of the command line over them, the last one with
/// priority, and the maps of another game over all. Prints what differs from those maps.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn game_files(arguments: &Arguments) -> Result<Files, StartupError> {
    let nowhere = "cannot find the folders 'assets' and 'levels' next to the program, here, or in any parent folder";
    let folder = game_folder().ok_or_else(|| StartupError::unreadable(nowhere))?;
    let files = Files::of_folder(&folder)?;
    let files = arguments.mods.iter().try_fold(files, |files, layer| files.with_layer(layer))?;
    let Some(maps) = &arguments.wolf else { return Ok(files) };
    let WolfCampaign { files, report } = with_wolf_maps(&files, maps, arguments.map)?;
    report.iter().for_each(|what| eprintln!("hullbreach: {what}"));
    Ok(files)
}

/// Reads the deck of the level given on the command line. If an arrival is given, the level must have it.
#[cfg(not(target_family = "wasm"))]
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

/// Returns the files that ship with the game, for tests.
#[cfg(test)]
pub(crate) fn shipped_files() -> Files {
    Files::of_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap()
}
