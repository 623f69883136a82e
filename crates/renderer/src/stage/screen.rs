//! The screen: the picture, and the steps in which it is drawn.

use bevy::{
    ecs::schedule::{ScheduleLabel, SingleThreadedExecutor},
    prelude::*,
};
use raycast::Frame;

/// The schedule that draws one picture; run it with `world.run_schedule(DrawFrame)`.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawFrame;

/// The steps of a picture, in this order: first the scene follows the world, then it is drawn, and from there on each step
/// covers parts of the one before. Whatever draws says which step it is.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draw {
    /// What stands in the deck's cells, and how it looks.
    Cells,
    /// The marks on its walls and floors.
    Marks,
    /// The camera: where the player's eyes are, and what moves them.
    Eye,
    /// Things and creatures, as they look from there.
    Sprites,
    /// Sparks, smoke and drops, in front of those as far away.
    Particles,
    /// The light of the cells.
    Light,
    /// The deck, over the whole frame.
    Deck,
    /// The weapon in the player's hand.
    Weapon,
    /// Flashes: pain, gain, death.
    Tint,
    /// The automap, if it is shown.
    Map,
    /// Health, ammunition, crosshair.
    Hud,
    /// The way to black.
    Fade,
    /// Messages, and the deck's name while it begins: they can be read over black, too.
    Words,
    /// The map for developers, if it is asked for.
    Debug,
    /// Whatever stands in front of the game, such as menus; nothing of this crate.
    Front,
    /// What is left of the picture before, while it becomes this one.
    Wipe,
    /// What is done to all colours in the end.
    Grade,
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

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Screen>();
    app.init_schedule(DrawFrame);
    app.edit_schedule(DrawFrame, |schedule| {
        // Each step draws over the one before on the same frame, so threads would only wait for each other.
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
