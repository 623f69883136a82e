//! Developer acts: how each of them changes the run.
//!
//! They are a part of the intent, so demos record them, and they mark the run. Nothing here runs without an act.

pub(crate) mod gifts;
pub(crate) mod perform;
pub(crate) mod places;
pub(crate) mod things;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins(perform::plugin);
}
