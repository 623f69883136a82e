//! Errors in scripts, as reported to their authors.

use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// Name of the prelude in error messages.
pub(crate) const PRELUDE: &str = "prelude";

/// An error in a script, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub struct ScriptError {
    /// File name, as shown in messages.
    pub file: String,
    /// Line, from 1, if the error has one.
    pub line: Option<u32>,
    /// Description of the error, in one sentence.
    pub words: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(to, "{}:{line}: {}", self.file, self.words),
            None => write!(to, "{}: {}", self.file, self.words),
        }
    }
}

impl ScriptError {
    pub(crate) fn new(file: &str, line: Option<u32>, words: impl Into<String>) -> ScriptError {
        ScriptError { file: file.to_owned(), line, words: words.into() }
    }

    /// Parses an error message of Luau. Keeps the first line without places, and the first line number of the script
    /// that is named in the message or in the traceback below it.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn parse(file: &str, message: &str) -> ScriptError {
        let line = message.match_indices(file).find_map(|(at, _)| {
            let digits = message[at + file.len()..].strip_prefix(':')?;
            digits.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
        });
        let mut words = message.lines().next().unwrap_or_default();
        while let Some(rest) = words.strip_prefix("runtime error: ").or_else(|| words.strip_prefix("syntax error: ")) {
            words = rest;
        }
        while let Some(rest) = without_place(words, file).or_else(|| without_place(words, PRELUDE)) {
            words = rest;
        }
        ScriptError::new(file, line, words)
    }
}

/// Returns what follows `file:12: `.
#[cfg(not(target_family = "wasm"))]
fn without_place<'a>(words: &'a str, file: &str) -> Option<&'a str> {
    let (line, rest) = words.strip_prefix(file)?.strip_prefix(':')?.split_once(": ")?;
    line.bytes().all(|letter| letter.is_ascii_digit()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_removed_from_the_message() {
        let parsed = |text: &str| ScriptError::parse("fox.lua", text).to_string();
        assert_eq!(parsed("runtime error: fox.lua:12: no\nstack traceback:\n"), "fox.lua:12: no");
        assert_eq!(parsed("prelude:7: bad\nstack traceback:\nprelude:7\nfox.lua:3 process"), "fox.lua:3: bad");
        assert_eq!(parsed("fox.lua:twelve: x"), "fox.lua: fox.lua:twelve: x");
        assert_eq!(parsed(""), "fox.lua: ");
    }
}
