//! The debug view: the map for developers.
//!
//! What shows the engine's own doings lives here: states, ways, noises. It changes nothing and no player needs it.

mod debug;
mod deck;
mod plan;
mod undead;

pub use debug::DebugView;
pub(crate) use debug::plugin;
