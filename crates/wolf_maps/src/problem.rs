//! Errors in files with maps, as one sentence for the user.

use std::fmt;
use thiserror::Error;

/// An error in a file with maps.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Problem {
    /// Name of the file, as the caller gave it.
    pub file: String,
    /// Number of the map in the file, from 1, if the error concerns one map.
    pub map: Option<usize>,
    /// Offset of the error from the start of the file, in bytes, if it has a position.
    pub offset: Option<usize>,
    /// Description of the error.
    pub what: String,
}

impl Problem {
    /// Creates an error that concerns a whole file.
    pub fn of_file(file: &str, what: impl Into<String>) -> Problem {
        Problem { file: file.to_owned(), map: None, offset: None, what: what.into() }
    }

    /// Creates an error at an offset of a file.
    pub(crate) fn at(file: &str, offset: usize, what: impl Into<String>) -> Problem {
        Problem { offset: Some(offset), ..Problem::of_file(file, what) }
    }

    /// Returns the error as one of a map of the file.
    pub(crate) fn in_map(self, number: usize) -> Problem {
        Problem { map: Some(number), ..self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(map) = self.map {
            write!(f, ": map {map}")?;
        }
        if let Some(offset) = self.offset {
            write!(f, ": offset {offset}")?;
        }
        write!(f, ": {}", self.what)
    }
}
