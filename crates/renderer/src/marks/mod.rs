//! Marks: what shots, wounds and explosions leave behind, on walls and floors and in the air.
//!
//! This folder holds effects that follow from events and are only visible. It has its own random numbers, and nothing
//! here affects the simulation.

pub(crate) mod decals;
pub(crate) mod dust;
pub(crate) mod gibs;
pub(crate) mod impacts;
pub(crate) mod marks;
pub(crate) mod particles;
pub(crate) mod shell_casings;
pub(crate) mod wounds;

use crate::{
    marks::decals::Decals,
    stage::screen::{Draw, DrawFrame},
};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Decals>().add_plugins((impacts::plugin, shell_casings::plugin));
    app.add_systems(DrawFrame, (decals::follow.in_set(Draw::Marks), particles::place.in_set(Draw::Particles)));
}
