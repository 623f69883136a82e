//! Validation of whole levels.
//!
//! It contains the rules that can be checked only when all cells are known. It uses the model and not the text: callers
//! pass a function that returns the position of a cell in the file.

pub(crate) mod air;
pub(crate) mod made;
pub(crate) mod neighbours;
pub(crate) mod patrol;
pub(crate) mod wired;
