//! Bodies: where they are, how they move and push each other, and the wounds that they take.
//!
//! It knows no player, no undead and no prop: whatever has a body moves by the same rules.

pub(crate) mod being;
pub(crate) mod body;
pub(crate) mod falling;
pub(crate) mod free_spot;
pub(crate) mod gravity;
pub(crate) mod height;
pub(crate) mod keys;
pub(crate) mod moving;
pub(crate) mod route;
pub(crate) mod searches;
pub(crate) mod spatial_index;
pub(crate) mod vertical_extent;
pub(crate) mod walk;
pub(crate) mod wound;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((falling::plugin, moving::plugin, spatial_index::plugin, searches::plugin));
}
