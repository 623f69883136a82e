//! The debug view: the map for developers.
//!
//! This folder shows the internal state of the engine: monster states, paths and noises. It changes nothing, and no
//! player needs it.

pub(crate) mod debug;
pub(crate) mod deck;
pub(crate) mod plan;
pub(crate) mod undead;
