//! Messages: a key of the catalogue with what is put into its gaps.

use std::{borrow::Cow, fmt};

/// An English text without gaps, as it is in the catalogues: what `say!("Options")` returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(&'static str);

impl Key {
    /// A key. Only [`say!`](crate::say) is to call it, because the test of the catalogues looks for that.
    #[doc(hidden)]
    pub const fn new(english: &'static str) -> Key {
        Key(english)
    }

    /// Returns the English text.
    pub const fn english(self) -> &'static str {
        self.0
    }
}

/// Compares the English text.
impl PartialEq<&str> for Key {
    fn eq(&self, english: &&str) -> bool {
        self.0 == *english
    }
}

/// What is said to a player in the player's language: [`Words::say`](crate::Words::say) makes text of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said(pub(crate) Part);

/// What there is to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A sentence, its gaps by name, and its English singular if its first gap is a count.
    Sentence { key: &'static str, singular: Option<&'static str>, gaps: Vec<(Cow<'static, str>, Said)> },
    /// A text of a data file, with what its gaps hold.
    Data { key: String, gaps: Vec<(Cow<'static, str>, Said)> },
    /// What is the same in every language.
    Literal(String),
    /// The digits of a number, with a point before its fraction.
    Number(String),
    /// The same with a capital first letter.
    Capital(Box<Said>),
    /// Several parts, and what is between them.
    Joined { parts: Vec<Said>, between: &'static str },
}

impl Said {
    /// A sentence with gaps. Only [`say!`](crate::say) is to call it.
    #[doc(hidden)]
    pub fn sentence<const N: usize>(
        key: &'static str,
        singular: Option<&'static str>,
        gaps: [(&'static str, Said); N],
    ) -> Said {
        let gaps = gaps.into_iter().map(|(name, said)| (Cow::Borrowed(name), said)).collect();
        Said(Part::Sentence { key, singular, gaps })
    }

    /// A text of a data file, such as the name of a monster or a caption: it is translated if a catalogue has it, and otherwise
    /// shown as it is. If it is not there as it is, it is also looked for with a small first letter.
    pub fn data(english: impl Into<String>) -> Said {
        Said::data_with(english, [])
    }

    /// A text of a data file whose gaps in braces hold what is given by name. Gaps without a name here stay as they are.
    pub fn data_with(english: impl Into<String>, gaps: impl IntoIterator<Item = (String, Said)>) -> Said {
        let gaps = gaps.into_iter().map(|(name, said)| (Cow::Owned(name), said)).collect();
        Said(Part::Data { key: english.into(), gaps })
    }

    /// Returns the English text that is looked up, with its gaps; none of what is not looked up as one text.
    pub fn key(&self) -> Option<&str> {
        match &self.0 {
            Part::Sentence { key, .. } => Some(key),
            Part::Data { key, .. } => Some(key),
            _ => None,
        }
    }

    /// What is never translated: the name of a save, a time, a key of the keyboard, an error of the system.
    pub fn literal(text: impl Into<String>) -> Said {
        Said(Part::Literal(text.into()))
    }

    /// A number with this many digits after the point, which is written as the language writes it.
    pub fn decimal(number: impl fmt::Display, digits: usize) -> Said {
        Said(Part::Number(format!("{number:.digits$}")))
    }

    /// A number as Rust writes it: with as many digits after the point as it needs.
    pub fn number(number: impl fmt::Display) -> Said {
        Said(Part::Number(number.to_string()))
    }

    /// The same with a capital first letter, as a sentence begins.
    #[must_use]
    pub fn capital(self) -> Said {
        Said(Part::Capital(Box::new(self)))
    }

    /// Parts with something between each two of them: a list, lines, or what only stands side by side.
    pub fn joined<S: Into<Said>>(parts: impl IntoIterator<Item = S>, between: &'static str) -> Said {
        Said(Part::Joined { parts: parts.into_iter().map(Into::into).collect(), between })
    }

    /// This, and right behind it that.
    #[must_use]
    pub fn then(self, that: impl Into<Said>) -> Said {
        Said::joined([self, that.into()], "")
    }
}

/// Says nothing.
impl Default for Said {
    fn default() -> Said {
        Said::literal("")
    }
}

impl From<Key> for Said {
    fn from(key: Key) -> Said {
        Said(Part::Sentence { key: key.0, singular: None, gaps: Vec::new() })
    }
}

impl From<&Said> for Said {
    fn from(said: &Said) -> Said {
        said.clone()
    }
}

macro_rules! from_integers {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Said {
            fn from(number: $integer) -> Said {
                Said(Part::Number(number.to_string()))
            }
        }
    )*};
}

from_integers!(u8, i8, u16, i16, u32, i32, u64, i64, usize);

/// What is said in English, which is the key of every catalogue.
///
/// - `say!("Options")` is a [`Key`], also in constants.
/// - `say!("Torn apart by {monster}", monster)` is a [`Said`]; `monster = of(kind)` gives a gap what is not in a variable of its
///   name. Each gap holds a number, a [`Key`] or a [`Said`]; what is neither says whether it is [`Said::data`] or
///   [`Said::literal`].
/// - `say!("{hours} hour ago" | "{hours} hours ago", hours)` has a singular for English; the key is the plural. The first gap is the
///   count.
///
/// The compiler refuses gaps that are not those of the text.
#[macro_export]
macro_rules! say {
    ($key:literal) => {{
        const KEY: $crate::Key = {
            $crate::check_gaps($key, &[]);
            $crate::Key::new($key)
        };
        KEY
    }};
    ($key:literal, $($rest:tt)+) => { $crate::said_with!(None, $key, $($rest)+) };
    ($one:literal | $key:literal, $($rest:tt)+) => { $crate::said_with!(Some($one), $key, $($rest)+) };
}

/// The part of [`say!`] that fills gaps.
#[doc(hidden)]
#[macro_export]
macro_rules! said_with {
    ($one:expr, $key:literal, $($gap:ident $(= $value:expr)?),+ $(,)?) => {{
        const { $crate::check_gaps($key, &[$(stringify!($gap)),+]) };
        $crate::Said::sentence(
            $key,
            $one,
            [$((stringify!($gap), $crate::Said::from($crate::gap_value!($gap $(= $value)?)))),+],
        )
    }};
}

/// What a gap of [`say!`] holds: what is given, or the variable of its name.
#[doc(hidden)]
#[macro_export]
macro_rules! gap_value {
    ($gap:ident = $value:expr) => {
        $value
    };
    ($gap:ident) => {
        $gap
    };
}

/// Checks while a sentence is compiled that each of its gaps gets something, and that there is a gap for all that it gets.
///
/// # Panics
/// If one is missing: the compiler shows it as an error.
#[doc(hidden)]
pub const fn check_gaps(key: &str, gaps: &[&str]) {
    let key = key.as_bytes();
    let (mut at, mut count) = (0, 0);
    while at < key.len() {
        if key[at] == b'{' {
            let start = at + 1;
            while at < key.len() && key[at] != b'}' {
                at += 1;
            }
            assert!(at < key.len(), "a gap of a sentence has no end");
            assert!(is_named(key, start, at, gaps), "a gap of a sentence gets nothing");
            count += 1;
        }
        at += 1;
    }
    assert!(count >= gaps.len(), "a sentence gets something that it has no gap for");
}

/// True if one of the names is this stretch of a key.
const fn is_named(key: &[u8], start: usize, end: usize, names: &[&str]) -> bool {
    let mut number = 0;
    while number < names.len() {
        let name = names[number].as_bytes();
        let mut same = name.len() == end - start;
        let mut at = 0;
        while same && at < name.len() {
            same = name[at] == key[start + at];
            at += 1;
        }
        if same {
            return true;
        }
        number += 1;
    }
    false
}
