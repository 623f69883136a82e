//! The player's language. Messages are created in English and translated by a catalogue.

use crate::words::clean::plain_letters;
use content::{ContentError, Files, Translation, translations};
use engine::Rules;
use localization::{Key, Language, Said, Words, say};
use std::{collections::BTreeMap, sync::Arc};

/// The fixtures of decks, which the rules do not name.
pub(crate) const FITTINGS: [Key; 9] = [
    say!("door"),
    say!("lift"),
    say!("stairs"),
    say!("switch"),
    say!("table"),
    say!("lock"),
    say!("window"),
    say!("grating"),
    say!("barrier"),
];

/// A language, and the texts of all languages.
#[derive(Clone, Default)]
pub struct Tongue {
    language: Language,
    catalogues: Arc<Vec<Translation>>,
    /// The names of things in data files by the names that players read, in plain letters.
    things: Arc<BTreeMap<String, String>>,
}

impl Tongue {
    /// Reads the catalogues of all languages from the files of the game. English is selected.
    ///
    /// # Errors
    /// If a catalogue cannot be read.
    pub fn read(files: &Files, rules: &Rules) -> Result<Tongue, ContentError> {
        let catalogues = translations(files)?;
        let names = names_of(rules).chain(FITTINGS.map(Key::english));
        let in_all = |name: &str| -> Vec<(String, String)> {
            let said = catalogues.iter().map(|translation| translation.words.say(Said::data(name)));
            let said = said.chain([Said::data(name).english()]).filter(|said| said != name);
            said.map(|said| (plain_letters(&said.to_lowercase()), name.to_owned())).collect()
        };
        let things = names.flat_map(in_all).collect();
        Ok(Tongue { language: Language::English, catalogues: Arc::new(catalogues), things: Arc::new(things) })
    }

    /// Returns the same texts with this language selected.
    #[must_use]
    pub fn speaking(self, language: Language) -> Tongue {
        Tongue { language, ..self }
    }

    pub(crate) fn language(&self) -> Language {
        self.language
    }

    /// Returns all languages, each with its name for itself.
    pub(crate) fn languages(&self) -> impl Iterator<Item = (Language, &str)> {
        let others = self.catalogues.iter().map(|translation| (translation.language, translation.words.name()));
        [(Language::English, "English")].into_iter().chain(others)
    }

    /// Returns the names of all languages with their codes, such as `English (en), Deutsch (de)`.
    pub(crate) fn language_list(&self) -> String {
        let all = self.languages().map(|(language, name)| format!("{name} ({})", language.code()));
        all.collect::<Vec<_>>().join(", ")
    }

    /// Returns true if there are texts in a language.
    pub fn has(&self, language: Language) -> bool {
        self.languages().any(|(other, _)| other == language)
    }

    /// Returns a language's name for itself.
    pub(crate) fn name_of(&self, language: Language) -> &str {
        self.languages().find(|(other, _)| *other == language).map_or("", |(_, name)| name)
    }

    /// Returns the language after this one.
    pub(crate) fn next_language(&self) -> Language {
        let after = self.languages().map(|(language, _)| language).skip_while(|other| *other != self.language).nth(1);
        after.unwrap_or_default()
    }

    /// Returns the language that a word names: its code, or its name in itself.
    pub(crate) fn language_named(&self, word: &str) -> Option<Language> {
        let is_named = |(language, name): &(Language, &str)| {
            language.code() == word || plain_letters(&name.to_lowercase()) == plain_letters(word)
        };
        self.languages().find(is_named).map(|(language, _)| language)
    }

    fn words(&self) -> Option<&Words> {
        self.catalogues.iter().find(|translation| translation.language == self.language).map(|it| &it.words)
    }

    /// Returns the message in this language, or in English where a translation is missing.
    pub(crate) fn say(&self, said: impl Into<Said>) -> String {
        match self.words() {
            Some(words) => words.say(said),
            None => Words::default().say(said),
        }
    }

    /// Returns the words of a command with the names of things translated to English from any language.
    pub(crate) fn things_in_english(&self, words: &[String]) -> Vec<String> {
        let (mut english, mut rest) = (Vec::new(), words);
        while let Some((first, behind)) = rest.split_first() {
            let named = (1..=rest.len().min(MAX_NAME_LENGTH)).rev().find_map(|count| {
                let name = self.things.get(&plain_letters(&rest[..count].join(" ")))?;
                Some((name, count))
            });
            match named {
                Some((name, count)) => {
                    english.extend(name.split(' ').map(str::to_owned));
                    rest = &rest[count..];
                }
                None => {
                    english.push(first.clone());
                    rest = behind;
                }
            }
        }
        english
    }
}

/// The maximum number of words in the name of a thing.
const MAX_NAME_LENGTH: usize = 3;

/// Returns the names of all things that the rules define.
pub(crate) fn names_of(rules: &Rules) -> impl Iterator<Item = &str> {
    let monsters = rules.monsters.iter().map(|(name, _)| name.as_str());
    let things = rules.pickups.iter().map(|(name, _)| name.as_str());
    let props = rules.props.iter().map(|(name, _)| name.as_str());
    monsters.chain(things).chain(props).chain(rules.weapons.iter().map(|(name, _)| name.as_str()))
}
