//! The air: which cells share it, how it drains through holes in the hull, and the wind that takes along what is loose.
//!
//! It knows the grid and whatever has a body. What breaks, seals and vents the hull, and what becomes of those who get out into
//! space, is said by the rooms after it.

pub(crate) mod air;
pub(crate) mod airflow_field;
pub(crate) mod flood_fill;
pub(crate) mod hull;
pub(crate) mod sections;
pub(crate) mod wind;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((hull::plugin, wind::plugin));
}
