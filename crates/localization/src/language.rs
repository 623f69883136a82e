//! The languages of the game.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// The folder of the catalogues, relative to the game folder.
const FOLDER: &str = "assets/words";
/// Maximum length of a language code, such as `pt-br`.
const MAX_CODE: usize = 8;

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// The language of the source code and the level files.
    #[default]
    English,
    /// German.
    German,
    /// A language for which a mod has a catalogue.
    Other(LanguageCode),
}

/// The code of a language that the game does not have: 2 to 8 lower-case letters and hyphens, such as `fr` and `pt-br`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanguageCode([u8; MAX_CODE]);

impl LanguageCode {
    fn of(code: &str) -> Option<LanguageCode> {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        let is_code = (2..=MAX_CODE).contains(&code.len()) && code.bytes().all(is_plain);
        let mut bytes = [0; MAX_CODE];
        is_code.then(|| {
            bytes[..code.len()].copy_from_slice(code.as_bytes());
            LanguageCode(bytes)
        })
    }

    fn as_str(&self) -> &str {
        let length = self.0.iter().position(|byte| *byte == 0).unwrap_or(MAX_CODE);
        // A code is ASCII.
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }
}

impl Serialize for LanguageCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for LanguageCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        LanguageCode::of(&code).ok_or_else(|| D::Error::custom("must be a language code such as fr"))
    }
}

impl Language {
    /// The languages of the game, in the order in which the options list them.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// Returns the language's name for itself, so that its speakers find it whatever language is selected. A language of
    /// a mod has its name in its catalogue; this is its code.
    pub fn own_name(&self) -> &str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
            Language::Other(code) => code.as_str(),
        }
    }

    /// Returns the language code, which is also the stem of its catalogue file.
    pub fn code(&self) -> &str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::Other(code) => code.as_str(),
        }
    }

    /// Returns the language of the game with a code such as `de`.
    pub fn of_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    /// Returns the language of a catalogue file, such as `assets/words/fr.ron`, or `None` if its name is not a code.
    pub fn of_catalogue(file: &str) -> Option<Language> {
        let code = file.strip_prefix(FOLDER)?.strip_prefix('/')?.strip_suffix(".ron")?;
        Language::of_code(code).or_else(|| LanguageCode::of(code).map(Language::Other))
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
    fn other_languages_are_named_by_their_catalogues() {
        let of = |code: &str| Language::of_catalogue(&format!("assets/words/{code}.ron"));
        assert_eq!([of("de"), of("en")], [Some(Language::German), Some(Language::English)]);
        for code in ["fr", "pt-br", "zh-hant"] {
            let language = of(code).unwrap();
            assert_eq!((language.code(), language.own_name()), (code, code));
            assert_eq!(language.catalogue(), Some(format!("assets/words/{code}.ron")));
        }
        for wrong in ["f", "FR", "fr_FR", "fr/be", "languages", "é"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
        assert_eq!(Language::of_catalogue("assets/fr.ron"), None);
    }

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
