//! Files given by the player, which may be anywhere: a level or rules that replace the game's own.

use crate::{
    read::decks::{CAMPAIGN_FOLDER, Decks, read_campaign_file, read_rooms, treasure_sets_of},
    read::level_reference::{level_reference, referenced_level},
    read::rules::{GivenRules, read_rules},
    vfs::error::ContentError,
    vfs::files::Files,
};
use campaign::{TREASURE_SETS, TypedLevel, game_data};
use generate::GeneratorData;
use level::Level;
use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

/// Maximum size of such a file, in bytes. The readers of levels and rules have much smaller limits.
const MAX_BYTES: u64 = 64 << 20;

/// Returns the bytes of a file given by the player. Messages use its path as its name.
///
/// # Errors
/// If it cannot be read or is too large. The limit also protects against devices, which are endless.
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
    /// Reads a rules file of the game or of a mod, such as `assets/rules/classic.ron`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of_game(files: &Files, file: &str) -> Result<GivenRules, ContentError> {
        Ok(GivenRules::new(file.to_owned(), files.read(file)?))
    }

    /// Reads a rules file given by the player. It is checked later, when the tables are known.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(path: &Path) -> Result<GivenRules, ContentError> {
        Ok(GivenRules::new(path.display().to_string(), read_named(path)?))
    }
}

/// Returns the name of a file of a mod, if a path is one and there is no file on the disk with this path.
fn name_in_mod(path: &Path, files: &Files) -> Option<String> {
    let name = path.to_str()?.replace('\\', "/");
    (files.is_in_mod(&name) && !path.exists()).then_some(name)
}

/// Reads a file given by the player: from the disk, or from a mod if only that has it.
fn read_named_in(path: &Path, files: &Files) -> Result<Vec<u8>, ContentError> {
    name_in_mod(path, files).map_or_else(|| read_named(path), |name| files.read(&name))
}

/// Reads a level given by the player: a drawn one, or a pipeline with a seed such as `FILE.ron#1f`, which is generated for
/// the given rules. Messages use its path as its name.
///
/// # Errors
/// If it cannot be read or is invalid, with line and column, or if the seed is not a number.
pub fn read_named_level(path: &Path, files: &Files, rules: Option<&GivenRules>) -> Result<Arc<Level>, ContentError> {
    let name = path.display().to_string();
    level_of(&name, files, rules, |file| {
        read_named_in(if file.len() < name.len() { Path::new(file) } else { path }, files)
    })
}

/// As [`read_named_level`], but for a level among the files of the game, such as `levels/deck1.ron`.
///
/// # Errors
/// If there is no such file, or as for [`read_named_level`].
pub fn read_own_level(name: &str, files: &Files, rules: Option<&GivenRules>) -> Result<Arc<Level>, ContentError> {
    level_of(name, files, rules, |file| files.read(file))
}

/// Reads the level of a name, which may have a seed, with a function that reads its file.
fn level_of(
    name: &str,
    files: &Files,
    rules: Option<&GivenRules>,
    read: impl FnOnce(&str) -> Result<Vec<u8>, ContentError>,
) -> Result<Arc<Level>, ContentError> {
    let typed = TypedLevel::read(name).map_err(ContentError::wrong)?;
    let known = match typed.seed {
        Some(_) => {
            let treasure_sets = treasure_sets_of(&files.read(TREASURE_SETS)?)?;
            let (rooms, game_data) = (read_rooms(files)?, game_data(&read_rules(files, rules)?.0));
            GeneratorData { treasure_sets, game_data, rooms }
        }
        None => GeneratorData::default(),
    };
    typed.level(&read(typed.file)?, &known).map_err(ContentError::wrong)
}

/// The levels of the player's own to which saves and demos refer.
#[derive(Clone)]
pub struct OwnLevels {
    files: Files,
    rules: Option<GivenRules>,
}

