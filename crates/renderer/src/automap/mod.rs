//! The automap: the plan of what the player has seen of the deck, over the picture or instead of it.
//!
//! It shows players what they have seen and no more; what the undead do belongs to the debug view.

pub(crate) mod automap;
pub(crate) mod guide;
pub(crate) mod key;
pub(crate) mod map_viewport;
pub(crate) mod notes;
pub(crate) mod options;
pub(crate) mod plan;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((automap::plugin, guide::plugin));
}
