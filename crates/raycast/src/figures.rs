//! Figures: which sprites may be seen, and where on the frame.
#![allow(unsafe_code, reason = "threads fill parts of one list side by side")]

use crate::air;
use crate::kernel::Kernel;
use crate::light::FULL;
use crate::scene::{Scene, Sprite};
use crate::slice::WIDE;
use crate::textures::TextureSlot;
use crate::view::{NEAR, View};
use crate::worker_pool::WorkerPool;
use std::ops::Range;

/// The nearest that a sprite is drawn, in tiles: nearer, it would only be a blot over the whole frame.
const NEAREST: f64 = 32.0 * NEAR;

/// A sprite in front of the eye, ready to be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    pub(crate) depth: f32,
    pub(crate) place: TextureSlot,
    pub(crate) across: Span,
    pub(crate) down: Span,
    pub(crate) mirrored: bool,
    /// Its light and the fog before it, red, green and blue.
    pub(crate) light: [u32; 3],
    pub(crate) fog: [u32; 3],
    /// How much it hides, 0 to 256.
    pub(crate) cover: u32,
}

/// The sprites that may be seen, the farthest first.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    /// Those that may be seen of each share of the scene's sprites.
    shares: Vec<Vec<Figure>>,
    /// What each is sorted by: how near it is, above the number of its place in the shares.
    order: Vec<u64>,
    /// The first row of each and the one after its last, close together, and the same of each [`FLOCK`] of them: most figures, and
    /// above all those that are far away, lie outside most bands.
    rows: Vec<[i32; 2]>,
    flocks: Vec<[i32; 2]>,
}

/// How many figures that are about equally far away are passed by at once.
const FLOCK: usize = 32;

/// The pixels that a sprite spans in one direction, and which texels they show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) first: i32,
    /// The pixel after the last.
    pub(crate) end: i32,
    /// The texel of the first pixel, and how many there are from one to the next, in 2^-16 texels.
    pub(crate) texel: u32,
    pub(crate) step: u32,
}

impl Span {
    /// The span of those of `limit` pixels whose middles lie on a length that begins at a point and shows so many texels.
    #[inline(always)]
    fn new(from: f64, length: f64, limit: usize, texels: u32) -> Span {
        let pixel = |at: f64| (at - 0.5).ceil().clamp(0.0, limit as f64) as i32;
        let (first, end) = (pixel(from), pixel(from + length));
        // Rounding down keeps the last pixel within the texture.
        let exact = f64::from(texels) * 65_536.0 / length;
        let step = exact as u32;
        let texel = ((f64::from(first) + 0.5 - from) * exact) as u32;
        // However short or long it is, no pixel may show a texel that is not there.
        let way = u64::from(step) * (end - first - 1).max(0) as u64;
        let room = (u64::from(texels) << 16) - 1;
        Span { first, end, texel: u64::from(texel).min(room.saturating_sub(way)) as u32, step: step.min(room as u32) }
    }

    /// Its pixels that show texels from one to before another.
    #[inline(always)]
    fn trimmed(self, [from, to]: [u32; 2]) -> Span {
        // The pixels before the first that shows this texel or a later one. No texture has more than 4096 texels in a column or row.
        let before = |texel: u32| {
            let way = (texel << 16).saturating_sub(self.texel);
            let pixels = if self.step == 0 { if way > 0 { u32::MAX } else { 0 } } else { way.div_ceil(self.step) };
            pixels.min((self.end - self.first).max(0) as u32) as i32
        };
        let skipped = before(from);
        let texel = self.texel + self.step * skipped as u32;
        Span { first: self.first + skipped, end: self.first + before(to), texel, ..self }
    }
}

/// How many sprites a thread looks at before it looks for more.
const SHARE: usize = 128;

impl Figure {
    /// True if anything behind it is seen through it, other than through holes.
    pub(crate) fn is_thin(&self) -> bool {
        self.place.is_thin || self.cover < 256
    }
}

impl Figures {
    /// How many there are.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    /// The one of this number, of which 0 is the farthest.
    #[inline(always)]
    pub(crate) fn get(&self, number: usize) -> &Figure {
        let place = place_of(self.order[number]);
        &self.shares[place / SHARE][place % SHARE]
    }

