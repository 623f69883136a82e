//! Says the sentences of the game in another language, out of a catalogue.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

// The modules, each of which uses only those before it.
mod language;

mod pattern;

pub use language::Language;

use level::read_ron;
use pattern::{Pattern, filled};
use serde::Deserialize;
use std::{borrow::Cow, collections::BTreeMap};

/// The largest catalogue that is read, in bytes.
const MAX_BYTES: usize = 4 << 20;
/// Sentences within gaps of sentences within gaps: deeper than this nothing is looked up.
const DEEPEST: usize = 8;
/// What keeps pieces of a line apart that are said one by one.
const APART: &str = "   ";

/// The words of a language; those of English are none, because all is said in English.
#[derive(Clone, Debug, Default)]
pub struct Words {
    name: String,
    /// What stands before the fractions of its numbers, if that is no point.
    decimal: Option<char>,
    exact: BTreeMap<String, String>,
    /// The sentences with gaps; those with most letters come first.
    patterns: Vec<Pattern>,
}

/// A catalogue as it stands in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Catalogue {
    name: String,
    #[serde(default)]
    decimal: Option<char>,
    words: BTreeMap<String, String>,
}

impl Words {
    /// The words in a catalogue, the text of the file `name`.
    ///
    /// # Errors
    /// What is wrong with the file, and where: it is no catalogue, or a sentence with gaps cannot be told from others or lacks a gap
    /// in one of the two languages.
    pub fn read(name: &str, text: &[u8]) -> Result<Words, String> {
        let catalogue: Catalogue = read_ron(name, text, MAX_BYTES).map_err(|error| error.to_string())?;
        let mut words = Words { name: catalogue.name, decimal: catalogue.decimal, ..Words::default() };
        for (english, other) in catalogue.words {
            if english.contains('{') {
                let wrong = |what| format!("{name}:{}: {what}", line_of(&english, text));
                words.patterns.push(Pattern::new(&english, &other).map_err(wrong)?);
            } else {
                words.exact.insert(english, other);
            }
        }
        words.patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.letters()));
        Ok(words)
    }

    /// What the language calls itself; empty for English.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// An English text in this language; what is not known stays as it is.
    pub fn say<'a>(&self, english: &'a str) -> Cow<'a, str> {
        if self.exact.is_empty() && self.patterns.is_empty() {
            return Cow::Borrowed(english);
        }
        self.found(english, 0).map_or(Cow::Borrowed(english), Cow::Owned)
    }

    /// A name in this language; the number that may stand behind it stays: `shambler 2`.
    pub fn say_name<'a>(&self, english: &'a str) -> Cow<'a, str> {
        self.exactly(english).or_else(|| self.numbered(english)).map_or(Cow::Borrowed(english), Cow::Owned)
    }

    /// An English sentence with gaps in this language, with what is put into its gaps in the order of the English one: that is in this
    /// language already, and may be anything.
    pub fn fill(&self, english: &str, gaps: &[&str]) -> String {
        let pattern = self.patterns.iter().find(|pattern| pattern.is(english));
        let said: Vec<String> = gaps.iter().map(|&gap| gap.to_owned()).collect();
        pattern.map_or_else(|| filled(english, gaps), |pattern| pattern.fill(gaps, &said))
    }

    /// What is known of a text, if anything is.
    fn found(&self, english: &str, depth: usize) -> Option<String> {
        if depth > DEEPEST {
            return None;
        }
        self.exactly(english)
            .or_else(|| self.number(english))
            .or_else(|| self.apart(english, "\n", depth))
            .or_else(|| self.apart(english, APART, depth))
            .or_else(|| self.with_gaps(english, depth))
            .or_else(|| self.round_colon(english, depth))
    }

    /// The text as a whole; the first word of a sentence has a large letter that its name may lack.
    fn exactly(&self, english: &str) -> Option<String> {
        let small = || {
            let mut letters = english.chars();
            let first = letters.next().filter(|first| first.is_uppercase())?;
            self.exact.get(&(first.to_lowercase().to_string() + letters.as_str()))
        };
        self.exact.get(english).or_else(small).cloned()
    }

    /// A number with a fraction, as the language writes it: `2,8`. What has more points is a version or an address.
    fn number(&self, english: &str) -> Option<String> {
        let decimal = self.decimal?;
        let (whole, fraction) = english.split_once('.')?;
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = are_digits(whole.strip_prefix('-').unwrap_or(whole)) && are_digits(fraction);
        is_number.then(|| format!("{whole}{decimal}{fraction}"))
    }

    /// A name with what is behind it and has no letters: `shambler 2`, `shambler 2 ×3`.
    fn numbered(&self, english: &str) -> Option<String> {
        let (name, number) = english.rsplit_once(' ')?;
        if number.chars().any(char::is_alphabetic) {
            return None;
        }
        let name = self.exactly(name).or_else(|| self.numbered(name))?;
        Some(format!("{name} {number}"))
    }

    /// The parts of a text, each said by itself; none if there is only one, or nothing is known of any.
    fn apart(&self, english: &str, between: &str, depth: usize) -> Option<String> {
        if depth > DEEPEST || !english.contains(between) {
            return None;
        }
        let parts: Vec<Option<String>> = english.split(between).map(|part| self.trimmed(part, depth + 1)).collect();
        if parts.iter().all(Option::is_none) {
            return None;
        }
        let said = english.split(between).zip(parts).map(|(part, said)| said.unwrap_or_else(|| part.to_owned()));
        Some(said.collect::<Vec<String>>().join(between))
    }

    /// What stands before the first colon, and what behind it.
    fn round_colon(&self, english: &str, depth: usize) -> Option<String> {
        let (before, behind) = english.split_once(": ")?;
        let [said, also] = [before, behind].map(|part| self.trimmed(part, depth + 1));
        if said.is_none() && also.is_none() {
            return None;
        }
        Some(format!("{}: {}", said.as_deref().unwrap_or(before), also.as_deref().unwrap_or(behind)))
    }

    /// A part, whatever blanks stand round it.
    fn trimmed(&self, part: &str, depth: usize) -> Option<String> {
        let inner = part.trim();
        let said = self.found(inner, depth)?;
        let before = part.len() - part.trim_start().len();
        Some([&part[..before], &said, &part[before + inner.len()..]].concat())
    }

    /// A sentence with gaps.
    fn with_gaps(&self, english: &str, depth: usize) -> Option<String> {
        self.patterns.iter().find_map(|pattern| {
            let gaps = pattern.gaps_of(english)?;
            let unknown = |gap: &str| pattern.takes_unknown(gap).then(|| gap.to_owned());
            let said = gaps.iter().map(|gap| self.gap(gap, depth + 1).or_else(|| unknown(gap)));
            Some(pattern.fill(&gaps, &said.collect::<Option<Vec<String>>>()?))
        })
    }

    /// What stands in a gap, if that is known: a text, or a list of such.
    fn gap(&self, gap: &str, depth: usize) -> Option<String> {
        self.exactly(gap)
            .or_else(|| self.number(gap))
            .or_else(|| self.numbered(gap))
            .or_else(|| self.apart(gap, ", ", depth))
            .or_else(|| self.trimmed(gap, depth))
    }
}

