//! Catalogues: the translations of English texts into another language.

use crate::said::{Part, Said};
use fixed_decimal::UnsignedDecimal;
use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};
use level::read_ron;
use serde::Deserialize;
use std::{borrow::Cow, collections::BTreeMap};

/// The maximum size of a catalogue, in bytes.
const MAX_BYTES: usize = 4 << 20;

/// The texts of a language. Those of English are empty, because the keys are English.
#[derive(Clone, Debug, Default)]
pub struct Words {
    name: String,
    /// The locale of the plural rules; `None` for English.
    locale: Option<Locale>,
    /// The decimal separator, if it is not a point.
    decimal: Option<char>,
    entries: BTreeMap<String, Entry>,
}

/// A catalogue as it is in its file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Catalogue {
    name: String,
    #[serde(default)]
    decimal: Option<char>,
    words: BTreeMap<String, Entry>,
}

/// The translation of a key.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Entry {
    Same(String),
    ByCount(Forms),
}

/// The forms of a sentence by the plural category of the number in one of its placeholders.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Forms {
    /// The placeholder that holds the number.
    by: String,
    zero: Option<String>,
    one: Option<String>,
    two: Option<String>,
    few: Option<String>,
    many: Option<String>,
    /// The form for all other numbers.
    other: String,
}

impl Forms {
    fn of(&self, category: PluralCategory) -> &str {
        let form = match category {
            PluralCategory::Zero => &self.zero,
            PluralCategory::One => &self.one,
            PluralCategory::Two => &self.two,
            PluralCategory::Few => &self.few,
            PluralCategory::Many => &self.many,
            PluralCategory::Other => &None,
        };
        form.as_deref().unwrap_or(&self.other)
    }

    fn all(&self) -> impl Iterator<Item = &str> {
        let rare = [&self.zero, &self.one, &self.two, &self.few, &self.many];
        rare.into_iter().filter_map(|form| form.as_deref()).chain([self.other.as_str()])
    }
}

impl Said {
    /// Returns the message in English.
    pub fn english(&self) -> String {
        Words::default().say(self)
    }
}

/// Compares the message in English.
impl PartialEq<&str> for Said {
    fn eq(&self, english: &&str) -> bool {
        self.english() == *english
    }
}

impl Words {
    /// Reads a catalogue from the bytes of the file `name`. The stem of that name is the language code, such as `de`.
    ///
    /// # Errors
    /// What is wrong with the file, and where: it is not a catalogue, its name is not a language code, or a placeholder
    /// of a sentence is in only one of the two languages.
    pub fn read(name: &str, text: &[u8]) -> Result<Words, String> {
        let catalogue: Catalogue = read_ron(name, text, MAX_BYTES).map_err(|error| error.to_string())?;
        let code = name.rsplit('/').next().unwrap_or(name).trim_end_matches(".ron");
        let locale = Locale::try_from_str(code)
            .map_err(|_| format!("{name}: the name of a catalogue file must be a language code, such as de.ron"))?;
        for (english, entry) in &catalogue.words {
            checked(english, entry).map_err(|what| format!("{name}:{}: {what}", line_of(english, text)))?;
        }
        Ok(Words { name: catalogue.name, locale: Some(locale), decimal: catalogue.decimal, entries: catalogue.words })
    }

    /// Returns the language's name for itself; empty for English.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the keys and their translations: one text, or one for each plural category that the language has.
    pub fn entries(&self) -> impl Iterator<Item = (&str, Vec<&str>)> {
        self.entries.iter().map(|(key, entry)| match entry {
            Entry::Same(text) => (key.as_str(), vec![text.as_str()]),
            Entry::ByCount(forms) => (key.as_str(), forms.all().collect()),
        })
    }

    /// Returns the message in this language, or in English where the catalogue has no translation.
    pub fn say(&self, said: impl Into<Said>) -> String {
        self.part(&said.into())
    }

