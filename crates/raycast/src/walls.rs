//! Walls: neighbouring columns together, row by row, straight into the frame.
#![allow(unsafe_code, reason = "loops over lanes, whose instructions the caller vouches for")]

use crate::lanes::Lanes;
use crate::picture::Picture;
use crate::shade::{Pairs, shade, shade_or_shine};
use crate::slice::Slices;
use crate::strip::{Strip, WIDE};
use std::ops::Range;

/// Sixteen, eight or four columns of slices, in registers.
#[derive(Clone, Copy)]
pub(crate) struct Loaded<L> {
    pub(crate) top: L,
    pub(crate) bottom: L,
    start: L,
    step: L,
    texel: L,
    shift: L,
    pub(crate) light: Pairs<L>,
    pub(crate) fog: Pairs<L>,
}

impl<L: Lanes> Loaded<L> {
    /// The slices from this lane on.
    #[inline(always)]
    pub(crate) unsafe fn new(slices: &Slices, lane: usize) -> Self {
        // SAFETY: the caller vouches for the instructions; all arrays are as long.
        unsafe {
            let load = |numbers: &[u32; WIDE]| L::load(numbers[lane..].as_ptr());
            Loaded {
                top: L::load(slices.top[lane..].as_ptr().cast()),
                bottom: L::load(slices.bottom[lane..].as_ptr().cast()),
                start: load(&slices.start),
                step: load(&slices.step),
                texel: load(&slices.texel),
                shift: load(&slices.shift),
                light: Pairs { red_blue: load(&slices.red_blue), green: load(&slices.green) },
                fog: Pairs { red_blue: load(&slices.fog_red_blue), green: load(&slices.fog_green) },
            }
        }
    }

    /// The places down the things at a row.
    #[inline(always)]
    pub(crate) unsafe fn places(&self, y: i32) -> L {
        // SAFETY: the caller vouches for the instructions.
        unsafe { self.start.add(self.step.mul(L::all(y as u32))) }
    }

    /// The places one row further down.
    #[inline(always)]
    pub(crate) unsafe fn next(&self, places: L) -> L {
        // SAFETY: as above.
        unsafe { places.add(self.step) }
    }

    /// The texels at these places; wherever they are, each lies in its column of a texture.
    #[inline(always)]
    pub(crate) unsafe fn texels(&self, texels: &[u32], places: L) -> L {
        // SAFETY: as above; what is left of 32 bits after the shift is less than the texture is high.
        unsafe { L::gather(texels.as_ptr(), self.texel.add(places.shift_right_each(self.shift))) }
    }

    /// The columns that have a pixel in this row.
    #[inline(always)]
    pub(crate) unsafe fn in_row(&self, y: i32) -> u32 {
        // SAFETY: the caller vouches for the instructions.
        unsafe {
            let y = L::all(y as u32);
            !self.top.greater(y) & self.bottom.greater(y)
        }
    }
}

/// Draws the walls of a run of rows.
#[inline(always)]
pub(crate) unsafe fn draw<L: Lanes>(picture: &Picture, rows: &Range<i32>) {
    for (number, strip) in picture.strips.iter().enumerate() {
        let rows = rows.start.max(strip.tops[0])..rows.end.min(strip.bottoms[1]);
        if rows.is_empty() {
            continue;
        }
        for lane in (0..WIDE).step_by(L::COUNT) {
            // SAFETY: the caller vouches for the instructions, and that the rows are on the frame and its own.
            unsafe {
                if strip.shines {
                    columns::<L, true>(picture, strip, number * WIDE, lane, &rows);
                } else {
                    columns::<L, false>(picture, strip, number * WIDE, lane, &rows);
                }
            }
        }
    }
}

/// Draws the walls of the columns of one register.
#[inline(always)]
unsafe fn columns<L: Lanes, const SHINES: bool>(
    picture: &Picture,
    strip: &Strip,
    x: usize,
    lane: usize,
    rows: &Range<i32>,
) {
    let texels = picture.scene.textures.texels();
    let lanes = picture.lanes::<L>(x + lane);
    // SAFETY: the caller vouches for the instructions and the rows, `lanes` for the columns.
    unsafe {
        let wall = Loaded::<L>::new(&strip.wall, lane);
        let mut places = wall.places(rows.start);
        for y in rows.clone() {
            let texel = wall.texels(texels, places);
            places = wall.next(places);
            let rounding = picture.rounding::<L>(y);
            let more = wall.fog.add(rounding);
            let pixel =
                if SHINES { shade_or_shine(texel, wall.light, more, rounding) } else { shade(texel, wall.light, more) };
            let to = picture.pixel(x + lane, y);
            if y >= strip.tops[1] && y < strip.bottoms[0] && lanes == L::ALL {
                pixel.store(to);
            } else {
                pixel.store_some(to, lanes & wall.in_row(y));
            }
        }
    }
}