/// The line of a file in which something stands first, as far as it stands there in these very letters; else the first.
fn line_of(words: &str, text: &[u8]) -> usize {
    let text = String::from_utf8_lossy(text);
    let before = text.find(words).map_or("", |at| &text[..at]);
    before.matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn german() -> Words {
        let text = r#"(name: "Deutsch", words: {
            "Options": "Optionen", "shambler": "Schlurfer", "brains": "Hirn", "Skill: {skill}": "Schwierigkeit: {skill}", "Deckhand": "Matrose",
            "{1} of {2}": "{1} von {2}", "{1} of {2} left": "von {2} noch {1}", "{1} of {2} left behind": "{2}: {1} zurück", "Delete \"{1}\"?": "\"{1}\" löschen?",
            "Leaves: {things}.": "Lässt {things} da.", "clip": "Magazin", "medkit": "Verband", "run": "rennen", "{key}: fire": "{key}: feuern",
            "[{sound}, {side}]": "[{sound}, {side}]", "a door opens": "eine Tür geht auf", "ahead": "vor dir", "Space": "Leertaste", "run: ? x, none": "rennen: ? x, keine",
        })"#;
        Words::read("de.ron", text.as_bytes()).unwrap()
    }

    #[test]
    fn a_text_is_said_as_the_catalogue_says_and_what_is_unknown_stays() {
        let words = german();
        assert_eq!((words.say("Options"), words.say("options")), ("Optionen".into(), "options".into()));
        assert_eq!(words.say("Nobody knows: this"), "Nobody knows: this");
        assert_eq!(words.say(""), "");
        assert_eq!((words.name(), Words::default().name()), ("Deutsch", ""));
        assert_eq!(Words::default().say("Options"), "Options");
    }

    #[test]
    fn what_is_put_into_a_sentence_is_said_too_wherever_it_goes_to() {
        let words = german();
        assert_eq!(words.say("Skill: Deckhand"), "Schwierigkeit: Matrose");
        assert_eq!(words.say("3 of 4 left"), "von 4 noch 3");
        assert_eq!(words.say("3 of 4 left behind"), "4: 3 zurück", "the longer sentence fits, too");
        assert_eq!(words.say("Leaves: clip, medkit, a mod's."), "Lässt Magazin, Verband, a mod's da.");
        assert_eq!(words.say("[a door opens, ahead]"), "[eine Tür geht auf, vor dir]");
        assert_eq!(words.say("Shambler: Brains"), "Schlurfer: Hirn", "a name at the beginning");
    }

    #[test]
    fn pieces_that_stand_apart_are_said_one_by_one() {
        let words = german();
        assert_eq!(words.say("Space: fire    Ctrl: run   Up: x"), "Leertaste: feuern    Ctrl: rennen   Up: x");
        assert_eq!(words.say("N: run: ? x, none"), "N: rennen: ? x, keine", "only the first colon parts");
        assert_eq!(words.say("Options\n\nbrains"), "Optionen\n\nHirn");
    }

    #[test]
    fn words_of_others_that_happen_to_fit_a_short_sentence_are_left_alone() {
        let words = german();
        for given in ["free of charge", "The key of the captain's lift", "granted, free of charge, to any person"] {
            assert_eq!(words.say(given), given);
        }
        assert_eq!(words.say("W A S D: fire"), "W A S D: feuern");
        assert_eq!(words.say("RT: fire    A: fire"), "RT: feuern    A: feuern", "buttons of a pad");
        assert_eq!((words.say("3 of 12"), words.say("brains of 3")), ("3 von 12".into(), "Hirn von 3".into()));
    }

    #[test]
    fn numbers_have_the_sign_of_their_language_before_the_fraction() {
        let text = r#"(name: "Deutsch", decimal: ',', words: {
            "Walks {1} and runs {2}.": "Geht {1} und rennt {2}.", "Its nature: {nature}.": "Seine Natur: {nature}.",
            "{element} x {2}": "{element} x {2}", "{value} as {target}": "{value} als {target}", "fire": "Feuer", "ice": "Kälte",
        })"#;
        let words = Words::read("de.ron", text.as_bytes()).unwrap();
        assert_eq!(words.say("Walks 2.8 and runs 4."), "Geht 2,8 und rennt 4.");
        assert_eq!(
            words.say("Its nature: fire x -0.50, ice x 0.70 as fire."),
            "Seine Natur: Feuer x -0,50, Kälte x 0,70 als Feuer."
        );
        for same in ["0.1.0", "1.", ".5", "a.5", "deck1.5.ron"] {
            assert_eq!(words.say(same), same);
        }
        assert_eq!(german().say("2.8"), "2.8", "a language that says nothing of it writes them as English does");
    }

    #[test]
    fn a_name_keeps_its_number_and_a_filled_sentence_what_is_put_into_it() {
        let words = german();
        assert_eq!(words.say("Leaves: shambler 2."), "Lässt Schlurfer 2 da.");
        assert_eq!(
            (words.say_name("shambler 2 ×3"), words.say_name("gnome 1")),
            ("Schlurfer 2 ×3".into(), "gnome 1".into())
        );
        assert_eq!(words.say_name("Shambler"), "Schlurfer");
        assert_eq!(words.fill("{1} of {2} left", &["clip", "run"]), "von run noch clip");
        assert_eq!(words.fill("nobody says {1}: {2}", &["a", "b"]), "nobody says a: b");
        assert_eq!(Words::default().fill("{1} of {2}", &["a", "b"]), "a of b");
    }

    #[test]
    fn names_that_somebody_has_given_are_left_alone() {
        assert_eq!(german().say("Delete \"Options\"?"), "\"Options\" löschen?");
    }

    #[test]
    fn a_catalogue_with_a_mistake_is_refused_with_the_place_or_the_sentence() {
        let said = |text: &str| Words::read("de.ron", text.as_bytes()).unwrap_err();
        assert!(said("(name: \"x\", words: {\n\"a\": 1})").starts_with("de.ron:2:"));
        assert!(
            said("(name: \"x\", words: {\"{a}: {b}\": \"{a}: {b}\"})").contains("\"{a}: {b}\""),
            "it fits whatever there is"
        );
        assert!(said("(name: \"x\", words: {\n\n\"see {a}\": \"\"})").starts_with("de.ron:3: the sentence"));
        assert!(said("(name: \"x\", words: {\"see {a}{b}\": \"{a}{b} sehen\"})").contains("see {a}{b}"));
        assert!(said("(name: \"x\", words: {\"see {a}\": \"sehen\"})").contains("{a}"));
        assert!(said("(name: \"x\", words: {\"see {a}\": \"{a} sehen {b}\"})").contains("{b}"));
        assert!(said("(name: \"x\", words: {\"see {a\": \"{a} sehen\"})").contains("see {a"));
    }

    proptest! {
        #[test]
        fn anything_can_be_said(text in "[a-z{}:, \"\n.]{0,60}") {
            german().say(&text);
        }

        #[test]
        fn any_catalogue_is_read_or_refused(text in "\\(name: \"x\", words: \\{\"[a-c{} ]{0,12}\": \"[a-c{} ]{0,12}\"\\}\\)", said in "[a-c ]{0,12}") {
            if let Ok(words) = Words::read("x.ron", text.as_bytes()) {
                words.say(&said);
            }
        }
    }
}