    fn part(&self, said: &Said) -> String {
        match &said.0 {
            Part::Literal(text) => text.clone(),
            Part::Number(digits) => self.written(digits),
            Part::Capital(said) => {
                let text = self.part(said);
                let mut letters = text.chars();
                letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
            }
            Part::Joined { parts, between } => {
                parts.iter().map(|part| self.part(part)).collect::<Vec<_>>().join(between)
            }
            Part::Sentence { key, singular, gaps } => match self.entries.get(*key) {
                Some(entry) => self.filled(self.form(entry, gaps), gaps),
                None => self.filled(self.english(key, *singular, gaps), gaps),
            },
            Part::Data { key, gaps } => match self.entry_of_data(key) {
                Some(entry) => self.filled(self.form(entry, gaps), gaps),
                None => self.filled(english_name(key), gaps),
            },
        }
    }

    /// Returns the entry of a text of a data file. The first word of a sentence may be capitalised where the key is
    /// not.
    fn entry_of_data(&self, key: &str) -> Option<&Entry> {
        let small = || {
            let mut letters = key.chars();
            let first = letters.next().filter(|first| first.is_uppercase())?;
            self.entries.get(&(first.to_lowercase().to_string() + letters.as_str()))
        };
        self.entries.get(key).or_else(small)
    }

    fn written(&self, digits: &str) -> String {
        match self.decimal {
            Some(decimal) => digits.replace('.', decimal.encode_utf8(&mut [0; 4])),
            None => digits.to_owned(),
        }
    }

    fn form<'a>(&self, entry: &'a Entry, gaps: &[(Cow<str>, Said)]) -> &'a str {
        match entry {
            Entry::Same(text) => text,
            Entry::ByCount(forms) => {
                let count = gaps.iter().find(|(gap, _)| *gap == forms.by).map(|(_, said)| said);
                forms.of(count
                    .map_or(PluralCategory::Other, |count| category(self.locale.as_ref().unwrap_or(&ENGLISH), count)))
            }
        }
    }

    fn english(&self, key: &'static str, singular: Option<&'static str>, gaps: &[(Cow<str>, Said)]) -> &'static str {
        let is_one = |(_, count): &(Cow<str>, Said)| category(&ENGLISH, count) == PluralCategory::One;
        singular.filter(|_| gaps.first().is_some_and(is_one)).unwrap_or(key)
    }

    /// Fills the placeholders of a text. Placeholders without a value stay as they are.
    fn filled(&self, text: &str, gaps: &[(Cow<str>, Said)]) -> String {
        let (mut filled, mut rest) = (String::with_capacity(text.len()), text);
        while let Some((before, (gap, behind))) =
            rest.split_once('{').and_then(|(before, behind)| Some((before, behind.split_once('}')?)))
        {
            filled.push_str(before);
            match gaps.iter().find(|(name, _)| name == gap) {
                Some((_, said)) => filled.push_str(&self.part(said)),
                None => filled.extend(["{", gap, "}"]),
            }
            rest = behind;
        }
        filled + rest
    }
}

/// The names in data files that players read in another form in English. Levels, saves and demos refer to the short forms.
const ENGLISH_NAMES: [(&str, &str); 4] =
    [("flamer", "flamethrower"), ("launcher", "rocket launcher"), ("nailgun", "nail gun"), ("patcher", "patch gun")];

/// Returns what players read in English for a text of a data file.
fn english_name(text: &str) -> &str {
    ENGLISH_NAMES.iter().find(|(name, _)| *name == text).map_or(text, |(_, english)| *english)
}

/// The locale of the plural rules of the keys.
const ENGLISH: Locale = icu_locale_core::locale!("en");

/// Returns the plural category of a message that is a number, and `Other` for any other message.
fn category(locale: &Locale, said: &Said) -> PluralCategory {
    let Part::Number(digits) = &said.0 else { return PluralCategory::Other };
    let rules = PluralRules::try_new_cardinal(locale.into());
    let number: Result<UnsignedDecimal, _> = digits.trim_start_matches('-').parse();
    rules.ok().zip(number.ok()).map_or(PluralCategory::Other, |(rules, number)| rules.category_for(&number))
}

