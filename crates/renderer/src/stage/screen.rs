//! The screen: the frame, and the steps in which it is drawn.

use bevy::{
    ecs::schedule::{ScheduleLabel, SingleThreadedExecutor},
    prelude::*,
};
use raycast::Frame;

/// The schedule that draws one frame; run it with `world.run_schedule(DrawFrame)`.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawFrame;

/// The steps of a frame, in order: the scene is updated from the world, then drawn, and each later step draws over the
/// previous ones. Every drawing system belongs to one of these sets.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draw {
    /// Updates the contents of the level's cells.
    Cells,
    /// Updates the marks on walls and floors.
    Marks,
    /// Places and moves the camera.
    Eye,
    /// Adds the sprites of things and creatures, as they look from the camera.
    Sprites,
    /// Adds sparks, smoke and drops, in front of sprites at the same distance.
    Particles,
    /// Updates the light of the cells.
    Light,
    /// Draws the level, over the whole frame.
    Deck,
    /// Draws the weapon in the player's hand.
    Weapon,
    /// Draws the flashes: pain, gain, death.
    Tint,
    /// Draws the automap, if it is shown.
    Map,
    /// Draws health, ammunition and crosshair.
    Hud,
    /// Draws the fade to black.
    Fade,
    /// Draws messages, and the deck's name when it begins; both are readable over black, too.
    Words,
    /// Draws the debug view, if it is shown.
    Debug,
    /// Draws everything in front of the game, such as menus; this crate has no systems here.
    Front,
    /// Draws the remains of the previous frame during a transition.
    Wipe,
    /// Applies colour grading.
    Grade,
}

/// The frame. The code that shows it sets its size; the next [`DrawFrame`] fills it.
#[derive(Resource, Clone, Debug)]
pub struct Screen(pub Frame);

impl Default for Screen {
    /// Returns a frame of 640 by 360 pixels.
    fn default() -> Self {
        Screen(Frame::new(640, 360))
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Screen>();
    app.init_schedule(DrawFrame);
    app.edit_schedule(DrawFrame, |schedule| {
        // Each step draws over the previous one on the same frame, so several threads would only wait for each other.
        schedule.set_executor(SingleThreadedExecutor::new());
        schedule.configure_sets(
            (
                Draw::Cells,
                Draw::Marks,
                Draw::Eye,
                Draw::Sprites,
                Draw::Particles,
                Draw::Light,
                Draw::Deck,
                Draw::Weapon,
                Draw::Tint,
                Draw::Map,
                Draw::Hud,
                Draw::Fade,
                Draw::Words,
                Draw::Debug,
                Draw::Front,
                Draw::Wipe,
                Draw::Grade,
            )
                .chain(),
        );
    });
}
