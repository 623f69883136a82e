//! Errors in a file's text, as sentences for the author of the file.

use thiserror::Error;

/// Maximum number of errors that are reported at once. More would hide the first ones, and finding the line of each
/// takes a walk through the text.
pub(crate) const MAX_DIAGNOSTICS: usize = 8;

/// Maximum number of characters of an error, which may quote the text.
const MAX_LETTERS: usize = 2000;

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
        let line = |Diagnostic { line, column, what }: &Diagnostic| {
            format!("{}:{line}:{column}: {}", self.file, in_one_line(what))
        };
        self.diagnostics.iter().map(line).collect()
    }
}

/// Returns an error as one line that can be printed: it may quote line breaks, control sequences for terminals and very
/// long names from the text.
fn in_one_line(what: &str) -> String {
    let mut letters = what.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let mut line: String = letters.by_ref().take(MAX_LETTERS).collect();
    if letters.next().is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_that_quotes_a_file_is_one_short_line() {
        let what = format!("unknown '\u{1b}[2J{}'", "x\n".repeat(5000));
        let error = TextError::new("a.ron", vec![Diagnostic { line: 3, column: 7, what }]).to_string();
        assert!(error.starts_with("a.ron:3:7: unknown ' [2Jx x x"), "{error}");
        assert!(error.ends_with('…') && !error.contains(char::is_control), "{error}");
        assert!(error.chars().count() < 2020, "{error}");
    }
}
