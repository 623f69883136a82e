//! The raycaster: renders a frame from the first call to the last pixel.
#![allow(unsafe_code, reason = "threads fill parts of one frame in parallel")]

use crate::{
    draw::band::DrawBand,
    draw::coverage_mask::CoverageMask,
    draw::picture::{self, Picture},
    draw::sky_columns::{Bearings, Sky},
    draw::visible_sprites::{Onlooker, VisibleSprites},
    lanes::kernel::{Instructions, Kernel},
    lanes::lanes::STRIP_WIDTH,
    lanes::worker_pool::WorkerPool,
    scene::frame::{BLACK, Frame},
    scene::scene::Scene,
    scene::textures::TextureSlot,
    walk::slice::Slices,
    walk::strip::{self, PANES, Strip},
    walk::view::View,
    walk::walk::{self, SPACING},
};
use std::sync::{Mutex, PoisonError};

/// The number of columns that a thread walks per job, a whole number of spacings.
const SHARE: usize = 4 * SPACING;

/// Renders scenes. It keeps its working memory from frame to frame, so rendering allocates nothing once warmed up.
#[derive(Debug)]
pub struct Raycaster {
    kernel: Kernel,
    instructions: Instructions,
    workers: WorkerPool,
    strips: Vec<Strip>,
    panes: Vec<[Slices; PANES]>,
    depths: Vec<[f32; 2]>,
    figures: VisibleSprites,
    bearings: Bearings,
    /// One coverage mask per thread.
    gaps: Vec<Mutex<CoverageMask>>,
    columns: usize,
}

/// The wall, door or pillar at which a column of the last frame ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// Distance in front of the eye along the view direction, in tiles.
    pub depth: f32,
    /// The cell (column, row) of the wall, door or pillar; `None` where the view leaves the map.
    pub cell: Option<(u16, u16)>,
}

/// Surface of the level at a pixel of the last frame; sprites are ignored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// The point on the floor, or the foot of the wall, in tiles.
    pub point: (f32, f32),
    /// True if the pixel shows a wall, door or pillar; false if it shows the floor in front of it.
    pub is_wall: bool,
}

impl Default for Raycaster {
    fn default() -> Self {
        Self::new()
    }
}

impl Raycaster {
    /// Creates a raycaster that uses the best instruction set available, on the calling thread only.
    pub fn new() -> Self {
        Self::with(Kernel::Auto, 1)
    }

    /// Creates a raycaster that draws with this kernel, or with the best one if the processor does not support it.
    ///
    /// `threads` is clamped to 1 to [`crate::lanes::worker_pool::MAX_THREADS`] and includes the calling thread. The
    /// rendered pixels are the same with every kernel and number of threads.
    pub fn with(kernel: Kernel, threads: usize) -> Self {
        let workers = WorkerPool::new(threads);
        Raycaster {
            kernel: kernel.or_best(),
            instructions: kernel.instructions(),
            gaps: (0..workers.size()).map(|_| Mutex::default()).collect(),
            workers,
            strips: Vec::new(),
            panes: Vec::new(),
            depths: Vec::new(),
            figures: VisibleSprites::default(),
            bearings: Bearings::default(),
            columns: 0,
        }
    }

    /// Returns the kernel that draws, never [`Kernel::Auto`].
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Returns the number of threads that draw.
    pub fn threads(&self) -> usize {
        self.workers.size()
    }

    /// Returns what a column of the last frame ends at, if there is a last frame with such a column.
    pub fn met(&self, column: usize) -> Option<Met> {
        if column >= self.columns {
            return None;
        }
        let (strip, lane) = (&self.strips[column / STRIP_WIDTH], column % STRIP_WIDTH);
        let (x, y) = strip.cell[lane];
        let cell = u16::try_from(x).ok().zip(u16::try_from(y).ok());
        Some(Met { depth: strip.wall.depth[lane], cell })
    }

    /// Returns what the last frame shows at a pixel. The scene must be the one that was drawn and the size that of its
    /// frame. Returns `None` outside the frame and where the view leaves the map.
    pub fn shown(&self, scene: &Scene, (width, height): (usize, usize), (x, y): (f32, f32)) -> Option<Shown> {
        let view = View::new(scene, width, height)?;
        let met = self.met(x as usize).filter(|_| x >= 0.0 && (0.0..height as f32).contains(&y))?;
        let below = f64::from(y) - view.horizon();
        let floor = if below > 0.0 { view.eye * view.tall / below } else { f64::INFINITY };
        let wall = if met.cell.is_some() { f64::from(met.depth) } else { f64::INFINITY };
        let depth = floor.min(wall);
        let (along, across) = view.ray(f64::from(x));
        let point = ((view.x + depth * along) as f32, (view.y + depth * across) as f32);
        depth.is_finite().then_some(Shown { point, is_wall: wall < floor })
    }

