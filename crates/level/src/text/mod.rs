//! The text of a level: what its file may say, and how that becomes a level.
//!
//! Here lives the format, from a number's range to the order in which a level is built. What must hold of the whole map does
//! not: `check` judges the finished cells.

mod allowances;
mod arrivals;
mod builder;
mod layers;
mod legend;
mod level_text;
mod names;
mod numbers;
mod place_text;
mod quoted;
mod read;
mod terminal_text;
mod things;
mod trigger_text;
mod wiring;

pub use level_text::MAX_BYTES;
