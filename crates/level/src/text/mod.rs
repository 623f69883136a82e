//! The text format of levels, and how text becomes a level.
//!
//! It contains the format, from the ranges of numbers to the order in which a level is built. Rules about the whole map
//! are in `check`.

pub(crate) mod allowances;
pub(crate) mod arrivals;
pub(crate) mod builder;
pub(crate) mod called;
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
