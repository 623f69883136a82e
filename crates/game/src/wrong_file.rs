//! What is wrong with a file, in a sentence, as our loaders hand it to the asset server and get it back.

use std::error::Error;
use std::fmt;

/// What is wrong with a file; it does not name the file unless with line and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WrongFile(pub(crate) String);

impl WrongFile {
    pub(crate) fn new(what: impl ToString) -> Self {
        WrongFile(what.to_string())
    }
}

impl fmt::Display for WrongFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for WrongFile {}
