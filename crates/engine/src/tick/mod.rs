//! The tick: its steps in order, what comes in (the intent), what a run is, and chance.
//!
//! All other rooms use this one. It knows no thing of the game: nobody who moves, no door, no weapon.

pub(crate) mod change_detection;
pub(crate) mod game_rng;
pub(crate) mod id;
pub(crate) mod intent;
pub(crate) mod run;
pub(crate) mod tick;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((intent::plugin, run::plugin, tick::plugin));
}
