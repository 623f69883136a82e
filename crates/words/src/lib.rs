//! Says the sentences of the game in another language, out of a catalogue.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

// The modules, each of which uses only those before it.
mod language;

mod said;

mod catalogue;

pub use catalogue::Words;
pub use language::Language;
pub use said::{Key, Said, check_gaps};
