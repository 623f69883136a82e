//! Files that the player names, which may be anywhere: a level or rules in the place of the game's.

use crate::{
    read::decks::{Decks, treasure_sets_of},
    read::rules::{GivenRules, read_rules},
    vfs::error::ContentError,
    vfs::files::Files,
};
use generate::Known;
use journey::{TREASURE_SETS, TypedLevel, facts};
use level::Level;
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
    sync::Arc,
};

/// The maximum size of such a file, in bytes; the readers of levels and rules refuse much smaller ones.
const MAX_BYTES: u64 = 64 << 20;

/// Returns the bytes of a file of the player. Messages call it by its path.
///
/// # Errors
/// If it cannot be read, or is too large; a device has no end.
pub(crate) fn read_named(path: &Path) -> Result<Vec<u8>, ContentError> {
    let unreadable = |error: io::Error| ContentError::cannot_read(&path.display().to_string(), error);
    let mut bytes = Vec::new();
    File::open(path).map_err(unreadable)?.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(unreadable(io::Error::other(format!("it has more than {MAX_BYTES} bytes"))));
    }
    Ok(bytes)
}

impl GivenRules {
    /// Reads a file of rules that the player names. It is checked when the tables are known.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(path: &Path) -> Result<GivenRules, ContentError> {
        Ok(GivenRules::new(path.display().to_string(), read_named(path)?))
    }
}

/// Reads a level that the player names: a drawn one, or a pipeline's with a seed, `FILE.ron#1f`, made for the rules that are given.
/// Messages call it by its path.
///
/// # Errors
/// If it cannot be read, for the mistakes in it, with line and column, or for a seed that is not a number.
pub fn read_named_level(path: &Path, files: &Files, rules: Option<&GivenRules>) -> Result<Arc<Level>, ContentError> {
    let name = path.display().to_string();
    let typed = TypedLevel::read(&name).map_err(ContentError::wrong)?;
    let (file, known) = match typed.seed {
        Some(_) => {
            let treasure_sets = treasure_sets_of(&files.read(TREASURE_SETS)?)?;
            (Path::new(typed.file), Known { treasure_sets, facts: facts(&read_rules(files, rules)?.0) })
        }
        None => (path, Known::default()),
    };
    typed.level(&read_named(file)?, &known).map_err(ContentError::wrong)
}

/// The one deck of a level that the player names. If there is no such file, but the game has a level of that name, the message says so.
///
/// # Errors
/// As for the level.
pub fn read_named_deck(path: &Path, files: &Files, rules: Option<&GivenRules>) -> Result<Decks, ContentError> {
    let level = read_named_level(path, files, rules).map_err(|error| match of_that_name(path, files) {
        Some(there) if !error.readable && !path.exists() => {
            ContentError { what: format!("{}; there is {there}", error.what), ..error }
        }
        _ => error,
    })?;
    Ok(Decks(journey::Decks::of_level(&path.display().to_string(), level)))
}

/// The level of the game whose file has the name of this one, whatever its folder, ending and case.
fn of_that_name(path: &Path, files: &Files) -> Option<String> {
    let name = path.file_stem()?.to_string_lossy().to_lowercase();
    let there = format!("levels/{name}.ron");
    files.contains(&there).then_some(there)
}
