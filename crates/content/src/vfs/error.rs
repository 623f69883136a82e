//! An error in a file of the game.

use std::fmt::Display;
use thiserror::Error;

/// An error in one of the game's files, as one sentence that begins with the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}")]
pub struct ContentError {
    /// The sentence: file, line and column if there are any, and what is wrong.
    pub what: String,
    /// True if the file can be read and its content is wrong; false if it is missing or cannot be read.
    pub readable: bool,
}

impl ContentError {
    /// The content of a file is wrong. The sentence names the file.
    pub fn wrong(what: impl Display) -> ContentError {
        ContentError { what: what.to_string(), readable: true }
    }

    /// A file or folder is missing, or cannot be read. The sentence names it.
    pub fn unreadable(what: impl Display) -> ContentError {
        ContentError { what: what.to_string(), readable: false }
    }

    /// The same error, of a file whose name in the sentence is replaced by another one.
    pub fn in_file(self, name: &str, other: &str) -> ContentError {
        match self.what.strip_prefix(name) {
            Some(rest) => ContentError { what: format!("{other}{rest}"), ..self },
            None => self,
        }
    }

    /// This file cannot be read, for this reason.
    pub(crate) fn cannot_read(file: &str, why: impl Display) -> ContentError {
        ContentError::unreadable(format_args!("{file} cannot be read: {why}"))
    }
}
