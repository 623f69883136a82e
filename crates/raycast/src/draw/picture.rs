//! The frame while it is drawn: the data that all bands share, and the rows that belong to each band.
//!
//! A band is a run of rows below the horizon and the run above that mirrors it. Bands share nothing, so threads draw
//! them in parallel, and the memory that a band fills stays in the processor's near caches until the band is finished.
#![allow(unsafe_code, reason = "bands write into the same frame in parallel")]

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

/// The number of floor rows per band, and of ceiling rows: a whole number of register squares for walls and sprites,
/// and no more memory than the near caches hold.
const BAND: i32 = 32;
/// The maximum number of consecutive rows in a band: the first band has floor and ceiling, and between them the row
/// whose middle may be the horizon.
pub(crate) const ROWS: usize = 2 * BAND as usize + 1;

/// The data that all bands share. Strips, panes, sprites and sky belong to this scene and show only its textures.
pub(crate) struct Picture<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) view: &'a View,
    pub(crate) strips: &'a [Strip],
    /// The minimum and maximum depth of each strip's walls, stored together because every sprite reads some.
    pub(crate) depths: &'a [[f32; 2]],
    pub(crate) panes: &'a [[Slices; PANES]],
    /// The range of rows that show walls.
    pub(crate) walls: Range<i32>,
    /// The visible sprites, the farthest first.
    pub(crate) figures: &'a VisibleSprites,
    pub(crate) sky: Sky<'a>,
    pub(crate) rounding: Rounding,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The frame: `width * height` pixels.
    pub(crate) pixels: *mut u32,
}

// SAFETY: threads that share it draw different bands, and no pixel belongs to two bands.
unsafe impl Sync for Picture<'_> {}

/// The rows of a band.
pub(crate) struct Band {
    pub(crate) ceilings: Range<i32>,
    pub(crate) floors: Range<i32>,
}

impl Band {
    /// Returns its rows, as a single run where ceiling and floor meet, so that surfaces across the horizon are drawn in
    /// one go.
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
    /// Returns the first row that is completely below the horizon; it may be outside the frame.
    fn first_floor(&self) -> i32 {
        (self.view.horizon + 1).div_euclid(2)
    }

    /// Returns the number of bands.
    pub(crate) fn bands(&self) -> usize {
        let first = self.first_floor();
        let rows = i32::max(self.height as i32 - first, self.view.horizon - first).max(1);
        rows.div_euclid(BAND) as usize + 1
    }

    /// Returns the rows of the band with this index, all of which are on the frame.
    pub(crate) fn band(&self, number: usize) -> Band {
        let (horizon, from) = (self.view.horizon, self.first_floor() + number as i32 * BAND);
        let end = from + BAND;
        // The row whose middle is the horizon has neither floor nor ceiling; the first band gets it.
        let middle = i32::from(number == 0 && horizon % 2 != 0);
        let on_frame = |row: i32| row.clamp(0, self.height as i32);
        Band {
            ceilings: on_frame(horizon - end)..on_frame(horizon - from),
            floors: on_frame(from - middle)..on_frame(end),
        }
    }

    /// Returns the address of a pixel. It may be read and written if the pixel is on the frame, in a row that the
    /// thread draws.
    #[inline(always)]
    pub(crate) fn pixel(&self, x: usize, y: i32) -> *mut u32 {
        self.pixels.wrapping_add(y as usize * self.width + x)
    }

    /// Writes the pixels of a register that are in a set; `to` is the address of the first, in column `x`.
    ///
    /// # Safety
    /// The pixels of the set must be on the frame, in a row that no other thread draws at the same time.
    #[inline(always)]
    pub(crate) unsafe fn put<L: Lanes>(&self, to: *mut u32, x: usize, pixels: L, lanes: u32) {
        // SAFETY: the caller guarantees the set. If the register ends on the frame, all of its pixels are on it, in the
        // same row.
        unsafe { if x + L::COUNT <= self.width { pixels.merge(to, lanes) } else { pixels.store_some(to, lanes) } }
    }

    /// Returns the lanes, starting at column `x`, that are on the frame.
    #[inline(always)]
    pub(crate) fn lanes<L: Lanes>(&self, x: usize) -> u32 {
        let left = self.width.saturating_sub(x);
        if left >= L::COUNT { L::ALL } else { (1 << left) - 1 }
    }

    /// Returns the rounding of the colours of a row.
    #[inline(always)]
    pub(crate) fn rounding<L: Lanes>(&self, token: Token<L>, y: i32) -> Pairs<L> {
        let [red_blue, green] = &self.rounding[y as usize % 4];
        Pairs { red_blue: token.of(red_blue, 0), green: token.of(green, 0) }
    }
}

/// The dither thresholds that a strip's colours are rounded with, for each of four rows: red and blue, green and alpha.
pub(crate) type Rounding = [[[u32; STRIP_WIDTH]; 2]; 4];

/// Returns the rounding for this fog.
pub(crate) fn rounding(fog: &Fog) -> Rounding {
    std::array::from_fn(|row| {
        let threshold = |lane: usize| u32::from(fog::thresholds(fog, row)[lane % 4]);
        // The product of alpha is 0, so alpha gets its whole value here.
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
    fn bands_cover_every_row_of_the_frame_once() {
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
