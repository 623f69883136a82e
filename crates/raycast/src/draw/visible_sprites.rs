//! Visible sprites: which sprites may be visible, and where on the frame.
#![allow(unsafe_code, reason = "threads fill parts of the same list in parallel")]

use crate::{
    draw::buckets::Buckets,
    lanes::convert::{clamp_or_zero, to_i32, whole_to_i32},
    lanes::kernel::{AnyWork, Instructions},
    lanes::lanes::{Lanes, STRIP_WIDTH, Token},
    lanes::worker_pool::WorkerPool,
    scene::fog,
    scene::light::FULL,
    scene::scene::{Scene, Sprite},
    scene::textures::TextureId,
    walk::spans::{BATCH_SIZE, Batch, ExtentBatch, Span},
    walk::view::{NEAR, View},
};
use std::ops::Range;

/// The minimum distance at which a sprite is drawn, in tiles; nearer, it would only be a blot over the whole frame.
const MIN_DISTANCE: f64 = 32.0 * NEAR;

/// A sprite in front of the eye, ready to be drawn. It fits one cache line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VisibleSprite {
    pub(crate) depth: f32,
    pub(crate) texture: TextureId,
    pub(crate) mirrored: bool,
    pub(crate) across: Span,
    pub(crate) down: Span,
    /// Its light (red, green, blue and an unused number) and the fog in front of it, each 0 to 256.
    pub(crate) light: [u32; 4],
    pub(crate) fog: u32,
    /// Its opacity, 0 to 256.
    pub(crate) cover: u32,
}

impl VisibleSprite {
    /// An empty entry.
    const NONE: VisibleSprite = {
        let none = Span { first: 0, end: 0, texel: 0, step: 0 };
        let (texture, across, down) = (TextureId(0), none, none);
        VisibleSprite { depth: 0.0, texture, mirrored: false, across, down, light: [0; 4], fog: 0, cover: 0 }
    };
}

/// The sprites that may be visible, the farthest first.
#[derive(Debug, Default)]
pub(crate) struct VisibleSprites {
    /// The visible sprites of each [`SHARE`] of the scene's sprites, at the start of the share, and their number per
    /// share.
    figures: Vec<VisibleSprite>,
    counts: Vec<usize>,
    /// The sort key of each: its depth above the index of its entry.
    order: Vec<u64>,
    buckets: Buckets,
    /// The extents of the sprites, stored compactly, and the rows of each [`BATCH`] of them. Most sprites, above all
    /// distant ones, are outside most bands, and most of the others are hidden by nearer ones.
    extents: Vec<Extent>,
    flocks: Vec<[i32; 2]>,
}

/// Area in which a sprite may be visible: the first column and row, and the ones after the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) columns: [i32; 2],
    rows: [i32; 2],
}

/// The number of depth-sorted sprites that are culled together.
pub(crate) const BATCH: usize = 32;

/// The number of sprites that a thread processes per job.
const SHARE: usize = 128;

impl VisibleSprites {
    /// Returns their number.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns the sprite with this index; 0 is the farthest.
    #[inline(always)]
    pub(crate) fn get(&self, number: usize) -> &VisibleSprite {
        &self.figures[place_of(self.order[number])]
    }

    /// Culls, projects and sorts the scene's sprites.
    pub(crate) fn cull_and_project(&mut self, kernel: Instructions, onlooker: &Onlooker, workers: &WorkerPool) {
        let sprites = &onlooker.scene.sprites;
        let shares = sprites.len().div_ceil(SHARE);
        self.figures.resize(sprites.len(), VisibleSprite::NONE);
        self.counts.resize(shares, 0);
        let all = Shares(self.figures.as_mut_ptr(), self.counts.as_mut_ptr());
        workers.share(shares, &|_, number| {
            let (all, sprites) = (&all, sprites.chunks(SHARE).nth(number).unwrap_or_default());
            // SAFETY: both lists are borrowed until all shares are done, and each share belongs to one thread.
            unsafe {
                let figures = std::slice::from_raw_parts_mut(all.0.add(number * SHARE), sprites.len());
                let mut count = 0;
                kernel.run(CullSprites { onlooker, sprites, figures, count: &mut count });
                all.1.add(number).write(count);
            }
        });
        self.order.clear();
        self.order.reserve(sprites.len());
        for (number, (share, &count)) in self.figures.chunks(SHARE).zip(&self.counts).enumerate() {
            // Depths are positive, so their bits sort in the same order; the farthest comes first.
            let nearness = |figure: &VisibleSprite| u64::from(!figure.depth.to_bits()) << 32;
            let some = (number * SHARE..).zip(&share[..count]);
            self.order.extend(some.map(|(place, figure)| nearness(figure) | place as u64));
        }
        // Of two sprites at the same distance, the later one is in front, so that they never swap.
        self.buckets.sort(&mut self.order);
        let VisibleSprites { figures, order, extents, flocks, .. } = self;
        extents.clear();
        extents.reserve(sprites.len());
        extents.extend(order.iter().map(|&at| {
            let VisibleSprite { across, down, .. } = figures[place_of(at)];
            Extent { columns: [across.first, across.end], rows: [down.first, down.end] }
        }));
        flocks.clear();
        flocks.reserve(sprites.len().div_ceil(BATCH));
        let union = |[first, end]: [i32; 2], extent: &Extent| [first.min(extent.rows[0]), end.max(extent.rows[1])];
        flocks.extend(extents.chunks(BATCH).map(|flock| flock.iter().fold([i32::MAX, i32::MIN], union)));
    }

