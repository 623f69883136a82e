//! Localisation: translates the game's texts with catalogue files.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

// The modules. Each uses only those before it.
mod language;

mod said;

mod catalogue;

pub use catalogue::Words;
pub use language::Language;
pub use said::{Key, Said, check_gaps};
