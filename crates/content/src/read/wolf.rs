//! Maps of Wolfenstein 3D and its relatives, which players bring: converted in memory to a campaign that takes the place
//! of the game's.

use crate::{
    read::decks::CAMPAIGN,
    read::rules::read_rules,
    read::wolf_files::{read_wolf_files, wolf_paths},
    vfs::error::ContentError,
    vfs::files::Files,
};
use campaign::game_data;
use level::Level;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};
use wolf_maps::{CampaignDeck, CampaignOptions, Game, convert, write_campaign};

/// Folder of the descriptions of games.
pub const WOLF_GAMES: &str = "assets/wolf";
/// Description for files with an unknown extension.
const USUAL: &str = "assets/wolf/original.ron";

/// The game's files with a campaign of a player's maps over them.
#[derive(Debug)]
pub struct WolfCampaign {
    /// The files.
    pub files: Files,
    /// Everything that differs from the maps, and maps that cannot be read, one sentence each.
    pub report: Vec<String>,
}

/// Returns the description of the game to which files belong, according to their extensions.
///
/// # Errors
/// If a description cannot be read or is invalid.
pub fn wolf_game(files: &Files, maps: impl Iterator<Item = impl AsRef<Path>>) -> Result<Game, ContentError> {
    let game = |file: &str| Game::read(file, &files.read(file)?).map_err(ContentError::wrong);
    let extensions: Vec<String> =
        maps.filter_map(|file| Some(file.as_ref().extension()?.to_string_lossy().into_owned())).collect();
    for file in files.list(WOLF_GAMES, ".ron") {
        let found = game(&file)?;
        if extensions.iter().any(|extension| found.has_extension(extension)) {
            return Ok(found);
        }
    }
    game(USUAL)
}

/// Converts the maps in a folder or a file to a campaign, which takes the place of the game's. It begins with the map
/// `first`, or with the first one that has an exit.
///
/// # Errors
/// If no campaign can be made of the maps.
pub fn with_wolf_maps(files: &Files, path: &Path, first: Option<usize>) -> Result<WolfCampaign, ContentError> {
    let wrong = |what: String| ContentError::wrong(format_args!("{}: {what}", path.display()));
    let contents = read_wolf_files(&wolf_paths(&[PathBuf::from(path)])?)?;
    let game = wolf_game(files, contents.iter().map(|(name, _)| name))?;
    let maps = convert(&game, &contents, None, &game_data(&read_rules(files, None)?.0)).map_err(ContentError::wrong)?;
    if maps.is_empty() {
        return Err(wrong("it must contain at least one map, found none".to_owned()));
    }
    let set = name_of_set(path);
    let (mut levels, mut report): (Vec<(usize, String, Level)>, Vec<String>) = Default::default();
    for map in maps {
        match map.result {
            Ok(imported) => {
                report.extend(imported.notes.iter().map(|note| format!("{}: note: {note}", map.label)));
                levels.push((map.number, format!("levels/wolf/{set}/map{:02}.ron", map.number), imported.level));
            }
            Err(what) if first == Some(map.number) => return Err(ContentError::wrong(what)),
            Err(what) => report.push(what),
        }
    }
    let decks: Vec<_> = levels
        .iter()
        .map(|(number, file, level)| CampaignDeck { number: *number, file: file.clone(), level })
        .collect();
    let options = CampaignOptions { prefix: &format!("{set} "), first };
    let campaign = write_campaign(&game, &decks, options).ok_or_else(|| match first {
        Some(first) if levels.iter().all(|(number, ..)| *number != first) => wrong(format!("there is no map {first}")),
        Some(first) => wrong(format!(
            "map {first} has no exit, so that no campaign can begin with it; `hullkit import wolf --map {first}` makes \
             a level of it"
        )),
        None => wrong("none of its maps has an exit".to_owned()),
    })?;
    let mut layer = BTreeMap::from([(CAMPAIGN.to_owned(), campaign.into_bytes())]);
    for (_, file, level) in &levels {
        let text = level.write().map_err(|what| ContentError::wrong(format_args!("{file}: {what}")))?;
        layer.insert(file.clone(), text.into_bytes());
    }
    Ok(WolfCampaign { files: files.with_memory(layer), report })
}

/// Returns a name for the maps of a folder or file, which saves and lists use: its last part with only plain characters.
fn name_of_set(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = whole.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let name: String = name.chars().map(plain).take(40).collect();
    if name.is_empty() { "maps".to_owned() } else { name }
}
