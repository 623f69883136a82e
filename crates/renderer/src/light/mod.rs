//! Light: the brightness of each cell at a tick, from its own light, lamps and flashes, with shadows.
//!
//! This folder holds everything that gives or blocks light. How light affects pixels is up to the raycaster.

pub(crate) mod flash;
pub(crate) mod light;
pub(crate) mod mood;
pub(crate) mod occlusion;
pub(crate) mod shadow;

use crate::{
    light::light::Lights,
    stage::screen::{Draw, DrawFrame},
};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Lights>().init_resource::<flash::Flashes>();
    let steps =
        (flash::clear, flash::muzzle, flash::projectiles, flash::explosions, flash::weaken, light::shine).chain();
    app.add_systems(DrawFrame, steps.in_set(Draw::Light));
}
