//! The picture while it is drawn: what all bands share, and the rows that belong to each band.
//!
//! A band is a run of rows below the horizon and the run above that mirrors it. Bands share nothing, so threads draw
//! them side by side, and the memory that a band fills stays in the processor's nearer caches until it is finished.
#![allow(unsafe_code, reason = "bands write into one frame side by side")]

use crate::{
    draw::sky_columns::Sky,
    draw::visible_sprites::VisibleSprites,
    lanes::lanes::{Lanes, STRIP_WIDTH, Token},
    lanes::shade::{OPAQUE, Pairs},
    scene::fog::{self, Fog},
    scene::scene::Scene,
    walk::slice::Slices,
    walk::strip::{PANES, Strip},
    walk::view::View,
};
use std::ops::Range;

/// How many rows of floor a band has, and as many of ceiling: whole squares of walls and sprites, and not more memory than the
/// nearer caches hold.
const BAND: i32 = 32;
/// The most rows that lie one below the other in a band: the first has floor and ceiling, and between them the row in the middle of
/// which the horizon may lie.
pub(crate) const ROWS: usize = 2 * BAND as usize + 1;

/// What all bands share. Strips, panes, figures and sky are of this scene, and show its textures alone.
pub(crate) struct Picture<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) view: &'a View,
    pub(crate) strips: &'a [Strip],
    /// The least and the greatest depth of each strip's walls, side by side: every sprite asks for some.
    pub(crate) depths: &'a [[f32; 2]],
    pub(crate) panes: &'a [[Slices; PANES]],
    /// From the first row that shows a wall to the last.
    pub(crate) walls: Range<i32>,
    /// The sprites that may be seen, the farthest first.
    pub(crate) figures: &'a VisibleSprites,
    pub(crate) sky: Sky<'a>,
    pub(crate) rounding: Rounding,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The frame: `width * height` pixels.
    pub(crate) pixels: *mut u32,
}

// SAFETY: whoever shares it draws different bands, and no pixel belongs to two of them.
unsafe impl Sync for Picture<'_> {}

/// The rows of a band.
pub(crate) struct Band {
    pub(crate) ceilings: Range<i32>,
    pub(crate) floors: Range<i32>,
}

impl Band {
    /// Its rows, in one run where ceiling and floor meet: what stands at the horizon is then drawn at one go.
    pub(crate) fn runs(&self) -> [Range<i32>; 2] {
        let Band { ceilings, floors } = self;
        if ceilings.end == floors.start {
            [ceilings.start..floors.end, 0..0]
        } else {
            [ceilings.clone(), floors.clone()]
        }
    }
}

impl Picture<'_> {
    /// The first row that lies wholly below the horizon; it may lie outside the frame.
    fn first_floor(&self) -> i32 {
        (self.view.horizon + 1).div_euclid(2)
    }

    /// How many bands there are.
    pub(crate) fn bands(&self) -> usize {
        let first = self.first_floor();
        let rows = i32::max(self.height as i32 - first, self.view.horizon - first).max(1);
        rows.div_euclid(BAND) as usize + 1
    }

    /// The rows of the band of this number, all of which lie on the frame.
    pub(crate) fn band(&self, number: usize) -> Band {
        let (horizon, from) = (self.view.horizon, self.first_floor() + number as i32 * BAND);
        let end = from + BAND;
        // The row in the middle of which the horizon lies has neither floor nor ceiling; the first band takes it.
        let middle = i32::from(number == 0 && horizon % 2 != 0);
        let on_frame = |row: i32| row.clamp(0, self.height as i32);
        Band {
            ceilings: on_frame(horizon - end)..on_frame(horizon - from),
            floors: on_frame(from - middle)..on_frame(end),
        }
    }

    /// The place of a pixel. It may be read and written if the pixel is on the frame, in a row that the thread draws.
    #[inline(always)]
    pub(crate) fn pixel(&self, x: usize, y: i32) -> *mut u32 {
        self.pixels.wrapping_add(y as usize * self.width + x)
    }

    /// Writes those pixels of a register that are of a set; `to` is the place of the first, in column `x`.
    ///
    /// # Safety
    /// The pixels of the set must be on the frame, in a row that nobody else draws meanwhile.
    #[inline(always)]
    pub(crate) unsafe fn put<L: Lanes>(&self, to: *mut u32, x: usize, pixels: L, lanes: u32) {
        // SAFETY: the caller promises the set. If the register ends on the frame, all of its pixels are on it, in the same row.
        unsafe { if x + L::COUNT <= self.width { pixels.merge(to, lanes) } else { pixels.store_some(to, lanes) } }
    }

    /// The lanes from column `x` on that lie on the frame.
    #[inline(always)]
    pub(crate) fn lanes<L: Lanes>(&self, x: usize) -> u32 {
        let left = self.width.saturating_sub(x);
        if left >= L::COUNT { L::ALL } else { (1 << left) - 1 }
    }

    /// What rounds the colours of a row.
    #[inline(always)]
    pub(crate) fn rounding<L: Lanes>(&self, token: Token<L>, y: i32) -> Pairs<L> {
        let [red_blue, green] = &self.rounding[y as usize % 4];
        Pairs { red_blue: token.of(red_blue, 0), green: token.of(green, 0) }
    }
}

/// What a strip's colours are rounded by in each of four rows: red and blue, green and alpha.
pub(crate) type Rounding = [[[u32; STRIP_WIDTH]; 2]; 4];

/// The roundings in this air.
pub(crate) fn rounding(fog: &Fog) -> Rounding {
    std::array::from_fn(|row| {
        let threshold = |lane: usize| u32::from(fog::thresholds(fog, row)[lane % 4]);
        // Alpha is multiplied by nothing and gets all that it is from here.
        [
            std::array::from_fn(|lane| threshold(lane) * 0x0001_0001),
            std::array::from_fn(|lane| threshold(lane) | OPAQUE),
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        draw::sky_columns::Bearings,
        scene::textures::TextureSlot,
        testing::{look, room},
    };

    #[test]
    fn bands_take_every_row_of_the_frame_once() {
        let mut scene = room("###\n# #\n###");
        look(&mut scene, 1.5, 1.5, 0.0);
        let (figures, bearings) = (VisibleSprites::default(), Bearings::default());
        for (height, pitch) in [1, 2, 31, 64, 65, 200]
            .into_iter()
            .flat_map(|height| [-9.0, -0.4, -0.01, 0.0, 0.013, 0.3, 9.0].map(|pitch| (height, pitch)))
        {
            scene.camera.pitch = pitch;
            let picture = Picture {
                scene: &scene,
                view: &View::new(&scene, 40, height).unwrap(),
                strips: &[],
                depths: &[],
                panes: &[],
                walls: 0..0,
                figures: &figures,
                sky: Sky::new(&bearings, TextureSlot::VOID, 0.0),
                rounding: rounding(&scene.fog),
                width: 40,
                height,
                pixels: std::ptr::null_mut(),
            };
            let mut taken = vec![0; height];
            for band in (0..picture.bands()).map(|number| picture.band(number)) {
                band.ceilings.chain(band.floors).for_each(|row| taken[row as usize] += 1);
            }
            assert!(taken.iter().all(|&times| times == 1), "{height} rows, pitch {pitch}: {taken:?}");
        }
    }
}
