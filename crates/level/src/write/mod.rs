//! The writer: the text that a person would draw of a level.
//!
//! Here lives how a level becomes a file again. What the file may say stands in `text`.

mod entry;
mod field;
mod fields;
mod keys;
mod letters;
mod lists;
mod values;
mod write;

pub use field::{Field, Listed, Value};
pub use fields::LevelFields;
