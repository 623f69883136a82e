//! The eye: where the picture is seen from, and what moves it: steps, recoil, jolts, boards and death.
//!
//! Whatever changes the camera lives here, scaled by the options. Nothing here is drawn, and nothing here reaches a rule.

mod blows;
mod bob;
mod camera;
mod death_camera;
mod gaze;
pub(crate) mod recoil;
pub(crate) mod shake;

pub(crate) use blows::{Blows, LONG};
pub(crate) use bob::Gait;
pub use camera::{Blend, FieldOfView, TallPixels, ViewTurn};

use crate::stage::{Draw, DrawFrame};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((blows::plugin, camera::plugin, death_camera::plugin, gaze::plugin));
    // Each moves the camera on from where the one before has left it.
    let steps = (camera::aim, bob::nod, recoil::throw, gaze::bend, death_camera::sink, shake::shake).chain();
    app.add_systems(DrawFrame, steps.in_set(Draw::Eye));
}
