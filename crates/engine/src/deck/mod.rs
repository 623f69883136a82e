//! The deck: what fills each cell, and what can be asked of it: rays, which cells are seen from one,
//! ways, distance fields, how far a noise carries.
//!
//! It knows cells and shapes. Who stands on them, and what moves them, is told by the rooms after it.

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
