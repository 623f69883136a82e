//! Reads the project's RON files, with a size limit and with parser errors in the author's terms.

use crate::source::diagnostic::{Diagnostic, TextError};
use ron::{error::Position, extensions::Extensions};
use serde::{Deserialize, de::DeserializeOwned};

/// Reads a value from the bytes of a RON file of at most `max_bytes`. `file` is the name for messages.
///
/// Optional values are written without `Some`.
///
/// # Errors
/// The first error, with line and column.
pub fn read_ron<T: DeserializeOwned>(file: &str, bytes: &[u8], max_bytes: usize) -> Result<T, TextError> {
    parse(file, decode(file, bytes, max_bytes)?)
}

/// Reads a value like [`read_ron`], but with the contents of newtype variants directly in their parentheses, as in
/// `Windows(count: (30, 40))`. Lists of pipeline stages are written like this.
///
/// # Errors
/// The first error, with line and column.
pub fn read_stages<T: DeserializeOwned>(file: &str, bytes: &[u8], max_bytes: usize) -> Result<T, TextError> {
    let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES;
    parse_with(extensions, file, decode(file, bytes, max_bytes)?)
}

/// Reads a value that borrows from the bytes of a RON file, and returns it with the text in which its quoted strings
/// find their positions.
///
/// # Errors
/// The first error, with line and column.
pub fn read_borrowed<'a, T: Deserialize<'a>>(
    file: &str,
    bytes: &'a [u8],
    max_bytes: usize,
) -> Result<(T, &'a str), TextError> {
    let text = decode(file, bytes, max_bytes)?;
    Ok((parse(file, text)?, text))
}

/// Decodes the text of a file and removes a byte order mark.
pub(crate) fn decode<'a>(file: &str, bytes: &'a [u8], max_bytes: usize) -> Result<&'a str, TextError> {
    if bytes.len() > max_bytes {
        let what = format!("the file must have at most {max_bytes} bytes, got {}", bytes.len());
        return Err(TextError::new(file, vec![Diagnostic { line: 1, column: 1, what }]));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (line, column) = end_of(&String::from_utf8_lossy(&bytes[..error.valid_up_to()]));
        let what = "a byte that is not UTF-8; save the file as UTF-8 text".to_owned();
        TextError::new(file, vec![Diagnostic { line, column, what }])
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Parses a value that may borrow from the text.
pub(crate) fn parse<'a, T: Deserialize<'a>>(file: &str, source: &'a str) -> Result<T, TextError> {
    parse_with(Extensions::IMPLICIT_SOME, file, source)
}

/// Parses a value with some RON extensions enabled.
fn parse_with<'a, T: Deserialize<'a>>(extensions: Extensions, file: &str, source: &'a str) -> Result<T, TextError> {
    ron::Options::default().with_default_extension(extensions).from_str(source).map_err(|error| {
        let Position { line, col: column } = error.span.start;
        TextError::new(file, vec![Diagnostic { line, column, what: sentence(&error.code) }])
    })
}

/// Renamed fields, as pairs of the old and the new name.
const RENAMED: [(&str, &str); 1] = [("air", "fog")];

/// Translates a parser error into a sentence without the names of Rust types, which mean nothing to an author.
fn sentence(error: &ron::Error) -> String {
    match error {
        ron::Error::MissingStructField { field, .. } => format!("the field `{field}` is missing"),
        ron::Error::NoSuchStructField { expected, found, .. } if let Some(now) = renamed(found, expected) => {
            format!("unknown field `{found}`: it is now called `{now}`")
        }
        ron::Error::NoSuchStructField { expected, found, .. } => {
            format!("unknown field `{found}`, expected one of `{}`", expected.join("`, `"))
        }
        ron::Error::NoSuchEnumVariant { expected, found, .. } => {
            format!("unknown value `{found}`, expected one of `{}`", expected.join("`, `"))
        }
        ron::Error::DuplicateStructField { field, .. } => format!("the field `{field}` is given twice"),
        ron::Error::ExpectedNamedStructLike(_) | ron::Error::ExpectedDifferentStructName { .. } => {
            "expected an opening `(`".to_owned()
        }
        other => other.to_string(),
    }
}

/// Returns the new name of a renamed field, if that name is expected here.
fn renamed<'a>(found: &str, expected: &[&'a str]) -> Option<&'a str> {
    let (_, now) = RENAMED.iter().find(|(before, _)| *before == found)?;
    expected.iter().copied().find(|name| name == now)
}

/// Returns line and column, from 1, of the position after `text`.
pub(crate) fn end_of(text: &str) -> (usize, usize) {
    let line = 1 + text.bytes().filter(|&byte| byte == b'\n').count();
    let column = 1 + text.chars().rev().take_while(|&character| character != '\n').count();
    (line, column)
}
