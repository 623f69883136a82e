//! The saved state: its parts, and how each part is saved and validated.
//!
//! Each module saves, restores and validates its own part next to its types; `session/snapshot.rs` is the list of all
//! parts.

pub(crate) mod dev_state;
pub(crate) mod part;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins(dev_state::plugin);
}
