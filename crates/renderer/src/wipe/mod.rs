//! Wipes: transitions from the last frame of one thing to the first frame of the next.
//!
//! This folder only handles finished frames. It counts in seconds, because menus have no ticks.

pub(crate) mod blood;
pub(crate) mod fizzle;
pub(crate) mod melt;
pub(crate) mod transition;
pub(crate) mod wipe;
