//! The automap: the plan of what the player has seen of the deck, over the picture or instead of it.
//!
//! It shows players what they have seen and no more; what the undead do belongs to the debug view.

mod automap;
mod key;
mod plan;
mod sheet;

pub(crate) use automap::plugin;
pub use automap::{Automap, AutomapOptions, MapView};
