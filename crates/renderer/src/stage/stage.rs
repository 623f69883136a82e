//! The stage: the raycaster, and the level that it shows.

use crate::{
    art::art::Art,
    stage::draw_kernel::DrawKernel,
    stage::options::ViewOptions,
    stage::screen::{Draw, DrawFrame, Screen},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use raycast::{MAX_THREADS, Raycaster, Scene, TexturesMark};
use std::{collections::BTreeSet, sync::Arc};

/// The raycaster and the scene that it shows, if there is one.
#[derive(Resource, Default)]
pub(crate) struct Stage {
    pub(crate) raycaster: Raycaster,
    /// The scene of the level. It owns its textures: overlays and marks are painted onto copies, and animations run on.
    pub(crate) scene: Option<Scene>,
    /// The mark of the art to which the textures of the level are returned.
    pub(crate) lender: Option<Arc<TexturesMark>>,
    /// The kinds of monsters whose images are in memory, by their indices in the rules.
    pub(crate) kinds: BTreeSet<usize>,
}

impl Stage {
    /// Removes the scene, if there is one, and returns its textures to the art.
    pub(crate) fn take_down(&mut self, art: &mut Art) {
        if let (Some(scene), Some(lender)) = (self.scene.take(), self.lender.take()) {
            art.take_back(Arc::unwrap_or_clone(scene.textures), &lender);
        }
    }
}

/// The level as the last frame shows it, for pointing at it.
#[derive(SystemParam)]
pub struct SeenDeck<'w> {
    stage: Option<Res<'w, Stage>>,
    screen: Option<Res<'w, Screen>>,
}

/// Surface of the level at a pixel of the frame; sprites are ignored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenPoint {
    /// The position of the camera, in tiles.
    pub from: Vec2,
    /// The point on the floor, or the foot of the wall, in tiles.
    pub at: Vec2,
    /// True if it is a wall, a door or a pillar.
    pub is_wall: bool,
}

impl SeenDeck<'_> {
    /// Returns what the frame shows at a pixel position, or `None` if no level is visible there.
    pub fn at(&self, pixel: Vec2) -> Option<SeenPoint> {
        let (stage, screen) = (self.stage.as_ref()?, self.screen.as_ref()?);
        let (scene, size) = (stage.scene.as_ref()?, (screen.0.width(), screen.0.height()));
        let shown = stage.raycaster.shown(scene, size, pixel.into())?;
        let from = Vec2::new(scene.camera.x, scene.camera.y);
        Some(SeenPoint { from, at: shown.point.into(), is_wall: shown.is_wall })
    }
}

/// The number of threads that draw the level; 1 by default. The frame is the same with any number.
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

/// Draws the level over the whole frame; without a level, the frame is black.
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