/// Checks the placeholders of an entry.
fn checked(english: &str, entry: &Entry) -> Result<(), String> {
    let wanted = gaps_of(english)?;
    let wrong = |what: String| Err(format!("the sentence \"{english}\" {what}"));
    let (forms, by) = match entry {
        Entry::Same(text) => (vec![text.as_str()], None),
        Entry::ByCount(forms) => (forms.all().collect(), Some(forms.by.as_str())),
    };
    if let Some(by) = by.filter(|by| !wanted.contains(by)) {
        return wrong(format!("lacks the placeholder {{{by}}} that selects its plural form"));
    }
    for form in forms {
        let gaps = gaps_of(form)?;
        // A form for a single number may omit it ("one eye").
        if let Some(gap) = wanted.iter().find(|gap| !gaps.contains(gap) && by != Some(**gap)) {
            return wrong(format!("has the placeholder {{{gap}}}, which \"{form}\" lacks"));
        }
        if let Some(gap) = gaps.iter().find(|gap| !wanted.contains(gap)) {
            return wrong(format!("lacks the placeholder {{{gap}}} of \"{form}\""));
        }
    }
    Ok(())
}

/// Returns the names of the placeholders of a text.
fn gaps_of(text: &str) -> Result<Vec<&str>, String> {
    let behind = text.split('{').skip(1);
    behind
        .map(|part| {
            part.split_once('}').map(|(gap, _)| gap).ok_or_else(|| format!("unclosed placeholder in \"{text}\""))
        })
        .collect()
}

