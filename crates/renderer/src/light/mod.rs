//! Light: how bright each cell is at a tick, by its own light, lamps and flashes, and where their shadows fall.
//!
//! What gives or stops light lives here; how light falls on a pixel is the raycaster's affair.

pub(crate) mod flash;
mod light;
pub(crate) mod mood;
mod occlusion;
mod shadow;

pub(crate) use light::Lights;
pub(crate) use occlusion::Ninths;

use crate::stage::{Draw, DrawFrame};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Lights>().init_resource::<flash::Flashes>();
    let steps =
        (flash::clear, flash::muzzle, flash::projectiles, flash::explosions, flash::weaken, light::shine).chain();
    app.add_systems(DrawFrame, steps.in_set(Draw::Light));
}
