//! The player's language. Messages are created in English and translated by a catalogue.

use crate::words::clean::plain_letters;
use content::{ContentError, Files};
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
    catalogues: Arc<Vec<(Language, Words)>>,
    /// The names of things in data files by the names that players read, in plain letters.
    things: Arc<BTreeMap<String, String>>,
}

impl Tongue {
    /// Reads the catalogues of all languages from the files of the game. English is selected.
    ///
    /// # Errors
    /// If a catalogue cannot be read.
    pub fn read(files: &Files, rules: &Rules) -> Result<Tongue, ContentError> {
        let mut catalogues = Vec::new();
        for language in Language::ALL {
            if let Some(file) = language.catalogue() {
                let words = Words::read(&file, &files.read(&file)?).map_err(ContentError::wrong)?;
                catalogues.push((language, words));
            }
        }
        let names = names_of(rules).chain(FITTINGS.map(Key::english));
        let in_all = |name: &str| -> Vec<(String, String)> {
            let said = catalogues.iter().map(|(_, words)| words.say(Said::data(name)));
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

    fn words(&self) -> Option<&Words> {
        self.catalogues.iter().find(|(language, _)| *language == self.language).map(|(_, words)| words)
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
