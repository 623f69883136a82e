//! What is wrong with a file, in a sentence, as our loaders hand it to the asset server and get it back.

use thiserror::Error;

/// What is wrong with a file; it does not name the file unless with line and column.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub(crate) struct WrongFile(pub(crate) String);

impl WrongFile {
    pub(crate) fn new(what: impl ToString) -> Self {
        WrongFile(what.to_string())
    }
}
