//! Messages: catalogue keys with the values of their placeholders.

use std::{borrow::Cow, fmt};

/// An English text without placeholders, as it is in the catalogues: what `say!("Options")` returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(&'static str);

impl Key {
    /// Creates a key. Only [`say!`](crate::say) may call this, because the catalogue test searches for that macro.
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

/// A message to the player: [`Words::say`](crate::Words::say) turns it into text in the player's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said(pub(crate) Part);

/// The kinds of messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A sentence, its placeholder values by name, and its English singular if its first placeholder is a count.
    Sentence { key: &'static str, singular: Option<&'static str>, gaps: Vec<(Cow<'static, str>, Said)> },
    /// A text of a data file, with the values of its placeholders.
    Data { key: String, gaps: Vec<(Cow<'static, str>, Said)> },
    /// A text that is the same in every language.
    Literal(String),
    /// The digits of a number, with a decimal point.
    Number(String),
    /// The same message with a capital first letter.
    Capital(Box<Said>),
    /// Several parts and the separator between them.
    Joined { parts: Vec<Said>, between: &'static str },
}

impl Said {
    /// Creates a sentence with placeholders. Only [`say!`](crate::say) may call this.
    #[doc(hidden)]
    pub fn sentence<const N: usize>(
        key: &'static str,
        singular: Option<&'static str>,
        gaps: [(&'static str, Said); N],
    ) -> Said {
        let gaps = gaps.into_iter().map(|(name, said)| (Cow::Borrowed(name), said)).collect();
        Said(Part::Sentence { key, singular, gaps })
    }

    /// Creates a message from a text of a data file, such as the name of a monster or a caption. It is translated if a
    /// catalogue has it, and otherwise shown as it is. A text that is not found is also looked up with a lower-case
    /// first letter.
    pub fn data(english: impl Into<String>) -> Said {
        Said::data_with(english, [])
    }

    /// Creates a message from a text of a data file whose placeholders in braces get values by name. Placeholders
    /// without a value stay as they are.
    pub fn data_with(english: impl Into<String>, gaps: impl IntoIterator<Item = (String, Said)>) -> Said {
        let gaps = gaps.into_iter().map(|(name, said)| (Cow::Owned(name), said)).collect();
        Said(Part::Data { key: english.into(), gaps })
    }

    /// Returns the English text that is looked up, with its placeholders. Returns `None` for a message that is not
    /// looked up as one text.
    pub fn key(&self) -> Option<&str> {
        match &self.0 {
            Part::Sentence { key, .. } => Some(key),
            Part::Data { key, .. } => Some(key),
            _ => None,
        }
    }

    /// Creates a message that is never translated: the name of a save, a time, a key of the keyboard or an error of the
    /// operating system.
    pub fn literal(text: impl Into<String>) -> Said {
        Said(Part::Literal(text.into()))
    }

    /// Creates a number with this many digits after the decimal point, formatted for the language.
    pub fn decimal(number: impl fmt::Display, digits: usize) -> Said {
        Said(Part::Number(format!("{number:.digits$}")))
    }

    /// Creates a number with as many digits after the decimal point as Rust prints, formatted for the language.
    pub fn number(number: impl fmt::Display) -> Said {
        Said(Part::Number(number.to_string()))
    }

    /// Returns the same message with a capital first letter, for the beginning of a sentence.
    #[must_use]
    pub fn capital(self) -> Said {
        Said(Part::Capital(Box::new(self)))
    }

    /// Joins parts with a separator: a list, lines, or texts next to each other.
    pub fn joined<S: Into<Said>>(parts: impl IntoIterator<Item = S>, between: &'static str) -> Said {
        Said(Part::Joined { parts: parts.into_iter().map(Into::into).collect(), between })
    }

    /// Appends a message directly, without a separator.
    #[must_use]
    pub fn then(self, that: impl Into<Said>) -> Said {
        Said::joined([self, that.into()], "")
    }
}

/// An empty message.
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

/// Creates a message from English text, which is its key in every catalogue.
///
/// - `say!("Options")` is a [`Key`], also in constants.
/// - `say!("Torn apart by {monster}", monster)` is a [`Said`]. `monster = of(kind)` fills a placeholder with an
///   expression instead of the variable of the same name. Each value is a number, a [`Key`] or a [`Said`]; wrap any
///   other value in [`Said::data`] or [`Said::literal`].
/// - `say!("{hours} hour ago" | "{hours} hours ago", hours)` has a singular for English; the key is the plural. The
///   first placeholder is the count.
///
/// The compiler rejects placeholders that do not match the text.
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

/// The part of [`say!`] that fills placeholders.
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

/// The value of a placeholder of [`say!`]: the given expression, or the variable of the same name.
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

/// Checks at compile time that each placeholder of a sentence has a value, and that each value has a placeholder.
///
/// # Panics
/// If one is missing. The compiler reports this as an error.
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
            assert!(at < key.len(), "unclosed placeholder in a sentence");
            assert!(is_named(key, start, at, gaps), "a placeholder of a sentence has no value");
            count += 1;
        }
        at += 1;
    }
    assert!(count >= gaps.len(), "a value of a sentence has no placeholder");
}

/// Returns true if one of the names equals this range of a key.
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
