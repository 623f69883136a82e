//! Checks single files of mods with the readers of the game, so that errors name the file of the mod and not a merged one.

use crate::{
    mods::game_mod::{Mod, PICTURE},
    read::decks::read_level,
    read::score::{SCORE_FOLDER, read_score},
    read::sound::{SOUND_FOLDER, Sound},
    vfs::error::ContentError,
};
use campaign::Campaign;
use engine::Tables;
use generate::{Pipeline, RoomSet, read_treasure_sets};
use localization::Words;
use renderer::{ArtPicture, Uniforms, decode_png};

/// Folders whose files are small, and checked before a mod is used.
const QUICK: [&str; 4] = ["assets", "assets/words", "assets/campaigns", "assets/scripts"];

/// Returns the first error in the tables, scripts, catalogues and campaigns of a mod, or a file that is rejected. Other files
/// are checked when they are loaded: players may have thousands of them, and wait for the title.
pub fn first_error(checked: &Mod) -> Option<String> {
    let is_needed = |name: &&String| {
        let (folder, ending) = (name.rsplit_once('/').map_or("", |(folder, _)| folder), name.rsplit_once('.'));
        QUICK.contains(&folder) && ending.is_some_and(|(_, ending)| matches!(ending, "ron" | "lua"))
    };
    let error = |name: &String| {
        let done = checked.read(name).and_then(|bytes| check_file(name, &checked.in_mod(name), &bytes));
        done.err().map(|error| error.what)
    };
    checked.refused().into_iter().next().or_else(|| checked.files().iter().filter(is_needed).find_map(error))
}

/// Checks a file of a mod by its name in the mod, such as `assets/monsters.ron`. `file` is its name in messages. Files of
/// unknown kinds are accepted. A rules file may be a part of one, so it is only checked together with the game's.
///
/// # Errors
/// The first error, with line and column if available.
pub fn check_file(name: &str, file: &str, bytes: &[u8]) -> Result<(), ContentError> {
    let (folder, last) = name.rsplit_once('/').unwrap_or(("", name));
    let (_, ending) = last.rsplit_once('.').unwrap_or((last, ""));
    let done = match (folder, ending) {
        (levels, "ron") if levels == "levels" || levels.starts_with("levels/") => {
            return read_level(file, bytes).map(drop);
        }
        ("assets", "ron") => return table(last, file, bytes),
        ("assets/words", "ron") => Words::read(file, bytes).map(drop),
        ("assets/pipelines", "ron") => Pipeline::read(file, bytes).map(drop),
        ("assets/rooms", "ron") => RoomSet::read([(file, bytes)]).map(drop).map_err(|error| error.to_string()),
        ("assets/campaigns", "ron") => Campaign::read(file, bytes).map(drop).map_err(|error| error.to_string()),
        ("assets/scripts", "lua") => Tables::check_script(file, bytes),
        ("", "png") if last == PICTURE => {
            let read = Mod::check_picture(bytes).and_then(|()| decode_png(bytes));
            read.map(drop).map_err(|what| format!("{file}: {what}"))
        }
        ("assets/textures" | "assets/sprites" | "assets/pictures", "png") => {
            ArtPicture::read(file, bytes).map(drop).map_err(|error| error.to_string())
        }
        (SOUND_FOLDER, "wav") => return Sound::read(file, bytes).map(drop),
        (SCORE_FOLDER, "ron") => return read_score(file, bytes).map(drop),
        _ => Ok(()),
    };
    done.map_err(ContentError::wrong)
}

fn table(table: &str, file: &str, bytes: &[u8]) -> Result<(), ContentError> {
    let done = match table {
        "campaign.ron" => Campaign::read(file, bytes).map(drop).map_err(|error| error.to_string()),
        "treasure_sets.ron" => read_treasure_sets(file, bytes).map(drop).map_err(|error| error.to_string()),
        // The name of the game's file is in the message already.
        "uniforms.ron" => Uniforms::read(bytes).map(drop).map_err(|error| format!("{file}: {error}")),
        _ => Tables::check_file(table, file, bytes).map_err(|error| error.to_string()),
    };
    done.map_err(ContentError::wrong)
}
