//! Combat: what the wounds of a tick come to, for all who can be wounded.
//!
//! Here, and nowhere else, health is taken and somebody dies.

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
