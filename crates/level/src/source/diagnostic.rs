//! Errors in a file's text, as sentences for the author of the file.

use thiserror::Error;

/// Maximum number of errors that are reported at once. More would hide the first ones, and finding the line of each
/// takes a walk through the text.
pub(crate) const MAX_DIAGNOSTICS: usize = 8;

/// An error with its position in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Description of the problem, and how to fix it.
    pub what: String,
}

/// The first errors in a file's text. It is displayed as one line per error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.lines().join("\n"))]
pub struct TextError {
    /// Name of the file, as it was given to the reader.
    pub file: String,
    /// Errors, at least one, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl TextError {
    /// Returns an error with the first `diagnostics`, sorted by their position in the text.
    pub(crate) fn new(file: &str, mut diagnostics: Vec<Diagnostic>) -> Self {
        diagnostics.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
        diagnostics.truncate(MAX_DIAGNOSTICS);
        TextError { file: file.to_owned(), diagnostics }
    }

    fn lines(&self) -> Vec<String> {
        let line = |Diagnostic { line, column, what }: &Diagnostic| format!("{}:{line}:{column}: {what}", self.file);
        self.diagnostics.iter().map(line).collect()
    }
}