    /// Returns the batches that may have a pixel in a run of rows, from near to far: the index of the first sprite of
    /// each, and the extents of its sprites, the farthest first.
    #[inline(always)]
    pub(crate) fn flocks_within(&self, run: &Range<i32>) -> impl Iterator<Item = (usize, &[Extent])> {
        let has_some = |[first, end]: [i32; 2]| run.start.max(first) < run.end.min(end);
        let flocks = self.flocks.iter().zip(self.extents.chunks(BATCH)).enumerate().rev();
        flocks.filter(move |(_, (rows, _))| has_some(**rows)).map(|(flock, (_, extents))| (flock * BATCH, extents))
    }
}

impl Extent {
    /// Returns its rows within a run.
    #[inline(always)]
    pub(crate) fn clamp_or_zero(&self, run: &Range<i32>) -> Range<i32> {
        run.start.max(self.rows[0])..run.end.min(self.rows[1])
    }
}

/// Returns the index in the shares that a sort key ends with.
#[inline(always)]
fn place_of(order: u64) -> usize {
    order as u32 as usize
}

/// The sprites and counts of all shares, of which each thread takes some.
struct Shares(*mut VisibleSprite, *mut usize);

// SAFETY: the threads that share it take different shares.
unsafe impl Sync for Shares {}

/// The viewer: the data that decides which sprites may be visible, and where.
pub(crate) struct Onlooker<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) view: &'a View,
    /// The minimum and maximum depth of each strip's walls.
    pub(crate) depths: &'a [[f32; 2]],
    /// The frame's columns and rows.
    pub(crate) size: (usize, usize),
}