    /// Finds the sprites that may be seen, and sorts them.
    pub(crate) fn muster(&mut self, kernel: Kernel, onlooker: &Onlooker, workers: &WorkerPool) {
        let sprites = &onlooker.scene.sprites;
        let shares = sprites.chunks(SHARE);
        self.shares.resize_with(shares.len(), Vec::new);
        let all = Shares(self.shares.as_mut_ptr());
        workers.share(shares.len(), &|_, number| {
            let all = &all;
            // SAFETY: the vector is borrowed until all shares are done, and nobody else has the same share.
            let share = unsafe { &mut *all.0.add(number) };
            share.clear();
            // However many of them come into view, no later frame asks for memory.
            share.reserve(SHARE);
            let sprites = &sprites[number * SHARE..];
            // SAFETY: the caller chose a kernel that is available.
            unsafe { kernel.muster(onlooker, &sprites[..sprites.len().min(SHARE)], share) };
        });
        self.order.clear();
        self.order.reserve(sprites.len());
        for (number, share) in self.shares.iter().enumerate() {
            // Depths are positive, so that their bits are in their order; the farthest first.
            let nearness = |figure: &Figure| u64::from(!figure.depth.to_bits()) << 32;
            self.order.extend((number * SHARE..).zip(share).map(|(place, figure)| nearness(figure) | place as u64));
        }
        // Of two that are equally far, the later one is in front, so that they never change places.
        self.order.sort_unstable();
        let Figures { shares, order, rows, flocks } = self;
        rows.clear();
        rows.reserve(sprites.len());
        rows.extend(order.iter().map(|&at| {
            let down = shares[place_of(at) / SHARE][place_of(at) % SHARE].down;
            [down.first, down.end]
        }));
        flocks.clear();
        flocks.reserve(sprites.len().div_ceil(FLOCK));
        let union = |[first, end]: [i32; 2], rows: &[i32; 2]| [first.min(rows[0]), end.max(rows[1])];
        flocks.extend(rows.chunks(FLOCK).map(|flock| flock.iter().fold([i32::MAX, i32::MIN], union)));
    }

    /// Those that have a pixel in a run of rows, from near to far, each with its rows there.
    #[inline(always)]
    pub(crate) fn within(&self, run: &Range<i32>) -> impl Iterator<Item = (usize, Range<i32>)> {
        let common = |[first, end]: [i32; 2]| run.start.max(first)..run.end.min(end);
        let flocks = self.flocks.iter().enumerate().rev().filter(move |(_, rows)| !common(**rows).is_empty());
        let all = flocks.flat_map(|(flock, _)| (FLOCK * flock..self.rows.len().min(FLOCK * (flock + 1))).rev());
        all.map(move |number| (number, common(self.rows[number]))).filter(|(_, rows)| !rows.is_empty())
    }
}

/// The place in the shares that what a figure is sorted by ends with.
#[inline(always)]
fn place_of(order: u64) -> usize {
    order as u32 as usize
}

/// The shares of all sprites, for threads that each take some of them.
struct Shares(*mut Vec<Figure>);

// SAFETY: whoever has it takes different shares.
unsafe impl Sync for Shares {}

/// Who looks at the sprites: what decides which of them may be seen, and where.
pub(crate) struct Onlooker<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) view: &'a View,
    /// The least and the greatest depth of each strip's walls.
    pub(crate) depths: &'a [[f32; 2]],
    /// The frame's columns and rows.
    pub(crate) size: (usize, usize),
}

