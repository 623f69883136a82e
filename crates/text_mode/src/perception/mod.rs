//! The player's view and memory: the things of the deck, the numbers that distinguish them, the known cells, and a
//! small map of them.
//!
//! This module reads the world and changes nothing in it.

pub(crate) mod chart;
pub(crate) mod memory;
pub(crate) mod symbols;
pub(crate) mod things;
