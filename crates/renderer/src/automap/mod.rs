//! The automap: the plan of what the player has seen of the deck, over the picture or instead of it.
//!
//! It shows players what they have seen and no more; what the undead do belongs to the debug view.

mod automap;
mod guide;
mod key;
mod notes;
mod plan;
mod sheet;

pub use automap::{Automap, AutomapOptions, MapView};
pub use guide::Guide;
pub use notes::MapNotes;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((automap::plugin, guide::plugin));
}
