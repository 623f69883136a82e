//! Errors in a file's text, as sentences for the author of the file.

use thiserror::Error;

/// Maximum number of errors that are reported at once. More would hide the first ones, and finding the line of each
/// takes a walk through the text.
pub(crate) const MAX_MISTAKES: usize = 8;

/// An error with its position in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong and how to fix it.
    pub what: String,
}

/// The first errors in a file's text. It is displayed as one line per error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.lines().join("\n"))]
pub struct TextError {
    /// Name of the file, as it was given to the reader.
    pub file: String,
    /// Errors, at least one, in the order of the text.
    pub mistakes: Vec<Mistake>,
}

impl TextError {
    /// Returns an error with the first `mistakes`, sorted by their position in the text.
    pub(crate) fn new(file: &str, mut mistakes: Vec<Mistake>) -> Self {
        mistakes.sort_by_key(|mistake| (mistake.line, mistake.column));
        mistakes.truncate(MAX_MISTAKES);
        TextError { file: file.to_owned(), mistakes }
    }

    fn lines(&self) -> Vec<String> {
        let line = |Mistake { line, column, what }: &Mistake| format!("{}:{line}:{column}: {what}", self.file);
        self.mistakes.iter().map(line).collect()
    }
}
