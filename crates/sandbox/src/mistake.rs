//! Mistakes in scripts, as their authors are told of them.

use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// What messages call the prelude.
pub(crate) const PRELUDE: &str = "prelude";

/// What is wrong in a script, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub struct Mistake {
    /// The file, as messages call it.
    pub file: String,
    /// The line, from 1, if one is to blame.
    pub line: Option<u32>,
    /// What is wrong, in a sentence.
    pub words: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(to, "{}:{line}: {}", self.file, self.words),
            None => write!(to, "{}: {}", self.file, self.words),
        }
    }
}

impl Mistake {
    pub(crate) fn new(file: &str, line: Option<u32>, words: impl Into<String>) -> Mistake {
        Mistake { file: file.to_owned(), line, words: words.into() }
    }

    /// Takes apart what the language says: the words of its first line, without places, and the script's line that is named
    /// first, in the words or in the traceback below them.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn told(file: &str, told: &str) -> Mistake {
        let line = told.match_indices(file).find_map(|(at, _)| {
            let digits = told[at + file.len()..].strip_prefix(':')?;
            digits.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
        });
        let mut words = told.lines().next().unwrap_or_default();
        while let Some(rest) = words.strip_prefix("runtime error: ").or_else(|| words.strip_prefix("syntax error: ")) {
            words = rest;
        }
        while let Some(rest) = without_place(words, file).or_else(|| without_place(words, PRELUDE)) {
            words = rest;
        }
        Mistake::new(file, line, words)
    }
}

/// What follows `file:12: `.
#[cfg(not(target_family = "wasm"))]
fn without_place<'a>(words: &'a str, file: &str) -> Option<&'a str> {
    let (line, rest) = words.strip_prefix(file)?.strip_prefix(':')?.split_once(": ")?;
    line.bytes().all(|letter| letter.is_ascii_digit()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_taken_out_of_the_words() {
        let told = |text: &str| Mistake::told("fox.lua", text).to_string();
        assert_eq!(told("runtime error: fox.lua:12: no\nstack traceback:\n"), "fox.lua:12: no");
        assert_eq!(told("prelude:7: bad\nstack traceback:\nprelude:7\nfox.lua:3 process"), "fox.lua:3: bad");
        assert_eq!(told("fox.lua:twelve: x"), "fox.lua: fox.lua:twelve: x");
        assert_eq!(told(""), "fox.lua: ");
    }
}
