//! The player: movement, inventory and the noise of footsteps.
//!
//! Later modules define how the player opens doors and how weapons affect others.

pub(crate) mod acts;
pub(crate) mod explored;
pub(crate) mod hold;
pub(crate) mod inventory;
pub(crate) mod jump;
pub(crate) mod player;
pub(crate) mod saved_player;
pub(crate) mod steps;
pub(crate) mod walk_to;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((acts::plugin, explored::plugin, hold::plugin, inventory::plugin, jump::plugin, player::plugin));
    app.add_plugins((steps::plugin, walk_to::plugin));
}
