//! The writer: converts a level into text as a person would draw it.
//!
//! What the text may contain is defined in `text`.

pub(crate) mod entry;
pub(crate) mod field;
pub(crate) mod fields;
pub(crate) mod keys;
pub(crate) mod letters;
pub(crate) mod lists;
pub(crate) mod values;
pub(crate) mod write;
