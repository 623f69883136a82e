//! The debug view: the map for developers.
//!
//! What shows the engine's own doings lives here: states, ways, noises. It changes nothing and no player needs it.

pub(crate) mod debug;
pub(crate) mod deck;
pub(crate) mod plan;
pub(crate) mod undead;
