//! The stage: the picture, the steps in which it is drawn, the raycaster with its scene, and how strong its effects are.
//!
//! What everything that draws must name lives here. No step but the raycaster's own does.

pub(crate) mod by_id;
pub(crate) mod draw_kernel;
pub(crate) mod options;
pub(crate) mod screen;
pub(crate) mod stage;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((screen::plugin, options::plugin, stage::plugin));
}
