//! Text files: decoding, parsing as RON or XML, and errors with line and column.
//!
//! Shared by all file formats of the project. The level format is in `text`.

pub(crate) mod diagnostic;
pub(crate) mod ron_text;
pub(crate) mod table;
pub(crate) mod xml;
