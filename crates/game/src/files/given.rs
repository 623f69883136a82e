//! Files given on the command line that replace files of the game: a level, rules, and mods.

#[cfg(not(target_family = "wasm"))]
use crate::{arguments::Arguments, files::mods::Mods, files::startup_error::StartupError};
use bevy::{asset::Handle, ecs::resource::Resource};
use campaign::Save;
use content::{Decks, GivenRules, LevelFile};
#[cfg(not(target_family = "wasm"))]
use content::{Files, WolfCampaign, game_folder, read_named_deck, with_wolf_maps};
use engine::Demo;
#[cfg(not(target_family = "wasm"))]
use ports::Store;
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

/// Returns the files of the game with the player's mods over them and the maps of another game below those, and the mods.
/// A mod of the command line must be usable. Prints what differs from the maps, and which mods are not used.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn game_files(arguments: &Arguments, store: &Store) -> Result<(Files, Mods), StartupError> {
    let nowhere = "cannot find the folders 'assets' and 'levels' next to the program, here, or in any parent folder";
    let folder = game_folder().ok_or_else(|| StartupError::unreadable(nowhere))?;
    let mut files = Files::of_folder(&folder)?;
    if let Some(maps) = &arguments.wolf {
        let WolfCampaign { files: with_maps, report } = with_wolf_maps(&files, maps, arguments.map)?;
        report.iter().for_each(|what| eprintln!("hullbreach: {what}"));
        files = with_maps;
    }
    let mut mods = Mods::open(store, &files, arguments);
    for row in &mods.rows {
        match &row.problem {
            Some(what) if row.is_given => return Err(StartupError::bad_data(what)),
            Some(what) => eprintln!("hullbreach: {what}"),
            None => {}
        }
    }
    mods.apply(&files);
    Ok((files, mods))
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
