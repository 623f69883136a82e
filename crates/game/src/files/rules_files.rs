//! The rules by which all decks are played: those of the assets, or those that the command line names.

use crate::files::file_bytes::read_file;
use crate::files::trouble::Trouble;
use bevy::prelude::*;
use engine::{Rules, Tables};
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

const STANDARD: &str = "assets/rules/standard.ron";
/// The most bytes of a file; the engine refuses rules long before.
const MAX_BYTES: usize = 64 << 20;

/// The rules of all decks, as they are before a skill is chosen.
#[derive(Resource, Clone, Debug)]
pub(crate) struct BaseRules(pub(crate) Arc<Rules>);

/// The rules that the command line names: what messages call their file, and what is in it.
#[derive(Clone, Debug)]
pub(crate) struct GivenRules {
    file: String,
    bytes: Vec<u8>,
}

impl GivenRules {
    /// Reads the file.
    pub(crate) fn read(path: &Path) -> Result<GivenRules, Trouble> {
        let file = path.display().to_string();
        let bytes = read_file(path, MAX_BYTES)
            .map_err(|error| Trouble::unreadable(format!("{file} cannot be read: {error}")))?;
        // The tables of the assets are known later; those that come with the game stand for them.
        let tables = Tables::standard().map_err(Trouble::bad_data)?;
        Rules::read(&file, &bytes, &tables).map_err(Trouble::bad_data)?;
        Ok(GivenRules { file, bytes })
    }
}

/// The rules of the game's folder, or the given ones with the folder's tables.
///
/// # Errors
/// If a file cannot be read, or for the first mistake, with file, line and column.
pub(crate) fn read(folder: &Path, given: Option<&GivenRules>) -> Result<BaseRules, Trouble> {
    let read = |file: &str| {
        let unreadable = |error| Trouble::unreadable(format!("{file} cannot be read: {error}"));
        read_file(&folder.join(file), MAX_BYTES).map_err(unreadable)
    };
    let below_assets = |file: &str| read(&format!("assets/{file}"));
    let wrong = |what: &dyn Display| Trouble::bad_data(format!("assets/{what}"));
    let [monsters, weapons, pickups, props] = Tables::FILES.map(below_assets);
    let tables = Tables::read([&monsters?, &weapons?, &pickups?, &props?]).map_err(|error| wrong(&error))?;
    let tables = tables.with_scripts(below_assets, |what| wrong(&what))?;
    let rules = match given {
        Some(given) => Rules::read(&given.file, &given.bytes, &tables),
        None => Rules::read(STANDARD, &read(STANDARD)?, &tables),
    };
    rules.map(|rules| BaseRules(Arc::new(rules))).map_err(Trouble::bad_data)
}
