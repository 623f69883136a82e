//! Pipelines: how they are read, and how they make decks.
//!
//! Here lives what knows all stages. What a stage does stands in its own file.

mod deck;
mod pipeline;
mod read;
mod treasure;
mod xml;

pub use deck::{Deck, GenerateError};
pub use pipeline::Pipeline;
pub use read::MAX_BYTES;
pub use treasure::read_treasure_sets;
