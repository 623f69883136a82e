//! Errors in the game's files.

use std::fmt::Display;
use thiserror::Error;

/// An error in one of the game's files, as one sentence that begins with the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}")]
pub struct ContentError {
    /// The message: the file, line and column if available, and the error.
    pub what: String,
    /// True if the file can be read but its contents are invalid; false if it is missing or cannot be read.
    pub readable: bool,
}

impl ContentError {
    /// Creates an error for invalid contents. The message must contain the file name.
    pub fn wrong(what: impl Display) -> ContentError {
        ContentError { what: what.to_string(), readable: true }
    }

    /// Creates an error for a file or folder that is missing or cannot be read. The message must contain its name.
    pub fn unreadable(what: impl Display) -> ContentError {
        ContentError { what: what.to_string(), readable: false }
    }

    /// Returns the error with the file name in its message replaced by another one.
    pub fn in_file(self, name: &str, other: &str) -> ContentError {
        match self.what.strip_prefix(name) {
            Some(rest) => ContentError { what: format!("{other}{rest}"), ..self },
            None => self,
        }
    }

    /// Creates an error for a file that cannot be read, with the reason.
    pub(crate) fn cannot_read(file: &str, why: impl Display) -> ContentError {
        ContentError::unreadable(format_args!("{file} cannot be read: {why}"))
    }
}
