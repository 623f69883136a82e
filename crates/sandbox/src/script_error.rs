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
        match type_before_address(words) {
            Some(kind) => ScriptError::new(file, line, format!("error: the message must be a string, got a {kind}")),
            None => ScriptError::new(file, line, words),
        }
    }
}

/// Returns what follows `file:12: `.
fn without_place<'a>(words: &'a str, file: &str) -> Option<&'a str> {
    let (line, rest) = words.strip_prefix(file)?.strip_prefix(':')?.split_once(": ")?;
    line.bytes().all(|letter| letter.is_ascii_digit()).then_some(rest)
}

/// Returns the type of a value that is written as its address, such as `table: 0x55f5994668e0`: the VMs write errors that
/// are not texts that way, and addresses differ between machines.
fn type_before_address(words: &str) -> Option<&str> {
    let (kind, address) = words.split_once(": 0x")?;
    let is_address = !address.is_empty() && address.bytes().all(|letter| letter.is_ascii_hexdigit());
    (is_address && ["table", "function", "userdata"].contains(&kind)).then_some(kind)
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

    #[test]
    fn addresses_are_removed_from_the_message() {
        let parsed = |text: &str| ScriptError::parse("fox.lua", text).words;
        assert_eq!(
            parsed("runtime error: table: 0x55f5994668e0\nfox.lua:3"),
            "error: the message must be a string, got a table"
        );
        for other in ["table: 0xyz", "table: 0x", "chair: 0x1", "no table: 0x1", "table"] {
            assert_eq!(parsed(other), other);
        }
    }
}
