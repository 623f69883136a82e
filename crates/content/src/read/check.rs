//! Checks that need several kinds of files: whether there are frames and sounds of everything that rules and levels name.

use crate::{
    read::decks::Decks,
    read::rules::BaseRules,
    read::sound::{SOUND_FOLDER, SOUNDS},
    vfs::error::ContentError,
};
use level::Level;
use renderer::Art;

/// Checks that there are pictures and sounds of everything that the rules name; `has_sound` says which sounds exist.
///
/// # Errors
/// The first that is missing.
pub fn check_rules(rules: &BaseRules, art: &Art, has_sound: impl Fn(&str) -> bool) -> Result<(), ContentError> {
    let own = SOUNDS.into_iter().filter(|name| !has_sound(name));
    let own = own.map(|name| format!("{SOUND_FOLDER}: there is no '{name}.wav'"));
    let missing_sounds = rules.0.missing_sounds(&has_sound);
    match art.missing(&rules.0).into_iter().chain(own).chain(missing_sounds).next() {
        Some(what) => Err(ContentError::wrong(what)),
        None => Ok(()),
    }
}

/// Checks that the art has everything that the decks show, and that the rules know the monsters on them.
///
/// # Errors
/// The first that is missing, with the deck's file.
pub fn check_decks(decks: &Decks, art: &Art, rules: &BaseRules) -> Result<(), ContentError> {
    decks.iter().try_for_each(|deck| {
        // A generated deck has whatever its pipeline says, from each seed.
        let level = decks.level(&deck.reference(1)).map_err(ContentError::wrong)?;
        check_level(&deck.file, &level, art, rules)
    })
}

/// Checks that the art has everything that a level shows, and that the rules know the monsters on it.
///
/// # Errors
/// The first that is missing, with the level's file.
pub fn check_level(file: &str, level: &Level, art: &Art, rules: &BaseRules) -> Result<(), ContentError> {
    let missing = art.missing_on(level).into_iter().next();
    match rules.0.check(level).err().or(missing) {
        Some(what) => Err(ContentError::wrong(format_args!("{file}: {what}"))),
        None => Ok(()),
    }
}