impl OwnLevels {
    /// Returns the levels as they are read with these files of the game and these rules.
    pub fn new(files: &Files, rules: Option<&GivenRules>) -> OwnLevels {
        OwnLevels { files: files.clone(), rules: rules.cloned() }
    }

    /// Returns true if a level with this [reference](level_reference) exists.
    pub fn contains(reference: &str) -> bool {
        let path = referenced_level(reference);
        path.to_str().and_then(|path| TypedLevel::read(path).ok()).is_some_and(|level| Path::new(level.file).is_file())
    }

    /// Reads the level with this [reference](level_reference).
    ///
    /// # Errors
    /// As [`read_named_level`].
    pub fn read(&self, reference: &str) -> Result<Arc<Level>, ContentError> {
        read_named_level(&referenced_level(reference), &self.files, self.rules.as_ref())
    }
}

/// Returns the decks of a campaign of a mod, or a single deck with a level given by the player. If the file does not exist but the game has a level with
/// that name, the message suggests it with its whole path, because the game's folder may be another one.
///
/// # Errors
/// As for the level.
pub fn read_named_deck(path: &Path, files: &Files, rules: Option<&GivenRules>) -> Result<Decks, ContentError> {
    if let Some(name) = name_in_mod(path, files).filter(|name| name.starts_with(CAMPAIGN_FOLDER)) {
        return read_campaign_file(&name, files, &read_rules(files, rules)?.0);
    }
    let level = read_named_level(path, files, rules).map_err(|error| match of_that_name(path, files) {
        Some(there) if !error.readable && !path.exists() => {
            ContentError { what: format!("{}; there is {}", error.what, there.display()), ..error }
        }
        _ => error,
    })?;
    let file = TypedLevel::read(&path.display().to_string()).map_or(path.to_owned(), |typed| PathBuf::from(typed.file));
    let reference = match name_in_mod(&file, files) {
        Some(_) => path.to_string_lossy().replace('\\', "/"),
        None => level_reference(path),
    };
    Ok(Decks(campaign::Decks::of_level(&reference, level)))
}

/// Returns the path of the game's level with the same file name as a path, ignoring folder, extension and case.
fn of_that_name(path: &Path, files: &Files) -> Option<PathBuf> {
    let name = path.file_stem()?.to_string_lossy().to_lowercase();
    files.path_of(&format!("levels/{name}.ron"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_of_the_game_is_read_by_name_and_seed() {
        let files = Files::of_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).expect("the game's files");
        let deck = read_own_level("levels/deck1.ron", &files, None).expect("a level");
        let path =
            std::fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/deck1.ron")).expect("a file");
        assert_eq!(deck, read_named_level(&path, &files, None).expect("a level"));
        for wrong in ["levels/deck99.ron", "../deck1.ron", "levels/deck1.ron#1", "levels/deck1.ron#x"] {
            assert!(read_own_level(wrong, &files, None).is_err(), "{wrong}");
        }
    }

    #[test]
    fn hint_has_the_whole_path_of_the_level() {
        let files = Files::of_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).expect("the game's files");
        let root = std::fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).expect("the game's folder");
        let there = root.join("levels/deck1.ron");
        // The tests run in the folder of the crate, where there is no `levels/deck1.ron`.
        for name in ["levels/deck1.ron", "Deck1", "nowhere/DECK1.RON"] {
            let error = read_named_deck(Path::new(name), &files, None).map(|_| ()).expect_err(name).what;
            assert!(error.starts_with(&format!("{name} cannot be read: ")), "{error}");
            assert!(error.ends_with(&format!("; there is {}", there.display())), "{error}");
        }
        let packed = Files::of_memory(std::collections::BTreeMap::from([("levels/x.ron".to_owned(), Vec::new())]));
        for (name, files) in [("levels/x.ron", &packed), ("levels/no_such.ron", &files)] {
            let error = read_named_deck(Path::new(name), files, None).map(|_| ()).expect_err(name).what;
            assert!(!error.contains("there is"), "no file of that name can be given: {error}");
        }
    }
}