impl Onlooker<'_> {
    /// Writes the sprites that may be visible to `figures`, which has room for all of them, and returns their number.
    #[inline(always)]
    pub(crate) fn cull_and_project(&self, sprites: &[Sprite], figures: &mut [VisibleSprite]) -> usize {
        let mut count = 0;
        let mut numbers = (Standing::NONE, ExtentBatch::NONE, ExtentBatch::NONE);
        // Not a closure, because a closure would not be compiled for the kernel's instruction set.
        for sprites in sprites.chunks(BATCH_SIZE) {
            count += self.muster_together(sprites, &mut numbers, &mut figures[count..]);
        }
        count
    }

    /// Processes at most [`BATCH_SIZE`] sprites: stores their values side by side, and computes several at a time.
    #[inline(always)]
    fn muster_together(
        &self,
        sprites: &[Sprite],
        (standing, across, down): &mut (Standing, ExtentBatch, ExtentBatch),
        figures: &mut [VisibleSprite],
    ) -> usize {
        let mut count = 0;
        let Onlooker { scene, depths, size: (columns, rows), .. } = *self;
        for (i, sprite) in sprites.iter().enumerate() {
            let place = scene.textures.slot(sprite.texture);
            (standing.x[i], standing.y[i], standing.bottom[i]) = (sprite.x, sprite.y, sprite.bottom);
            (standing.width[i], standing.height[i]) = (sprite.width, sprite.height);
            // A sprite with only holes is not drawn.
            let [from, to] = place.columns;
            let wanted = if sprite.mirrored { [place.width - to, place.width - from] } else { [from, to] };
            across.put(i, place.width, wanted);
            down.put(i, place.height, place.rows);
        }
        self.place(standing, across, down);
        self.light_up(standing);
        across.find_spans(columns);
        down.find_spans(rows);
        for (i, sprite) in sprites.iter().enumerate() {
            let (across, down, depth) = (across.span(i), down.span(i), standing.depth[i]);
            if depth <= 0.0 || sprite.cover == 0 || across.first >= across.end || down.first >= down.end {
                continue;
            }
            let mut behind =
                depths[across.first as usize / STRIP_WIDTH..=(across.end as usize - 1) / STRIP_WIDTH].iter();
            if behind.all(|[_, deepest]| *deepest <= depth) {
                continue;
            }
            let (light, fog) = match sprite.bright {
                true => ([FULL; 4], 0),
                false => (standing.light[i], standing.fog[i] as u32),
            };
            figures[count] = VisibleSprite {
                depth,
                texture: sprite.texture,
                mirrored: sprite.mirrored,
                across,
                down,
                light,
                fog,
                cover: u32::from(sprite.cover) + u32::from(sprite.cover >> 7),
            };
            count += 1;
        }
        count
    }

    /// Projects sprites onto the frame. Invisible sprites get a depth of 0. There are no branches, so that the compiler
    /// can vectorise the loop.
    #[inline(always)]
    fn place(&self, standing: &mut Standing, across: &mut ExtentBatch, down: &mut ExtentBatch) {
        let Onlooker { scene, view, size: (columns, rows), .. } = *self;
        let [map_columns, map_rows] = [scene.map.width(), scene.map.height()].map(|side| side as f64);
        let (columns, rows, horizon) = (columns as f64, rows as f64, view.horizon());
        for i in 0..BATCH_SIZE {
            let (x, y) = (f64::from(standing.x[i]), f64::from(standing.y[i]));
            let (depth, aside) = view.place(x, y);
            let (width, height) = (f64::from(standing.width[i]), f64::from(standing.height[i]));
            let (tile, tall) = (view.focal / depth, view.tall / depth);
            let (wide, high) = (width * tile, height * tall);
            let left = view.middle + aside * tile - wide / 2.0;
            let feet = horizon + (view.eye - f64::from(standing.bottom[i])) * tall;
            // A sprite at NaN fails these comparisons, too.
            let is_there = (depth >= MIN_DISTANCE) & (width > 0.0) & (height > 0.0);
            let is_in_view = (left < columns) & (left + wide > 0.0) & (feet > 0.0) & (feet - high < rows);
            let is_finite = wide.is_finite() & high.is_finite() & left.is_finite() & feet.is_finite();
            standing.depth[i] = if is_there & is_in_view & is_finite { depth as f32 } else { 0.0 };
            (across.from[i], across.length[i]) = (left, wide);
            (down.from[i], down.length[i]) = (feet - high, high);
            let (column, row) = (x.floor(), y.floor());
            (standing.u[i], standing.v[i]) = ((x - column) as f32, (y - row) as f32);
            let is_on_map = (column >= 0.0) & (column < map_columns) & (row >= 0.0) & (row < map_rows);
            let cell = if is_on_map { row * map_columns + column } else { -1.0 };
            // Behind the eye the result is arbitrary.
            let fade = clamp_or_zero(fog::fade(&scene.fog, depth), 1.0);
            standing.fade[i] = fade;
            standing.cell[i] = whole_to_i32(cell);
            standing.fog[i] = to_i32::<0, { FULL as i32 }>(f64::from(FULL) * (1.0 - fade));
        }
    }

    /// Computes the light on the sprites that remains at their distance.
    #[inline(always)]
    fn light_up(&self, standing: &mut Standing) {
        for i in 0..BATCH_SIZE {
            let mut light = [0; 4];
            if let Some(cell) = self.scene.map.cells().get(standing.cell[i] as u32 as usize) {
                for (light, at) in light.iter_mut().zip(cell.light.four_at(standing.u[i], standing.v[i])) {
                    *light = to_i32::<0, { FULL as i32 }>(f64::from(at) * standing.fade[i]) as u32;
                }
            }
            standing.light[i] = light;
        }
    }
}

/// The positions of sprites.
struct Standing {
    /// The positions in tiles on the map and above the floor, the sizes, and the depths in front of the eye, or 0.
    x: Batch<f32>,
    y: Batch<f32>,
    bottom: Batch<f32>,
    width: Batch<f32>,
    height: Batch<f32>,
    depth: Batch<f32>,
    /// The indices of the cells, -1 outside the map, and the positions within them, 0 to 1.
    cell: Batch<i32>,
    u: Batch<f32>,
    v: Batch<f32>,
    /// The share of light that remains at their distance, the light, and the amount of fog, 0 to [`FULL`].
    fade: Batch<f64>,
    light: Batch<[u32; 4]>,
    fog: Batch<i32>,
}

impl Standing {
    /// An empty batch.
    const NONE: Standing = {
        let [x, y, bottom, width, height, depth, u, v] = [[0.0; BATCH_SIZE]; 8];
        let (fade, light, [cell, fog]) = ([0.0; BATCH_SIZE], [[0; 4]; BATCH_SIZE], [[0; BATCH_SIZE]; 2]);
        Standing { x, y, bottom, width, height, depth, cell, u, v, fade, light, fog }
    };
}

/// The kernel work that culls and projects sprites: see [`Onlooker::cull_and_project`].
struct CullSprites<'a> {
    onlooker: &'a Onlooker<'a>,
    sprites: &'a [Sprite],
    figures: &'a mut [VisibleSprite],
    count: &'a mut usize,
}

impl AnyWork for CullSprites<'_> {
    /// Uses no lanes itself: compiled for the kernel's instruction set, it rounds with an instruction instead of a
    /// call.
    #[inline(always)]
    fn with<L: Lanes>(self, _: Token<L>) {
        *self.count = self.onlooker.cull_and_project(self.sprites, self.figures);
    }
}
