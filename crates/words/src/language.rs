//! The languages that the game speaks.

use serde::{Deserialize, Serialize};

/// The folder of the catalogues, below the game's.
const FOLDER: &str = "assets/words";

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// What the code and the levels say.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// What it calls itself, so that whoever speaks it finds it in any other.
    pub fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    /// Its code of two letters, which is the name of its catalogue, too.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// The language of a code such as `de`.
    pub fn of_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The first of these locales, such as `de-AT`, whose language there is; `C` is English. English if there is none.
    pub fn of_locales(locales: impl IntoIterator<Item = String>) -> Language {
        let named = |locale: String| {
            let code = locale.split(['-', '_', '.', '@']).next().unwrap_or_default().to_ascii_lowercase();
            let plain = matches!(code.as_str(), "c" | "posix").then_some(Language::English);
            Language::of_code(&code).or(plain)
        };
        locales.into_iter().find_map(named).unwrap_or_default()
    }

    /// The file of its catalogue; none for English, which is in the code and the levels.
    pub fn catalogue(self) -> Option<String> {
        (self != Language::English).then(|| format!("{FOLDER}/{}.ron", self.code()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_at_the_first_start_is_that_of_the_machine() {
        let of = |locales: &[&str]| Language::of_locales(locales.iter().map(|&locale| locale.to_owned()));
        assert_eq!(of(&["de-AT", "en-GB"]), Language::German);
        assert_eq!(of(&["de"]), Language::German);
        assert_eq!(of(&["fr-FR", "de-DE"]), Language::German, "the second choice is better than none");
        assert_eq!(of(&["C", "de-DE"]), Language::English);
        assert_eq!(of(&["en-US", "de-DE"]), Language::English);
        assert_eq!(of(&[]), Language::English);
        assert_eq!(of(&["dex", ""]), Language::English);
    }
}
