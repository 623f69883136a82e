//! The languages of the game and of mods.

use crate::{vfs::error::ContentError, vfs::files::Files};
use localization::{Language, Words};

/// Folder of the catalogues.
const WORDS: &str = "assets/words";

/// A language with its catalogue.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The language.
    pub language: Language,
    /// Its texts.
    pub words: Words,
}

/// Reads the catalogues of all languages: first those of the game, then those that only mods have. English has none.
///
/// # Errors
/// If a catalogue cannot be read, or the first error in one, with file and line.
pub fn translations(files: &Files) -> Result<Vec<Translation>, ContentError> {
    let of_game = Language::ALL.into_iter().filter(|language| language.catalogue().is_some());
    of_game.chain(other_languages(files)).map(|language| translation(files, language)).collect()
}

/// Reads the catalogues of the languages that only mods have.
///
/// # Errors
/// As for [`translations`].
pub fn other_translations(files: &Files) -> Result<Vec<Translation>, ContentError> {
    other_languages(files).into_iter().map(|language| translation(files, language)).collect()
}

fn other_languages(files: &Files) -> Vec<Language> {
    let languages = files.list(WORDS, ".ron").into_iter().filter_map(|file| Language::of_catalogue(&file));
    languages.filter(|language| !Language::ALL.contains(language)).collect()
}

fn translation(files: &Files, language: Language) -> Result<Translation, ContentError> {
    let file = language.catalogue().unwrap_or_default();
    let words = Words::read(&file, &files.read(&file)?).map_err(ContentError::wrong)?;
    Ok(Translation { language, words })
}