    /// Renders what the scene's camera sees, over the whole frame.
    ///
    /// The frame is black if the camera is outside the map or not finite. Where the view leaves the map, pixels show
    /// the sky, or black if the scene has none.
    pub fn draw(&mut self, scene: &Scene, frame: &mut Frame) {
        let (width, height) = (frame.width(), frame.height());
        let Some(view) = View::new(scene, width, height) else {
            self.columns = 0;
            frame.pixels_mut().fill(BLACK);
            return;
        };
        self.columns = width;
        self.walk(scene, &view);
        self.depths.clear();
        self.depths.extend(self.strips.iter().map(|strip| strip.depths));
        let onlooker = Onlooker { scene, view: &view, depths: &self.depths, size: (width, height) };
        self.figures.cull_and_project(self.instructions, &onlooker, &self.workers);
        let sky =
            if scene.textures.size(scene.sky).is_some() { *scene.textures.tile(scene.sky) } else { TextureSlot::VOID };
        self.bearings.update(&view, width);
        let picture = Picture {
            scene,
            view: &view,
            strips: &self.strips,
            depths: &self.depths,
            panes: &self.panes,
            walls: strip::rows(&self.strips),
            figures: &self.figures,
            sky: Sky::new(&self.bearings, sky, scene.camera.angle + scene.sky_turn),
            rounding: picture::rounding(&scene.fog),
            width,
            height,
            pixels: frame.pixels_mut().as_mut_ptr(),
        };
        let of_all = |gaps: &Mutex<CoverageMask>| gaps.lock().unwrap_or_else(PoisonError::into_inner).room();
        let room = self
            .gaps
            .iter()
            .map(of_all)
            .fold([0; 2], |min_nan_safe, room| [0, 1].map(|of| min_nan_safe[of].max(room[of])));
        self.workers.share(picture.bands(), &|thread, number| {
            let mut gaps = self.gaps[thread].lock().unwrap_or_else(PoisonError::into_inner);
            gaps.reserve(picture.strips.len(), room);
            let band = picture.band(number);
            // SAFETY: the frame is borrowed until all bands are drawn, and each band is drawn exactly once.
            self.instructions.run(unsafe { DrawBand::new(&picture, &band, &mut gaps) });
        });
    }

    /// Determines what each column shows.
    fn walk(&mut self, scene: &Scene, view: &View) {
        let (instructions, columns) = (self.instructions, self.columns);
        let strips = columns.div_ceil(STRIP_WIDTH);
        self.strips.resize_with(strips, Strip::default);
        self.panes.resize(strips, [Slices::NONE; PANES]);
        let all = Shares { strips: self.strips.as_mut_ptr(), panes: self.panes.as_mut_ptr() };
        self.workers.share(columns.div_ceil(SHARE), &|_, number| {
            let all = &all;
            let first = number * SHARE;
            let columns = (columns - first).min(SHARE);
            let (from, count) = (first / STRIP_WIDTH, columns.div_ceil(STRIP_WIDTH));
            // SAFETY: both vectors are borrowed until all shares are done, and no strip belongs to two shares.
            let (strips, panes) = unsafe {
                (
                    std::slice::from_raw_parts_mut(all.strips.add(from), count),
                    std::slice::from_raw_parts_mut(all.panes.add(from), count),
                )
            };
            walk::walk(instructions, scene, view, first, columns, strips, panes);
        });
    }
}

/// The strips of a frame, of which each thread takes a different share.
struct Shares {
    strips: *mut Strip,
    panes: *mut [Slices; PANES],
}

