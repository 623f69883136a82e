//! The language in which a player is spoken to. What is said is said in English first; a catalogue has it in other languages.

use crate::words::clean::plain_letters;
use content::{ContentError, Files};
use engine::Rules;
use std::{collections::BTreeMap, sync::Arc};
use words::{Key, Language, Said, Words, say};

/// What is built into a deck, which no rule names.
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

/// A language, and the words of all of them.
#[derive(Clone, Default)]
pub struct Tongue {
    language: Language,
    catalogues: Arc<Vec<(Language, Words)>>,
    /// The English names of things by those in the other languages, in plain letters.
    things: Arc<BTreeMap<String, String>>,
}

impl Tongue {
    /// Reads the catalogues of all languages from the files of the game; English is spoken.
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
            let said = catalogues.iter().map(|(_, words)| words.say(Said::data(name))).filter(|said| said != name);
            said.map(|said| (plain_letters(&said.to_lowercase()), name.to_owned())).collect()
        };
        let things = names.flat_map(in_all).collect();
        Ok(Tongue { language: Language::English, catalogues: Arc::new(catalogues), things: Arc::new(things) })
    }

    /// The same words, in this language.
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

    /// What is said, in this language; what no catalogue knows is said in English.
    pub(crate) fn say(&self, said: impl Into<Said>) -> String {
        match self.words() {
            Some(words) => words.say(said),
            None => Words::default().say(said),
        }
    }

    /// The words of a command with the English names of the things that they name in any language.
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

/// The most words of the name of a thing.
const MAX_NAME_LENGTH: usize = 3;

/// The names of all things that rules know.
pub(crate) fn names_of(rules: &Rules) -> impl Iterator<Item = &str> {
    let monsters = rules.monsters.iter().map(|(name, _)| name.as_str());
    let things = rules.pickups.iter().map(|(name, _)| name.as_str());
    let props = rules.props.iter().map(|(name, _)| name.as_str());
    monsters.chain(things).chain(props).chain(rules.weapons.iter().map(|(name, _)| name.as_str()))
}
