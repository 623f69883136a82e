//! Pipelines: how they are read, and how they make decks.
//!
//! Here lives what knows all stages. What a stage does stands in its own file.

pub(crate) mod deck;
pub(crate) mod pipeline;
pub(crate) mod read;
pub(crate) mod treasure;
pub(crate) mod xml;