/// Returns the line of a file, from 1, that first contains these words literally, or 1 if none does.
fn line_of(words: &str, text: &[u8]) -> usize {
    let text = String::from_utf8_lossy(text);
    let before = text.find(words).map_or("", |at| &text[..at]);
    before.matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::say;
    use proptest::prelude::*;

    fn german() -> Words {
        let text = r#"(name: "Deutsch", decimal: ',', words: {
            "Options": "Optionen", "shambler": "Schlurfer", "a brute": "einem Koloss", "fire": "Feuer",
            "Torn apart by {monster}": "Zerrissen von {monster}", "{kills} of {all} left": "von {all} noch {kills}",
            "Delete \"{name}\"?": "\"{name}\" löschen?", "Walks {slow}, runs {fast}.": "Rennt {fast}, geht {slow}.",
            "Captain {captain}, last entry": "Kapitän {captain}, letzter Eintrag",
            "{days} days ago": (by: "days", one: "gestern", other: "vor {days} Tagen"),
        })"#;
        Words::read("assets/words/de.ron", text.as_bytes()).unwrap()
    }

    fn polish() -> Words {
        let text = r#"(name: "Polski", decimal: ',', words: {
            "{kills} monsters with {weapon}":
                (by: "kills", one: "{weapon}: {kills} potwór", few: "{weapon}: {kills} potwory", many: "{weapon}: {kills} potworów", other: "{weapon}: {kills} potwora"),
            "pistol": "pistolet",
        })"#;
        Words::read("pl.ron", text.as_bytes()).unwrap()
    }

    fn ago(days: u64) -> Said {
        say!("{days} day ago" | "{days} days ago", days)
    }

    #[test]
    fn missing_translations_fall_back_to_english() {
        let monster = say!("a brute");
        for words in [Words::default(), polish()] {
            assert_eq!(words.say(say!("Options")), "Options");
            assert_eq!(words.say(say!("Torn apart by {monster}", monster)), "Torn apart by a brute");
            assert_eq!(
                (words.say(ago(1)), words.say(ago(2)), words.say(ago(0))),
                ("1 day ago".into(), "2 days ago".into(), "0 days ago".into())
            );
        }
        assert_eq!(Words::default().say(Said::decimal(2.85_f32, 1)), "2.8");
        assert_eq!((german().name(), Words::default().name()), ("Deutsch", ""));
    }

    #[test]
    fn short_names_of_data_files_have_an_english_form() {
        assert_eq!(Said::data("nailgun").english(), "nail gun");
        assert_eq!(Said::data("shotgun").english(), "shotgun");
    }

    #[test]
    fn placeholders_follow_the_word_order_of_the_language() {
        let words = german();
        assert_eq!(words.say(say!("Torn apart by {monster}", monster = say!("a brute"))), "Zerrissen von einem Koloss");
        assert_eq!(words.say(say!("{kills} of {all} left", kills = 3, all = 4)), "von 4 noch 3");
        assert_eq!(words.say(say!("Delete \"{name}\"?", name = Said::literal("Options"))), "\"Options\" löschen?");
        let (slow, fast) = (Said::decimal(2.8_f32, 1), Said::number(-4.0));
        assert_eq!(words.say(say!("Walks {slow}, runs {fast}.", slow, fast)), "Rennt -4, geht 2,8.");
        let list = Said::joined([Said::data("shambler"), Said::from(say!("fire")), Said::literal("fire")], ", ");
        assert_eq!(words.say(list.then(say!("Options"))), "Schlurfer, Feuer, fireOptionen");
    }

    #[test]
    fn known_data_texts_are_translated_with_placeholders() {
        let words = german();
        assert_eq!(
            (words.say(Said::data("Shambler")), words.say(Said::data("a mod's"))),
            ("Schlurfer".into(), "a mod's".into())
        );
        let entry = |text: &str| Said::data_with(text, [("captain".to_owned(), Said::literal("Ash"))]);
        assert_eq!(words.say(entry("Captain {captain}, last entry")), "Kapitän Ash, letzter Eintrag");
        assert_eq!(words.say(entry("{captain}: {what} {")), "Ash: {what} {");
    }

    #[test]
    fn plural_forms_follow_the_rules_of_the_language() {
        let words = german();
        assert_eq!((words.say(ago(1)), words.say(ago(2))), ("gestern".into(), "vor 2 Tagen".into()));
        let of = |kills: u32| {
            let weapon = Said::data("pistol");
            polish().say(say!("{kills} monster with {weapon}" | "{kills} monsters with {weapon}", kills, weapon))
        };
        let said = [1, 2, 4, 5, 12, 22, 25].map(of);
        let forms = ["1 potwór", "2 potwory", "4 potwory", "5 potworów", "12 potworów", "22 potwory", "25 potworów"];
        assert_eq!(said, forms.map(|form| format!("pistolet: {form}")));
        let weapon = || Said::literal("x");
        let half = say!("{kills} monsters with {weapon}", kills = Said::decimal(1.5_f32, 1), weapon = weapon());
        assert_eq!(polish().say(half), "x: 1,5 potwora");
        let unknown = say!("{kills} monsters with {weapon}", kills = Said::literal("many"), weapon = weapon());
        assert_eq!(polish().say(unknown), "x: many potwora");
    }

    #[test]
    fn invalid_catalogues_are_refused_with_line_or_sentence() {
        let said = |text: &str| Words::read("de.ron", text.as_bytes()).unwrap_err();
        assert!(said("(name: \"x\", words: {\n\"a\": 1})").starts_with("de.ron:"));
        assert!(said("(name: \"x\", words: {\n\n\"see {a}\": \"\"})").starts_with("de.ron:3: the sentence"));
        assert!(said("(name: \"x\", words: {\"see {a}\": \"sehen\"})").contains("{a}"));
        assert!(said("(name: \"x\", words: {\"see {a}\": \"{a} sehen {b}\"})").contains("{b}"));
        assert!(said("(name: \"x\", words: {\"see {a\": \"{a} sehen\"})").contains("see {a"));
        assert!(said("(name: \"x\", words: {\"{a} eyes\": (by: \"b\", other: \"{a} Augen\")})").contains("{b}"));
        assert!(
            said("(name: \"x\", words: {\"{a} of {b} eyes\": (by: \"a\", one: \"ein Auge\", other: \"{a} von {b}\")})")
                .contains("{b}")
        );
        assert!(
            Words::read("my words.ron", b"(name: \"x\", words: {})").unwrap_err().contains("must be a language code")
        );
    }

    proptest! {
        #[test]
        fn reading_any_catalogue_does_not_panic(text in "\\(name: \"x\", words: \\{\"[a-c{} ]{0,12}\": \"[a-c{} ]{0,12}\"\\}\\)", said in "[a-c{} ]{0,12}") {
            if let Ok(words) = Words::read("x.ron", text.as_bytes()) {
                words.say(Said::data_with(said, [("a".to_owned(), Said::from(1))]));
            }
        }
    }
}
