//! The tick: the order of its steps, its input (the intent), the progress of a run, and random numbers.
//!
//! All other modules use this one. It does not depend on anything in the game, such as creatures, doors or weapons.

pub(crate) mod change_detection;
pub(crate) mod dev_act;
pub(crate) mod game_rng;
pub(crate) mod id;
pub(crate) mod intent;
pub(crate) mod run;
pub(crate) mod tick;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((intent::plugin, run::plugin, tick::plugin));
}
