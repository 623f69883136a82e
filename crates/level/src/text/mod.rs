//! The text of a level: what its file may say, and how that becomes a level.
//!
//! Here lives the format, from a number's range to the order in which a level is built. What must hold of the whole map does
//! not: `check` judges the finished cells.

pub(crate) mod allowances;
pub(crate) mod arrivals;
pub(crate) mod builder;
pub(crate) mod layers;
pub(crate) mod legend;
pub(crate) mod level_text;
pub(crate) mod names;
pub(crate) mod numbers;
pub(crate) mod place_text;
pub(crate) mod quoted;
pub(crate) mod read;
pub(crate) mod terminal_text;
pub(crate) mod things;
pub(crate) mod trigger_text;
pub(crate) mod wiring;
