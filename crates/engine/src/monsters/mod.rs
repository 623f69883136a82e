//! Monsters: senses, decisions, movement, attacks and death.
//!
//! This module knows doors only as shapes in the grid; `machines` defines what opens them.

pub(crate) mod crowd;
pub(crate) mod dying;
pub(crate) mod eat;
pub(crate) mod fields;
pub(crate) mod hearing;
pub(crate) mod lure;
pub(crate) mod monster;
pub(crate) mod patrol;
pub(crate) mod saved_monster;
pub(crate) mod scripted;
pub(crate) mod shelter;
pub(crate) mod sight;
pub(crate) mod state_machine;
pub(crate) mod strike;
pub(crate) mod think;
pub(crate) mod think_schedule;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        think_schedule::plugin,
        strike::plugin,
        crowd::plugin,
        dying::plugin,
        eat::plugin,
        fields::plugin,
        hearing::plugin,
        lure::plugin,
        state_machine::plugin,
        monster::plugin,
        sight::plugin,
        think::plugin,
    ));
}
