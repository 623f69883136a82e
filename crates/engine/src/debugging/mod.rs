//! What the feature `dev` adds for debuggers and inspectors: a name for each thing, and descriptions of all components
//! and resources for Bevy's reflection.
//!
//! Nothing here is saved or hashed, and no rule reads it.

pub(crate) mod names;
pub(crate) mod types;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((names::plugin, types::plugin));
}
