//! The camera: the point of view of the frame and everything that moves it: steps, recoil, shaking, boards and death.
//!
//! Everything that changes the camera is in this folder, scaled by the options. Nothing here draws, and nothing here
//! affects the simulation.

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
    // Each system adjusts the camera that the previous ones have set.
    let steps = (camera::aim, bob::nod, recoil::throw, board_camera::bend, death_camera::sink, shake::shake).chain();
    app.add_systems(DrawFrame, steps.in_set(Draw::Eye));
}
