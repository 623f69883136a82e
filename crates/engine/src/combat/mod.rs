//! Combat: applies the wounds of a tick to everything that can be wounded.
//!
//! Only this layer reduces health and causes deaths.

pub(crate) mod burning;
pub(crate) mod damage;
pub(crate) mod oxygen;
pub(crate) mod space;
pub(crate) mod suit;
pub(crate) mod vacuum_bursting;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((oxygen::plugin, burning::plugin, damage::plugin, space::plugin, vacuum_bursting::plugin));
}
