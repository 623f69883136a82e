//! How far the player has come from deck to deck, and what he has achieved.
//! What is shown of it stands in `pages`; rules of play stand in the engine.

pub(crate) mod keeping;
pub(crate) mod progress;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((progress::plugin, keeping::plugin));
}
