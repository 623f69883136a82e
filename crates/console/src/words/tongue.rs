//! The language in which a player is spoken to. What is said is said in English first; a catalogue has it in other languages.

use crate::words::clean::plain_letters;
use content::{ContentError, Files};
use engine::Rules;
use std::{borrow::Cow, collections::BTreeMap, sync::Arc};
use words::{Language, Words};

/// What is built into a deck, which no rule names.
pub(crate) const FITTINGS: [&str; 9] =
    ["door", "lift", "stairs", "switch", "table", "lock", "window", "grating", "barrier"];

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
        let names = names_of(rules).chain(FITTINGS);
        let in_all = |name: &str| -> Vec<(String, String)> {
            let said = catalogues.iter().map(|(_, words)| words.say_name(name)).filter(|said| said != name);
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

    /// An English sentence in this language; what no catalogue knows stays as it is.
    pub(crate) fn say<'a>(&self, english: &'a str) -> Cow<'a, str> {
        self.words().map_or(Cow::Borrowed(english), |words| words.say(english))
    }

    /// The name of a thing, whose number stays.
    pub(crate) fn name<'a>(&self, english: &'a str) -> Cow<'a, str> {
        self.words().map_or(Cow::Borrowed(english), |words| words.say_name(english))
    }

    /// An English sentence in this language, with what is put into its gaps: that is in this language already.
    pub(crate) fn fill(&self, english: &str, gaps: &[&str]) -> String {
        self.words().map_or_else(|| Words::default().fill(english, gaps), |words| words.fill(english, gaps))
    }

    /// The words of a command with the English names of the things that they name in any language.
    pub(crate) fn things_in_english(&self, words: &[String]) -> Vec<String> {
        let (mut english, mut rest) = (Vec::new(), words);
        while let Some((first, behind)) = rest.split_first() {
            let named = (1..=rest.len().min(LONGEST_NAME)).rev().find_map(|count| {
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
const LONGEST_NAME: usize = 3;

/// The names of all things that rules know.
pub(crate) fn names_of(rules: &Rules) -> impl Iterator<Item = &str> {
    let monsters = rules.monsters.iter().map(|(name, _)| name.as_str());
    let things = rules.pickups.iter().map(|(name, _)| name.as_str());
    let props = rules.props.iter().map(|(name, _)| name.as_str());
    monsters.chain(things).chain(props).chain(rules.weapons.iter().map(|(name, _)| name.as_str()))
}
