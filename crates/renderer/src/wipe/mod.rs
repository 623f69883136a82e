//! Wipes: how the last picture of one thing becomes the first of the next.
//!
//! What looks at two finished pictures and nothing else lives here; it counts in seconds, because menus have no ticks.

mod blood;
mod fizzle;
mod melt;
mod transition;
mod wipe;

pub use transition::Transition;
pub use wipe::Wipe;
pub(crate) use wipe::plugin;
