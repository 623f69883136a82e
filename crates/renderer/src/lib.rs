//! The picture of the game, headless: the raycaster's scene is built from the engine's world, drawn into a frame, and
//! the weapon and the HUD are drawn over it.
//!
//! Add [`RendererPlugin`] beside the engine's, insert the [`Art`], and run the schedule [`DrawFrame`] whenever a
//! picture is wanted: the [`Screen`] then holds it. A world that nobody looks at draws nothing.
//!
//! All that is seen follows from the engine's components, resources and reports, counted in ticks. So the same tick
//! gives the same picture, in a window, a test or a screenshot. Only a restored run is without the bullet holes and the
//! blood that were seen before: marks are no part of its state.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

// The rooms, each of which uses only those before it.
mod canvas;

mod art;

mod stage;

mod eye;

mod light;

mod marks;

mod board;

mod scene;

mod hud;

mod automap;

mod debug;

mod wipe;

mod grade;

mod missing;

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod calm;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod testing;

pub use art::{Art, ArtError, ArtParts, ArtPicture, SheetHolds, SpriteSheet, Uniforms, art_font, check_sky, looks};
pub use automap::{Automap, AutomapOptions, Guide, MapNotes, MapView};
pub use board::{
    BoardKeys, BoardLayout, BoardPlaces, BoardPointer, Control, LockView, TableView, board_controls, control_at,
    draw_lock, draw_table,
};
pub use canvas::{Align, Area, Canvas, Colour, Font, Lettering, Written, decode_png, encode_png, frame_size, wrap};
pub use debug::DebugView;
pub use eye::{Blend, FieldOfView, TallPixels, ViewTurn};
pub use hud::{DeckName, MessageLog};
pub use marks::{KeptMarks, Marks, leave_marks_unseen};
pub use stage::{
    CaptionKinds, ColourVision, Crosshair, CrosshairColour, Draw, DrawFrame, DrawKernel, DrawThreads, Hud,
    KernelReason, Outlined, Percent, Screen, SeenDeck, SeenPoint, Strength, ViewOptions,
};
pub use wipe::{Transition, Wipe};

use bevy::prelude::*;

/// Draws the engine's world into the [`Screen`].
pub struct RendererPlugin;

impl Plugin for RendererPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((stage::plugin, eye::plugin, light::plugin, marks::plugin));
        app.add_plugins(board::plugin);
        app.add_plugins((scene::plugin, hud::plugin, automap::plugin, debug::plugin, wipe::plugin, grade::plugin));
    }
}
