//! The automap: a map of the explored parts of the level, as an overlay or full screen.
//!
//! It shows only what the player has explored; what monsters do belongs to the debug view.

pub(crate) mod automap;
pub(crate) mod guide;
pub(crate) mod guide_arrow;
pub(crate) mod key;
pub(crate) mod map_viewport;
pub(crate) mod notes;
pub(crate) mod options;
pub(crate) mod plan;
pub(crate) mod secrets;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((automap::plugin, guide::plugin, guide_arrow::plugin));
}
