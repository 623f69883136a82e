//! Checks across several kinds of files: images and sounds must exist for everything named by rules and levels.

use crate::{
    read::decks::Decks,
    read::rules::BaseRules,
    read::sound::{SOUND_FOLDER, SOUNDS},
    vfs::error::ContentError,
};
use level::Level;
use renderer::Art;

/// Checks that all images and sounds named by the rules exist; `has_sound` returns whether a sound exists.
///
/// # Errors
/// The first missing one.
pub fn check_rules(rules: &BaseRules, art: &Art, has_sound: impl Fn(&str) -> bool) -> Result<(), ContentError> {
    let own = SOUNDS.into_iter().filter(|name| !has_sound(name));
    let own = own.map(|name| format!("{SOUND_FOLDER}: there is no '{name}.wav'"));
    let missing_sounds = rules.0.missing_sounds(&has_sound);
    match art.missing(&rules.0).into_iter().chain(own).chain(missing_sounds).next() {
        Some(what) => Err(ContentError::wrong(what)),
        None => Ok(()),
    }
}

/// Checks that the art contains everything that the decks show, and that the rules define their monsters.
///
/// # Errors
/// The first missing item, with the deck's file.
pub fn check_decks(decks: &Decks, art: &Art, rules: &BaseRules) -> Result<(), ContentError> {
    decks.iter().try_for_each(|deck| {
        // One seed is enough, because a pipeline uses the same names for every seed.
        let level = decks.level(&deck.reference(1)).map_err(ContentError::wrong)?;
        check_level(&deck.file, &level, art, rules)
    })
}

/// Checks that the art contains everything that a level shows, and that the rules define its monsters.
///
/// # Errors
/// The first missing item, with the level's file.
pub fn check_level(file: &str, level: &Level, art: &Art, rules: &BaseRules) -> Result<(), ContentError> {
    let missing = art.missing_on(level).into_iter().next();
    match rules.0.check(level).err().or(missing) {
        Some(what) => Err(ContentError::wrong(format_args!("{file}: {what}"))),
        None => Ok(()),
    }
}
