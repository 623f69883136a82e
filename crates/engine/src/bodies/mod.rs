//! Bodies: their positions, how they move and push each other, and the wounds they take.
//!
//! This layer does not distinguish players, monsters and props: everything with a body moves by the same rules.

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
