//! The deck: the contents of each cell and the queries on them: rays, visible cells, paths, distance fields, and how
//! far a noise carries.
//!
//! This layer knows cells and shapes. Later layers know what is on them and what moves them.

pub(crate) mod cell_geometry;
pub(crate) mod field;
pub(crate) mod flee_field;
pub(crate) mod grid;
pub(crate) mod nav_grid;
pub(crate) mod noise;
pub(crate) mod obstacles;
pub(crate) mod paths;
pub(crate) mod ray;
pub(crate) mod shape;
pub(crate) mod tick_interactions;
pub(crate) mod visibility;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((noise::plugin,));
}
