//! The decks that are played, and the rules, as the game's folder has them.

use crate::words::clean::in_one_line;
use engine::{Rules, Tables};
use level::{Campaign, Level, MAX_BYTES};
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

/// A deck.
#[derive(Clone, Debug)]
pub(crate) struct DeckFile {
    /// Its file, as the campaign or the command line names it.
    pub(crate) file: String,
    /// What it is called.
    pub(crate) name: String,
    pub(crate) level: Arc<Level>,
    /// The decks that its lift and its secret lift lead to.
    next: [Option<usize>; 2],
    /// The arrival at which its lifts end, if that is not where the next deck starts.
    leads_to: Option<String>,
}

/// The decks that are played, at least one: from the first to the last, then the secret ones.
#[derive(Clone, Debug)]
pub struct Decks(Vec<DeckFile>);

impl Decks {
    /// The decks of the campaign in the game's folder.
    ///
    /// # Errors
    /// If a file cannot be read, or for the first mistake in one.
    pub(crate) fn campaign(folder: &Path) -> Result<Decks, FileError> {
        let file = "assets/campaign.ron";
        let campaign = Campaign::read(file, &read(&folder.join(file))?).map_err(wrong)?;
        let mut decks = Vec::new();
        for (number, (file, name)) in campaign.files().zip(campaign.names()).enumerate() {
            let level = Level::read(file, &read(&folder.join(file))?).map_err(wrong)?;
            let next = [false, true].map(|secret| campaign.next(number, secret));
            let name = in_one_line(name.unwrap_or(&level.name));
            let leads_to = campaign.leads_to(number).map(str::to_owned);
            decks.push(DeckFile { file: file.to_owned(), name, level: Arc::new(level), next, leads_to });
        }
        let levels: Vec<Arc<Level>> = decks.iter().map(|deck| Arc::clone(&deck.level)).collect();
        campaign.check_arrivals(&levels).map_err(|what| wrong(format!("{file}: {what}")))?;
        Ok(Decks(decks))
    }

    /// One deck and no other.
    ///
    /// # Errors
    /// If its file cannot be read, or for the first mistakes in it.
    pub(crate) fn one(path: &Path) -> Result<Decks, FileError> {
        let file = path.display().to_string();
        Ok(Decks::of_level(&file, Level::read(&file, &read(path)?).map_err(wrong)?))
    }

    /// A level and no other; `file` is what saves and demos call it.
    #[must_use]
    pub fn of_level(file: &str, level: Level) -> Decks {
        let (file, name) = (file.to_owned(), in_one_line(&level.name));
        Decks(vec![DeckFile { file, name, level: Arc::new(level), next: [None; 2], leads_to: None }])
    }

    /// Checks that the rules know all that stands on the decks.
    ///
    /// # Errors
    /// A sentence that names the deck.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), FileError> {
        let check = |deck: &DeckFile| rules.check(&deck.level).map_err(|what| wrong(format!("{}: {what}", deck.file)));
        self.0.iter().try_for_each(check)
    }

    /// The level of the deck of this file.
    pub fn level(&self, file: &str) -> Option<Arc<Level>> {
        self.of(file).map(|deck| Arc::clone(&deck.level))
    }

    /// The first one.
    pub(crate) fn first(&self) -> &DeckFile {
        &self.0[0]
    }

    /// The deck of this file.
    pub(crate) fn of(&self, file: &str) -> Option<&DeckFile> {
        self.0.iter().find(|deck| deck.file == file)
    }

    /// The deck to which a lift of a deck leads, and the arrival at which it ends.
    pub(crate) fn after(&self, deck: &DeckFile, by_secret_lift: bool) -> Option<(&DeckFile, Option<String>)> {
        let next = self.0.get(deck.next[usize::from(by_secret_lift)]?)?;
        Some((next, deck.leads_to.clone()))
    }
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
