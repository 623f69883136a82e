//! The data that stages work on: a graph of places with contents, and random numbers.
//!
//! It does not contain any stages.

pub(crate) mod by_place;
pub(crate) mod content;
pub(crate) mod graph;
pub(crate) mod measure;
pub(crate) mod node;
pub(crate) mod rng;
pub(crate) mod stage;
pub(crate) mod way;
