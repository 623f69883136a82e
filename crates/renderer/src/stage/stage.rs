//! The stage: the raycaster, and the deck that it shows.

use crate::{
    art::art::Art,
    stage::draw_kernel::DrawKernel,
    stage::options::ViewOptions,
    stage::screen::{Draw, DrawFrame, Screen},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use raycast::{MAX_THREADS, Raycaster, Scene, TexturesMark};
use std::sync::Arc;

/// The raycaster and the deck that it shows, if there is one to show.
#[derive(Resource, Default)]
pub(crate) struct Stage {
    pub(crate) raycaster: Raycaster,
    /// The deck. Its textures are its own: overlays and marks are painted onto copies, animations go on.
    pub(crate) scene: Option<Scene>,
    /// To which art the textures of the deck go back.
    pub(crate) lender: Option<Arc<TexturesMark>>,
}

impl Stage {
    /// Takes the deck down, if there is one, and gives its textures back to the art.
    pub(crate) fn take_down(&mut self, art: &mut Art) {
        if let (Some(scene), Some(lender)) = (self.scene.take(), self.lender.take()) {
            art.take_back(Arc::unwrap_or_clone(scene.textures), &lender);
        }
    }
}

/// The deck as the last picture shows it, for whoever points at it.
#[derive(SystemParam)]
pub struct SeenDeck<'w> {
    stage: Option<Res<'w, Stage>>,
    screen: Option<Res<'w, Screen>>,
}

/// What is seen of the deck at a point of the picture. What stands on it is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenPoint {
    /// From where it is seen, in tiles.
    pub from: Vec2,
    /// The point of the floor, in tiles, or the foot of the wall.
    pub at: Vec2,
    /// True if it is a wall, a door or a pillar.
    pub is_wall: bool,
}

impl SeenDeck<'_> {
    /// What is seen at a point of the picture, in pixels; none if the picture shows no deck there.
    pub fn at(&self, pixel: Vec2) -> Option<SeenPoint> {
        let (stage, screen) = (self.stage.as_ref()?, self.screen.as_ref()?);
        let (scene, size) = (stage.scene.as_ref()?, (screen.0.width(), screen.0.height()));
        let shown = stage.raycaster.shown(scene, size, pixel.into())?;
        let from = Vec2::new(scene.camera.x, scene.camera.y);
        Some(SeenPoint { from, at: shown.point.into(), is_wall: shown.is_wall })
    }
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
    app.init_resource::<DrawThreads>().init_resource::<DrawKernel>().init_resource::<Stage>();
    app.add_systems(DrawFrame, draw.in_set(Draw::Deck));
}

/// Draws the deck over the whole frame; without one, it is black.
fn draw(
    mut stage: ResMut<Stage>,
    threads: Res<DrawThreads>,
    kernel: Res<DrawKernel>,
    options: Res<ViewOptions>,
    mut screen: ResMut<Screen>,
) {
    let Stage { raycaster, scene, .. } = &mut *stage;
    let threads = threads.0.clamp(1, MAX_THREADS);
    if raycaster.threads() != threads || raycaster.kernel() != kernel.kernel {
        *raycaster = Raycaster::with(kernel.kernel, threads);
    }
    match scene {
        Some(scene) => {
            scene.fog.dither = options.dither;
            scene.far_levels = options.far_levels;
            raycaster.draw(scene, &mut screen.0);
        }
        None => screen.0.pixels_mut().fill(u32::from_le_bytes([0, 0, 0, 255])),
    }
}
