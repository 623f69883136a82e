//! The decks that are played, and the rules, as the game's folder has them.

use engine::{Rules, Tables};
use journey::{Campaign, Decks, ShipCode, TREASURE_SETS};
use level::{Level, MAX_BYTES};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// It cannot be read or written; a sentence.
    #[error("{0}")]
    Unusable(String),
    /// Something in it is wrong; a sentence.
    #[error("{0}")]
    Wrong(String),
}

/// The decks of the campaign in the game's folder.
///
/// # Errors
/// If a file cannot be read, or for the first mistake in one.
pub(crate) fn campaign(folder: &Path, rules: &Rules) -> Result<Decks, FileError> {
    let file = "assets/campaign.ron";
    let campaign = Campaign::read(file, &read(&folder.join(file))?).map_err(wrong)?;
    let mut unusable = None;
    let decks = Decks::of_campaign(file, &campaign, rules, |file| {
        read(&folder.join(file)).map_err(|error| {
            let what = error.to_string();
            unusable = Some(error);
            what
        })
    });
    decks.map_err(|what| unusable.unwrap_or(FileError::Wrong(what)))
}

/// The decks of a ship that is made of its code, as the game in a window makes them.
///
/// # Errors
/// If the treasures cannot be read, or for the first mistake in them, or if the ship cannot be made.
pub(crate) fn ship(folder: &Path, code: ShipCode) -> Result<Decks, FileError> {
    let mut decks = Decks::for_ships(Vec::new(), &read(&folder.join(TREASURE_SETS))?).map_err(wrong)?;
    let ship = decks.make_ship(code).map_err(wrong)?;
    decks.board(ship);
    Ok(decks)
}

/// One deck and no other.
///
/// # Errors
/// If its file cannot be read, or for the first mistakes in it.
pub(crate) fn one(path: &Path) -> Result<Decks, FileError> {
    let file = path.display().to_string();
    Ok(Decks::of_level(&file, Arc::new(Level::read(&file, &read(path)?).map_err(wrong)?)))
}

/// Checks that the rules know all that stands on the decks.
///
/// # Errors
/// A sentence that names the deck.
pub(crate) fn check(decks: &Decks, rules: &Rules) -> Result<(), FileError> {
    decks.iter().try_for_each(|deck| {
        // A deck that is made has whatever its pipeline says, from each seed.
        let level = decks.level(&deck.reference(1)).map_err(wrong)?;
        rules.check(&level).map_err(|what| wrong(format!("{}: {what}", deck.file)))
    })
}

fn wrong(what: impl ToString) -> FileError {
    FileError::Wrong(what.to_string())
}

/// The bytes of a file, of a bounded number.
fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    let unusable = |error| FileError::Unusable(format!("{}: cannot be read: {error}", path.display()));
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(unusable)?;
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(unusable)?;
    Ok(bytes)
}

/// The rules in a file, or the standard ones of the game's folder, with that folder's tables.
///
/// # Errors
/// If a file cannot be read, or for the first mistake in one.
pub(crate) fn read_rules(folder: &Path, path: Option<&Path>) -> Result<Arc<Rules>, FileError> {
    let assets = folder.join("assets");
    let tables = Tables::FILES.map(|file| read(&assets.join(file)));
    let [monsters, weapons, pickups, props] = tables;
    let tables = Tables::read([&monsters?, &weapons?, &pickups?, &props?]).map_err(wrong)?;
    let tables = tables.with_scripts(|file| read(&assets.join(file)), wrong)?;
    let path = path.map_or_else(|| assets.join("rules/standard.ron"), Path::to_path_buf);
    Rules::read(&path.display().to_string(), &read(&path)?, &tables).map(Arc::new).map_err(wrong)
}
