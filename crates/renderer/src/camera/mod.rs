//! The eye: where the picture is seen from, and what moves it: steps, recoil, jolts, boards and death.
//!
//! Whatever changes the camera lives here, scaled by the options. Nothing here is drawn, and nothing here reaches a rule.

pub(crate) mod board_camera;
pub(crate) mod bob;
pub(crate) mod camera;
pub(crate) mod death_camera;
pub(crate) mod recent_hits;
pub(crate) mod recoil;
pub(crate) mod shake;

use crate::stage::screen::{Draw, DrawFrame};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((recent_hits::plugin, camera::plugin, death_camera::plugin, board_camera::plugin));
    // Each moves the camera on from where the one before has left it.
    let steps = (camera::aim, bob::nod, recoil::throw, board_camera::bend, death_camera::sink, shake::shake).chain();
    app.add_systems(DrawFrame, steps.in_set(Draw::Eye));
}
