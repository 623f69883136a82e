//! Reading the house's RON: bounded, and with the parser's complaints in an author's words.

use crate::source::mistake::{Mistake, TextError};
use ron::{error::Position, extensions::Extensions};
use serde::{Deserialize, de::DeserializeOwned};

/// Reads a value from the bytes of a RON file of at most `max_bytes`; `file` is what messages call it.
///
/// What may be left out is written without `Some`.
///
/// # Errors
/// The first mistake, with line and column.
pub fn read_ron<T: DeserializeOwned>(file: &str, bytes: &[u8], max_bytes: usize) -> Result<T, TextError> {
    parse(file, decode(file, bytes, max_bytes)?)
}

/// Reads a list of stages and the like: as [`read_ron`] does, but what a variant holds stands right in its parentheses, as in
/// `Windows(count: (30, 40))`.
///
/// # Errors
/// The first mistake, with line and column.
pub fn read_stages<T: DeserializeOwned>(file: &str, bytes: &[u8], max_bytes: usize) -> Result<T, TextError> {
    let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES;
    parse_with(extensions, file, decode(file, bytes, max_bytes)?)
}

/// The text of a file, without a byte order mark.
pub(crate) fn decode<'a>(file: &str, bytes: &'a [u8], max_bytes: usize) -> Result<&'a str, TextError> {
    if bytes.len() > max_bytes {
        let what = format!("the file has {} bytes; at most {max_bytes} are read", bytes.len());
        return Err(TextError::new(file, vec![Mistake { line: 1, column: 1, what }]));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (line, column) = end_of(&String::from_utf8_lossy(&bytes[..error.valid_up_to()]));
        let what = "a byte that is not UTF-8; save the file as UTF-8 text".to_owned();
        TextError::new(file, vec![Mistake { line, column, what }])
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// A value that may borrow from the text.
pub(crate) fn parse<'a, T: Deserialize<'a>>(file: &str, source: &'a str) -> Result<T, TextError> {
    parse_with(Extensions::IMPLICIT_SOME, file, source)
}

/// A value of a text in which some extensions of RON are on.
fn parse_with<'a, T: Deserialize<'a>>(extensions: Extensions, file: &str, source: &'a str) -> Result<T, TextError> {
    ron::Options::default().with_default_extension(extensions).from_str(source).map_err(|error| {
        let Position { line, col: column } = error.span.start;
        TextError::new(file, vec![Mistake { line, column, what: sentence(&error.code) }])
    })
}

/// Fields that had another name once, with the one that they have now.
const RENAMED: [(&str, &str); 1] = [("air", "fog")];

/// The parser's own words, without the types of this crate, which mean nothing to an author.
fn sentence(error: &ron::Error) -> String {
    match error {
        ron::Error::MissingStructField { field, .. } => format!("the field `{field}` is missing"),
        ron::Error::NoSuchStructField { expected, found, .. } if let Some(now) = renamed(found, expected) => {
            format!("there is no field `{found}` any more: it is called `{now}` now")
        }
        ron::Error::NoSuchStructField { expected, found, .. } => {
            format!("there is no field `{found}` here; there are `{}`", expected.join("`, `"))
        }
        ron::Error::NoSuchEnumVariant { expected, found, .. } => {
            format!("there is no `{found}`; there are `{}`", expected.join("`, `"))
        }
        ron::Error::DuplicateStructField { field, .. } => format!("the field `{field}` is given twice"),
        ron::Error::ExpectedNamedStructLike(_) | ron::Error::ExpectedDifferentStructName { .. } => {
            "an opening `(` is expected here".to_owned()
        }
        other => other.to_string(),
    }
}

/// What a field that was found is called now, if it was renamed and its new name is among those that are expected here.
fn renamed<'a>(found: &str, expected: &[&'a str]) -> Option<&'a str> {
    let (_, now) = RENAMED.iter().find(|(before, _)| *before == found)?;
    expected.iter().copied().find(|name| name == now)
}

/// Line and column, from 1, of what follows `text`.
pub(crate) fn end_of(text: &str) -> (usize, usize) {
    let line = 1 + text.bytes().filter(|&byte| byte == b'\n').count();
    let column = 1 + text.chars().rev().take_while(|&character| character != '\n').count();
    (line, column)
}
