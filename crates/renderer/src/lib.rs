//! The picture of the game, headless: the raycaster's scene is built from the engine's world, drawn into a frame, and
//! the weapon and the HUD are drawn over it.
//!
//! Add [`RendererPlugin`] beside the engine's, insert the [`Art`], and run the schedule [`DrawFrame`] whenever a
//! picture is wanted: the [`Screen`] then holds it. A world that nobody looks at draws nothing.
//!
//! All that is seen follows from the engine's components, resources and reports, counted in ticks. So the same tick
//! gives the same picture, in a window, a test or a screenshot. Only a restored run is without the bullet holes and the
//! blood that were seen before: marks are no part of its state.

mod actors;
#[cfg(test)]
mod agreement;
mod animation;
mod art;
mod blood;
mod bob;
mod camera;
mod canvas;
mod caption;
mod debug;
mod debug_deck;
mod debug_undead;
mod decals;
mod fall;
mod fizzle;
mod flash;
mod folder;
mod hud;
mod impacts;
mod light;
mod map;
mod marks;
mod melt;
mod models;
mod mood;
mod noise;
mod occlusion;
mod options;
mod particles;
mod picture;
mod recoil;
#[cfg(test)]
mod reference;
mod scene;
mod shadow;
mod shake;
mod skins;
#[cfg(test)]
mod testing;
mod text;
mod things;
mod transition;
mod veil;
mod weapon;
mod wipe;

pub use art::{Art, ArtError};
pub use camera::{Blend, FieldOfView, ViewTurn};
pub use canvas::{Align, Area, Canvas, Colour, Lettering};
pub use debug::DebugView;
pub use folder::game_folder;
pub use hud::Hud;
pub use options::{Strength, ViewOptions};
pub use picture::{decode_png, encode_png, save_png};
pub use scene::DrawThreads;
pub use text::Font;
pub use transition::Transition;
pub use wipe::Wipe;

use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use raycast::Frame;

/// The schedule that draws one picture; run it with `world.run_schedule(DrawFrame)`.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawFrame;

/// The steps of a picture, in this order; each covers parts of the one before.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draw {
    /// The scene follows the world.
    Scene,
    /// The deck, over the whole frame.
    Deck,
    /// The weapon in the player's hand.
    Weapon,
    /// Flashes: pain, gain, death.
    Tint,
    /// Health, ammunition, crosshair, captions.
    Hud,
    /// The way to black.
    Fade,
    /// The deck's name, while it begins.
    Title,
    /// The map for developers, if it is asked for.
    Debug,
    /// Whatever stands in front of the game, such as menus; nothing of this crate.
    Front,
    /// What is left of the picture before, while it becomes this one.
    Wipe,
}

/// The picture. Whoever shows it gives it its size; the next [`DrawFrame`] fills it.
#[derive(Resource, Clone, Debug)]
pub struct Screen(pub Frame);

impl Default for Screen {
    /// 640 by 360 pixels.
    fn default() -> Self {
        Screen(Frame::new(640, 360))
    }
}

/// Draws the engine's world into the [`Screen`].
pub struct RendererPlugin;

impl Plugin for RendererPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Screen>();
        app.init_schedule(DrawFrame);
        app.edit_schedule(DrawFrame, |schedule| {
            // Each step draws over the one before on the same frame, so threads would only wait for each other.
            schedule.set_executor(SingleThreadedExecutor::new());
            schedule.configure_sets(
                (
                    Draw::Scene,
                    Draw::Deck,
                    Draw::Weapon,
                    Draw::Tint,
                    Draw::Hud,
                    Draw::Fade,
                    Draw::Title,
                    Draw::Debug,
                    Draw::Front,
                    Draw::Wipe,
                )
                    .chain(),
            );
        });
        app.add_plugins((scene::plugin, camera::plugin, flash::plugin, impacts::plugin));
        app.add_plugins((weapon::plugin, veil::plugin, hud::plugin, caption::plugin));
        app.add_plugins((options::plugin, fall::plugin, wipe::plugin, debug::plugin));
    }
}
