//! The languages of the game.

use serde::{Deserialize, Serialize};

/// The folder of the catalogues, relative to the game folder.
const FOLDER: &str = "assets/words";

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// The language of the source code and the level files.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// All languages, in the order in which the options list them.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// Returns the language's name for itself, so that its speakers find it whatever language is selected.
    pub fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    /// Returns the two-letter language code, which is also the stem of its catalogue file.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// Returns the language with a code such as `de`.
    pub fn of_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    /// Returns the language of the first supported locale, such as `de-AT`, or English if none is supported. `C` is
    /// English.
    pub fn of_locales(locales: impl IntoIterator<Item = String>) -> Language {
        let named = |locale: String| {
            let code = locale.split(['-', '_', '.', '@']).next().unwrap_or_default().to_ascii_lowercase();
            let plain = matches!(code.as_str(), "c" | "posix").then_some(Language::English);
            Language::of_code(&code).or(plain)
        };
        locales.into_iter().find_map(named).unwrap_or_default()
    }

    /// Returns the path of its catalogue. English has none: its texts are in the code and the level files.
    pub fn catalogue(self) -> Option<String> {
        (self != Language::English).then(|| format!("{FOLDER}/{}.ron", self.code()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_start_uses_the_language_of_the_system() {
        let of = |locales: &[&str]| Language::of_locales(locales.iter().map(|&locale| locale.to_owned()));
        assert_eq!(of(&["de-AT", "en-GB"]), Language::German);
        assert_eq!(of(&["de"]), Language::German);
        assert_eq!(
            of(&["fr-FR", "de-DE"]),
            Language::German,
            "the second locale is used if the first is not supported"
        );
        assert_eq!(of(&["C", "de-DE"]), Language::English);
        assert_eq!(of(&["en-US", "de-DE"]), Language::English);
        assert_eq!(of(&[]), Language::English);
        assert_eq!(of(&["dex", ""]), Language::English);
    }
}
