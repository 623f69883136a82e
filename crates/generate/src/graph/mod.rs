//! What the stages of a pipeline work on: a graph of places, what stands there, and chance.
//!
//! Here lives what every stage may ask of a graph. What any one stage does does not.

pub(crate) mod chance;
pub(crate) mod content;
pub(crate) mod graph;
pub(crate) mod measure;
pub(crate) mod place;
pub(crate) mod stage;