impl Onlooker<'_> {
    /// Adds those of some sprites that may be seen.
    #[inline(always)]
    pub(crate) fn muster(&self, sprites: &[Sprite], figures: &mut Vec<Figure>) {
        for sprite in sprites {
            if let Some(figure) = self.figure(sprite) {
                figures.push(figure);
            }
        }
    }

    #[inline(always)]
    fn figure(&self, sprite: &Sprite) -> Option<Figure> {
        let Onlooker { scene, view, depths, size: (columns, rows) } = *self;
        let (depth, aside) = view.place(f64::from(sprite.x), f64::from(sprite.y));
        // A sprite that is nowhere fails these comparisons too.
        let is_there = depth >= NEAREST && sprite.width > 0.0 && sprite.height > 0.0 && sprite.cover > 0;
        if !is_there {
            return None;
        }
        let (tile, tall) = (view.focal / depth, view.tall / depth);
        let (wide, high) = (f64::from(sprite.width) * tile, f64::from(sprite.height) * tall);
        let left = view.middle + aside * tile - wide / 2.0;
        let feet = view.horizon() + (view.eye - f64::from(sprite.bottom)) * tall;
        if !(left < columns as f64 && left + wide > 0.0 && feet > 0.0 && feet - high < rows as f64) {
            return None;
        }
        if !(wide.is_finite() && high.is_finite() && left.is_finite() && feet.is_finite()) {
            return None;
        }
        let place = scene.textures.place(sprite.texture);
        // Where all is holes, there is nothing to draw.
        let [from, to] = place.columns;
        let seen = if sprite.mirrored { [place.width - to, place.width - from] } else { [from, to] };
        let across = Span::new(left, wide, columns, place.width).trimmed(seen);
        let down = Span::new(feet - high, high, rows, place.height).trimmed(place.rows);
        if across.first >= across.end || down.first >= down.end {
            return None;
        }
        let mut behind = depths[across.first as usize / WIDE..=(across.end as usize - 1) / WIDE].iter();
        if behind.all(|[_, deepest]| *deepest <= depth as f32) {
            return None;
        }
        let (light, fog) = lit(scene, sprite, depth);
        let cover = u32::from(sprite.cover) + u32::from(sprite.cover >> 7);
        Some(Figure { depth: depth as f32, place, across, down, mirrored: sprite.mirrored, light, fog, cover })
    }
}

/// The light on a sprite and the fog before it.
#[inline(always)]
fn lit(scene: &Scene, sprite: &Sprite, depth: f64) -> ([u32; 3], [u32; 3]) {
    if sprite.bright {
        return ([FULL; 3], [0; 3]);
    }
    let (x, y) = (sprite.x.floor(), sprite.y.floor());
    let light = scene.map.cell(x as i32, y as i32).map_or([0.0; 3], |cell| cell.light.at(sprite.x - x, sprite.y - y));
    let fade = air::fade(&scene.air, depth);
    let fog = (f64::from(FULL) * (1.0 - fade)) as u32;
    (light.map(|light| (f64::from(light) * fade) as u32), scene.air.fog.map(|colour| fog * u32::from(colour)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Numbers;

    #[test]
    fn however_short_or_long_a_sprite_is_it_shows_only_its_own_texels() {
        let mut numbers = Numbers(5);
        for _ in 0..20_000 {
            let length = [1e-30, 1e-3, 0.7, 30.0, 1e5, 1e9][numbers.below(6)] * (1.0 + numbers.below(1000) as f64);
            let from = numbers.below(4000) as f64 / 3.0 - [0.0, 600.0, length / 2.0, length][numbers.below(4)];
            let texels = [1, 2, 3, 64, 4096][numbers.below(5)];
            let span = Span::new(from, length, 700, texels);
            let seen = [numbers.below(u64::from(texels)) as u32, numbers.below(u64::from(texels) + 1) as u32];
            let trimmed = span.trimmed(seen);
            let texel = |span: &Span, pixel: i32| (span.texel + span.step * (pixel - span.first) as u32) >> 16;
            for pixel in (span.first..span.end).take(700) {
                let is_seen = (seen[0]..seen[1]).contains(&texel(&span, pixel));
                assert_eq!(is_seen, (trimmed.first..trimmed.end).contains(&pixel), "{span:?} {trimmed:?} {seen:?}");
                assert!(!is_seen || texel(&span, pixel) == texel(&trimmed, pixel), "{span:?} {trimmed:?} {seen:?}");
            }
            if span.first < span.end {
                let last = u64::from(span.texel) + u64::from(span.step) * (span.end - span.first - 1) as u64;
                assert!(last >> 16 < u64::from(texels), "{from} {length} {texels}: {span:?}");
            }
        }
    }
}
