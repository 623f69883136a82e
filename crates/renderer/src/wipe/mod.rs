//! Wipes: how the last picture of one thing becomes the first of the next.
//!
//! What looks at two finished pictures and nothing else lives here; it counts in seconds, because menus have no ticks.

pub(crate) mod blood;
pub(crate) mod fizzle;
pub(crate) mod melt;
pub(crate) mod transition;
pub(crate) mod wipe;