// SAFETY: the threads that share it access different strips.
unsafe impl Sync for Shares {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        scene::scene::CellKind,
        testing::{RED, WALL, look, open, room, sprite},
    };

    #[test]
    fn shown_returns_the_floor_point_or_the_foot_of_a_wall() {
        let mut scene = room("##########\n#        #\n#        #\n#        #\n##########");
        let (mut raycaster, mut seen) = (Raycaster::new(), 0);
        for (eye, pitch, angle) in [(0.5, 0.0, 0.0), (0.8, 0.1, 0.4), (0.2, -0.2, -0.3)] {
            look(&mut scene, 1.5, 2.5, angle);
            (scene.camera.eye, scene.camera.pitch) = (eye, pitch);
            raycaster.draw(&scene, &mut Frame::new(320, 180));
            let view = View::new(&scene, 320, 180).unwrap();
            let at = |x: f64, y: f64| raycaster.shown(&scene, (320, 180), (x as f32, y as f32));
            for (x, y) in [(2.5, 2.5), (3.5, 2.5), (5.2, 2.1), (8.5, 3.5), (7.0, 1.6)] {
                let (ahead, aside) = view.place(x, y);
                let column = view.middle + aside / ahead * view.focal;
                let shown = at(column, view.horizon() + view.eye * view.tall / ahead);
                let Some(Shown { point, is_wall: false }) = shown else { continue };
                assert!((f64::from(point.0) - x).abs() < 0.02 && (f64::from(point.1) - y).abs() < 0.02, "{point:?}");
                seen += 1;
            }
            let wall = at(view.middle, view.horizon() - 3.0).unwrap();
            let is_at = |along: f32, border: f32| (along - border).abs() < 0.02;
            let (x, y) = wall.point;
            assert!((is_at(x, 9.0) || is_at(y, 1.0) || is_at(y, 4.0)) && wall.is_wall, "{wall:?}");
            assert!([(-1.0, 5.0), (320.0, 5.0), (5.0, 180.0)].into_iter().all(|(x, y)| at(x, y).is_none()));
        }
        assert!(seen > 5, "{seen} of these points are in the frames");
    }

    #[test]
    fn column_without_a_pane_keeps_no_texel_of_an_earlier_frame() {
        let mut scene = room("#######\n#     #\n#  :  #\n#     #\n#######");
        let mut raycaster = Raycaster::new();
        let mut beside = 0;
        for (x, y) in [(3.4, 2.5), (1.5, 2.5)] {
            look(&mut scene, x, y, 0.0);
            raycaster.draw(&scene, &mut Frame::new(320, 180));
            for (strip, panes) in
                raycaster.strips.iter().zip(&raycaster.panes).filter(|(strip, _)| strip.most_panes > 0)
            {
                for lane in (0..STRIP_WIDTH).filter(|&lane| strip.panes[lane] == 0) {
                    assert_eq!((panes[0].texel[lane], panes[0].bottom[lane]), (0, 0), "from {x} {y}");
                    beside += 1;
                }
            }
        }
        assert!(beside > 0, "no pane ends within a strip");
    }

    #[test]
    fn threads_do_not_drive_up_each_others_memory() {
        let scene = room("#######\n#     #\n#######");
        let mut raycaster = Raycaster::with(Kernel::Auto, 2);
        let frame = &mut Frame::new(320, 180);
        raycaster.draw(&scene, frame);
        for (gaps, rows) in raycaster.gaps.iter_mut().zip([13, 9]) {
            let gaps = gaps.get_mut().unwrap();
            gaps.reserve(raycaster.strips.len(), [0; 2]); // the thread may not have drawn a band
            gaps.begin(&(0..rows));
            gaps.open_all(&raycaster.strips);
            (0..5).for_each(|layer| gaps.let_panes_wait(layer, 0, 1));
        }
        let room =
            |raycaster: &mut Raycaster| raycaster.gaps.iter_mut().map(|gaps| gaps.get_mut().unwrap().room()).max();
        let needed = room(&mut raycaster);
        (0..20).for_each(|_| raycaster.draw(&scene, frame));
        assert_eq!(room(&mut raycaster), needed);
    }

    #[test]
    fn sprites_behind_walls_and_closed_doors_are_culled() {
        let mut scene = room("##########\n#        #\n#    |   #\n#        #\n##########");
        for y in [1, 3] {
            scene.map.cell_mut(5, y).unwrap().kind = CellKind::Wall([WALL; 4]);
        }
        look(&mut scene, 1.5, 2.5, 0.0);
        scene.sprites =
            (0..1500).map(|i| sprite(6.2 + (i % 50) as f32 * 0.05, 1.1 + (i / 50) as f32 * 0.09, RED)).collect();
        let mut raycaster = Raycaster::new();
        let mut drawn = |scene: &Scene| {
            raycaster.draw(scene, &mut Frame::new(320, 180));
            raycaster.figures.len()
        };
        assert_eq!(drawn(&scene), 0);
        open(&mut scene, 5, 2, 0.5);
        let half = drawn(&scene);
        open(&mut scene, 5, 2, 1.0);
        assert!(0 < half && half < drawn(&scene) && drawn(&scene) < 1500, "{half}, {}", drawn(&scene));
        look(&mut scene, 8.9, 2.5, 0.0);
        assert_eq!(drawn(&scene), 0, "behind the eye");
    }
}
