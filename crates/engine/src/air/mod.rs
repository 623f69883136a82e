//! Air: which cells share it, how it drains through holes in the hull, and the wind that carries loose objects along.
//!
//! This layer knows the grid and the bodies. The later layers decide what damages, seals and vents the hull, and what
//! happens to bodies in space.

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
