//! The stage: the frame, the steps in which it is drawn, the raycaster with its scene, and the options of its effects.
//!
//! This folder holds everything that all drawing code shares. Of the steps, it contains only the raycaster's own.

pub(crate) mod by_id;
pub(crate) mod draw_kernel;
pub(crate) mod options;
pub(crate) mod screen;
pub(crate) mod stage;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((screen::plugin, options::plugin, stage::plugin));
}
