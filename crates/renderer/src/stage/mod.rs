//! The stage: the picture, the steps in which it is drawn, the raycaster with its scene, and how strong its effects are.
//!
//! What everything that draws must name lives here. No step but the raycaster's own does.

mod by_id;
mod draw_kernel;
mod options;
mod screen;
mod stage;

pub(crate) use by_id::ById;
pub use draw_kernel::{DrawKernel, KernelReason};
pub use options::{
    CaptionKinds, ColourVision, Crosshair, CrosshairColour, Hud, Outlined, Percent, Strength, ViewOptions,
};
pub use screen::{Draw, DrawFrame, Screen};
pub(crate) use stage::Stage;
pub use stage::{DrawThreads, SeenDeck, SeenPoint};

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((screen::plugin, options::plugin, stage::plugin));
}
