//! The writer: the text that a person would draw of a level.
//!
//! Here lives how a level becomes a file again. What the file may say stands in `text`.

pub(crate) mod entry;
pub(crate) mod field;
pub(crate) mod fields;
pub(crate) mod keys;
pub(crate) mod letters;
pub(crate) mod lists;
pub(crate) mod values;
pub(crate) mod write;
