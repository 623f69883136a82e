//! The stage: the raycaster, and the deck that it shows.

use crate::stage::options::ViewOptions;
use crate::stage::screen::{Draw, DrawFrame, Screen};
use bevy::prelude::*;
use raycast::{Kernel, MAX_THREADS, Raycaster, Scene};

/// The raycaster and the deck that it shows, if there is one to show.
#[derive(Resource, Default)]
pub(crate) struct Stage {
    pub(crate) raycaster: Raycaster,
    /// The deck. Its textures are its own: overlays and marks are painted onto copies, animations go on.
    pub(crate) scene: Option<Scene>,
}

/// How many threads draw the deck, at first 1. The picture is the same with any number.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawThreads(pub usize);

impl Default for DrawThreads {
    fn default() -> Self {
        DrawThreads(1)
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<DrawThreads>().init_resource::<Stage>();
    app.add_systems(DrawFrame, draw.in_set(Draw::Deck));
}

/// Draws the deck over the whole frame; without one, it is black.
fn draw(mut stage: ResMut<Stage>, threads: Res<DrawThreads>, options: Res<ViewOptions>, mut screen: ResMut<Screen>) {
    let Stage { raycaster, scene } = &mut *stage;
    let threads = threads.0.clamp(1, MAX_THREADS);
    if raycaster.threads() != threads {
        *raycaster = Raycaster::with(Kernel::Auto, threads);
    }
    match scene {
        Some(scene) => {
            scene.air.dither = options.dither;
            raycaster.draw(scene, &mut screen.0);
        }
        None => screen.0.pixels_mut().fill(u32::from_le_bytes([0, 0, 0, 255])),
    }
}
