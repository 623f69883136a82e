//! The decks of the campaign, or the one that the command line names.

use crate::files::file_bytes::read_file;
use crate::files::trouble::Trouble;
use bevy::prelude::*;
use engine::Rules;
use journey::{Campaign, CampaignDeck};
use level::Level;
use std::path::{Component, Path};
use std::sync::Arc;

/// The campaign's file.
const CAMPAIGN: &str = "assets/campaign.ron";

/// The decks that are played.
#[derive(Resource, Clone, Deref, DerefMut)]
pub(crate) struct Decks(pub(crate) journey::Decks);

/// Reads the level that the command line names; it has the arrival that this names, if any. Where there is no such file, but a level of
/// that name in the folder of the game, that is told.
pub(crate) fn read_one(path: &Path, arrival: Option<&str>, game: &Path) -> Result<Decks, Trouble> {
    let file = path.display().to_string();
    let level = read_level(&file, path).map_err(|trouble| match of_that_name(path, game) {
        Some(there) if !path.exists() => Trouble { what: format!("{}; there is {there}", trouble.what), ..trouble },
        _ => trouble,
    })?;
    if let Some(Err(what)) = arrival.map(|name| level.arrival(name)) {
        return Err(Trouble::bad_data(format!("{file}: {what}")));
    }
    Ok(Decks(journey::Decks::of_level(&file, level)))
}

/// The level of the game whose file is called as this one, whatever its folder, its ending and its capitals.
fn of_that_name(path: &Path, game: &Path) -> Option<String> {
    let name = path.file_stem()?.to_string_lossy().to_lowercase();
    let there = game.join("levels").join(format!("{name}.ron"));
    there.is_file().then(|| there.display().to_string())
}

/// Reads a level; `file` is what messages call it.
pub(crate) fn read_level(file: &str, path: &Path) -> Result<Arc<Level>, Trouble> {
    let bytes = read_file(path, level::MAX_BYTES)
        .map_err(|error| Trouble::unreadable(format!("{file} cannot be read: {error}")))?;
    Level::read(file, &bytes).map(Arc::new).map_err(Trouble::bad_data)
}

/// The decks of the campaign in the game's folder.
///
/// # Errors
/// If a file cannot be read, for the first mistake in a level, with file, line and column, or for one in how the decks hang together.
pub(crate) fn campaign(folder: &Path, rules: &Rules) -> Result<Decks, Trouble> {
    let mut unreadable = None;
    let mut read = |file: &str| {
        read_file(&folder.join(file), level::MAX_BYTES).map_err(|error| {
            let what = format!("{file} cannot be read: {error}");
            unreadable = Some(what.clone());
            what
        })
    };
    let bytes = read(CAMPAIGN).map_err(Trouble::unreadable)?;
    let campaign = Campaign::read(CAMPAIGN, &bytes).map_err(Trouble::bad_data)?;
    let outside = campaign.decks.iter().map(CampaignDeck::file).find(|file| !stays_below(file));
    if let Some(file) = outside {
        let what = format!("{CAMPAIGN}: the deck '{file}' does not lie below the folder of the game");
        return Err(Trouble::bad_data(what));
    }
    let decks = journey::Decks::of_campaign(CAMPAIGN, &campaign, rules, read).map(Decks);
    decks.map_err(|what| unreadable.map_or_else(|| Trouble::bad_data(what), Trouble::unreadable))
}

/// True for the path of a file that leads nowhere but down.
fn stays_below(file: &str) -> bool {
    let mut steps = Path::new(file).components().peekable();
    steps.peek().is_some() && steps.all(|step| matches!(step, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_lies_below_the_folder_of_the_game() {
        assert!(stays_below("levels/deck1.ron") && stays_below("my#deck.ron"));
        for outside in ["", "/etc/passwd", "../deck.ron", "levels/../../deck.ron", "."] {
            assert!(!stays_below(outside), "{outside}");
        }
    }
}
