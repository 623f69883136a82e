//! Slices: the rows of a column that an upright surface covers, and what they show.

use crate::lanes::lanes::{Lanes, STRIP_WIDTH, Token};
use bytemuck::{Pod, Zeroable};

/// The slices of one strip: for each of its sixteen columns, the rows that one upright surface covers and what they
/// show.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(crate) struct Slices {
    /// The distance of the surface in front of the eye, in tiles.
    pub(crate) depth: [f32; STRIP_WIDTH],
    /// Its first row, which may be above the frame.
    pub(crate) top: [i32; STRIP_WIDTH],
    /// The row after its last one, which may be below the frame.
    pub(crate) bottom: [i32; STRIP_WIDTH],
    /// The position of row 0 of the frame down the surface, in units of 2^-32 of its height, wrapping around.
    pub(crate) start: [u32; STRIP_WIDTH],
    /// The step in position from one row to the next, in the same units.
    pub(crate) step: [u32; STRIP_WIDTH],
    /// The index, among all texels, of the top texel of the texture's column.
    pub(crate) texel: [u32; STRIP_WIDTH],
    /// The right shift that turns a position down the surface into a texel's row.
    pub(crate) shift: [u32; STRIP_WIDTH],
    /// The light on it: red, with blue in the upper half; and green.
    pub(crate) red_blue: [u32; STRIP_WIDTH],
    pub(crate) green: [u32; STRIP_WIDTH],
    /// The fog in front of it, in 256ths of a colour step, packed in the same way.
    pub(crate) fog_red_blue: [u32; STRIP_WIDTH],
    pub(crate) fog_green: [u32; STRIP_WIDTH],
}

impl Slices {
    pub(crate) const NONE: Slices = Slices {
        depth: [0.0; STRIP_WIDTH],
        top: [0; STRIP_WIDTH],
        bottom: [0; STRIP_WIDTH],
        start: [0; STRIP_WIDTH],
        step: [0; STRIP_WIDTH],
        texel: [0; STRIP_WIDTH],
        shift: [31; STRIP_WIDTH],
        red_blue: [0; STRIP_WIDTH],
        green: [0; STRIP_WIDTH],
        fog_red_blue: [0; STRIP_WIDTH],
        fog_green: [0; STRIP_WIDTH],
    };

    /// Makes a column show nothing. Values of an earlier frame would point to texels that no longer exist.
    #[inline]
    pub(crate) fn clear(&mut self, lane: usize) {
        (self.top[lane], self.bottom[lane], self.depth[lane]) = (0, 0, 0.0);
        (self.start[lane], self.step[lane], self.texel[lane], self.shift[lane]) = (0, 0, 0, 31);
    }

    /// Copies the columns of a set from other slices.
    #[inline(always)]
    pub(crate) fn take<L: Lanes>(&mut self, token: Token<L>, others: &Slices, lanes: u32) {
        let (to, from): (&mut [[u32; STRIP_WIDTH]; 11], &[[u32; STRIP_WIDTH]; 11]) =
            (bytemuck::cast_mut(self), bytemuck::cast_ref(others));
        for (to, from) in to.iter_mut().zip(from) {
            for lane in (0..STRIP_WIDTH).step_by(L::COUNT) {
                token.of(from, lane).merge_into(to, lane, lanes >> lane & L::ALL);
            }
        }
    }
}
