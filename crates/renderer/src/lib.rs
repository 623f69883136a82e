//! The game's rendering, headless: builds the raycaster's scene from the engine's world, draws it into a frame, and
//! draws the weapon and the HUD over it.
//!
//! Add [`RendererPlugin`] together with the engine's plugin, insert the [`Art`], and run the schedule [`DrawFrame`]
//! whenever a frame is needed; it is then in the [`Screen`]. Nothing is drawn unless that schedule runs.
//!
//! Everything visible follows from the engine's components, resources and events, counted in ticks. So the same tick
//! gives the same frame in a window, a test or a screenshot. There is one exception: a restored run does not show the
//! bullet holes and blood from before, because marks are not part of its state.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

// The modules; each uses only those before it.
mod canvas;

mod art;

mod stage;

mod camera;

mod light;

mod marks;

mod board;

mod scene;

mod hud;

mod automap;

mod debug;

mod wipe;

mod grade;

mod asset_check;

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod effects_off_tests;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod testing;

pub use art::art::Art;
pub use art::art_file::{ArtError, ArtFile, check_sky};
pub use art::needs::AwaitedArt;
pub use art::parts::{ArtParts, art_font};
pub use art::picture::ArtPicture;
pub use art::sheet::{SheetHolds, SpriteSheet};
pub use art::uniforms::{Uniforms, looks};
pub use automap::automap::Automap;
pub use automap::guide::{Pointer, guide_pointer};
pub use automap::notes::MapNotes;
pub use automap::options::{AutomapOptions, Guide, MapScale, MapView};
pub use automap::secrets::secrets_left;
pub use board::hologram::BoardPointer;
pub use board::layout::{BoardLayout, Control};
pub use board::lock::{LockView, draw_lock};
pub use board::overlay::board_controls;
pub use board::places::BoardPlaces;
pub use board::table::{TableView, draw_table};
pub use board::words::{BoardKeys, control_at};
pub use camera::camera::{Blend, FieldOfView, TallPixels, ViewTurn};
pub use canvas::area::Area;
pub use canvas::canvas::{Align, Canvas, Colour, Lettering};
pub use canvas::frame_size::frame_size;
pub use canvas::pen::Pen;
pub use canvas::picture::{decode_png, encode_png, png_size, scaled};
pub use canvas::text::Font;
pub use canvas::wrap::wrap;
pub use canvas::written::Written;
pub use debug::debug::{DebugArrows, DebugMap, DebugView};
pub use hud::deck_title::DeckName;
pub use hud::hud::Edges;
pub use hud::layout::Reserved;
pub use hud::message_log::MessageLog;
pub use marks::impacts::{leave_marks_unseen, restore_marks};
pub use marks::marks::Marks;
pub use stage::draw_kernel::{DrawKernel, KernelReason};
pub use stage::options::{
    CaptionKinds, ColourVision, Crosshair, CrosshairColour, Hud, Outlined, Percent, Strength, ViewOptions,
};
pub use stage::screen::{Draw, DrawFrame, Screen};
pub use stage::stage::{DrawThreads, SeenDeck, SeenPoint};
pub use wipe::transition::Transition;
pub use wipe::wipe::Wipe;

use bevy::prelude::*;

/// Draws the engine's world into the [`Screen`].
pub struct RendererPlugin;

impl Plugin for RendererPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((stage::plugin, camera::plugin, light::plugin, marks::plugin));
        app.add_plugins(board::overlay::plugin);
        app.add_plugins((
            scene::scene::plugin,
            hud::plugin,
            automap::plugin,
            debug::debug::plugin,
            wipe::wipe::plugin,
            grade::plugin,
        ));
    }
}
