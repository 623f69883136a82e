//! What is wrong with a file's text, in sentences for the person who wrote it.

use thiserror::Error;

/// How many mistakes are reported at once: more only hide the first. Nor are more looked for, as each costs a walk
/// through the text to find its line.
pub(crate) const MAX_MISTAKES: usize = 8;

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong and what to do about it.
    pub what: String,
}

/// The first mistakes in a file's text; it is displayed as one line each.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.lines().join("\n"))]
pub struct TextError {
    /// The file's name, as the reader was given it.
    pub file: String,
    /// The mistakes, one at least, in the order of the text.
    pub mistakes: Vec<Mistake>,
}

impl TextError {
    /// An error of the first `mistakes`, put into the order of the text.
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
