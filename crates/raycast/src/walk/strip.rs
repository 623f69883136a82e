//! Strips: the result of the walk for sixteen neighbouring columns, laid out for vector registers.

use crate::{lanes::lanes::STRIP_WIDTH, walk::slice::Slices};
use std::ops::Range;

/// The maximum number of transparent surfaces that a column shows in front of its wall; farther ones are left out.
pub(crate) const PANES: usize = 8;

/// Sixteen neighbouring columns of the frame.
#[derive(Clone, Debug)]
pub(crate) struct Strip {
    /// The wall, or other opaque surface, that each column shows.
    pub(crate) wall: Slices,
    /// The map cell (column, row) of each wall.
    pub(crate) cell: [(i16, i16); STRIP_WIDTH],
    /// True if, for every wall, each row of the frame is less than a texel further down than the one above.
    pub(crate) is_close: bool,
    /// True if the texture of some wall has full-bright texels.
    pub(crate) shines: bool,
    /// The columns, one bit each, that show the sky instead of a wall.
    pub(crate) sky: u16,
    /// The minimum and maximum of the walls' tops, bottoms and depths.
    pub(crate) tops: [i32; 2],
    pub(crate) bottoms: [i32; 2],
    pub(crate) depths: [f32; 2],
    /// The number of transparent surfaces that each column shows.
    pub(crate) panes: [u8; STRIP_WIDTH],
    /// The maximum of these numbers.
    pub(crate) most_panes: u8,
    /// The first row, and the one after the last, of each layer of transparent surfaces.
    pub(crate) pane_rows: [[i32; 2]; PANES],
    /// True if some of their textures have full-bright texels.
    pub(crate) panes_shine: bool,
}

impl Default for Strip {
    fn default() -> Self {
        Strip {
            wall: Slices::NONE,
            cell: [(0, 0); STRIP_WIDTH],
            is_close: false,
            shines: false,
            sky: 0,
            tops: [0; 2],
            bottoms: [0; 2],
            depths: [0.0; 2],
            panes: [0; STRIP_WIDTH],
            most_panes: 0,
            pane_rows: [[0; 2]; PANES],
            panes_shine: false,
        }
    }
}

impl Strip {
    /// Clears what the last frame left.
    pub(crate) fn clear(&mut self) {
        self.panes = [0; STRIP_WIDTH];
        (self.shines, self.panes_shine, self.sky) = (false, false, 0);
    }

    /// Computes the summary of the first `columns` columns and of their transparent surfaces (near to far), once all
    /// are known. The remaining columns are filled from the last of these.
    pub(crate) fn sum_up(&mut self, columns: usize, panes: &mut [Slices; PANES]) {
        let wall = &mut self.wall;
        for lane in columns..STRIP_WIDTH {
            (wall.top[lane], wall.bottom[lane]) = (wall.top[columns - 1], wall.bottom[columns - 1]);
            wall.depth[lane] = wall.depth[columns - 1];
            wall.texel[lane] = 0;
            (wall.step[lane], wall.shift[lane]) = (0, 31);
        }
        let ends = |numbers: &[i32; STRIP_WIDTH]| {
            numbers.iter().fold([i32::MAX, i32::MIN], |[max_nan_safe, min_nan_safe], &number| {
                [max_nan_safe.min(number), min_nan_safe.max(number)]
            })
        };
        (self.tops, self.bottoms) = (ends(&wall.top), ends(&wall.bottom));
        self.is_close = wall.step.iter().zip(&wall.shift).all(|(step, shift)| step >> shift == 0);
        self.depths =
            [wall.depth.iter().copied().fold(f32::MAX, f32::min), wall.depth.iter().copied().fold(0.0, f32::max)];
        self.most_panes = self.panes.iter().copied().max().unwrap_or(0);
        for (layer, slices) in panes.iter_mut().enumerate().take(usize::from(self.most_panes)) {
            let [mut top, mut bottom] = [i32::MAX, i32::MIN];
            for lane in 0..STRIP_WIDTH {
                if usize::from(self.panes[lane]) > layer {
                    (top, bottom) = (top.min(slices.top[lane]), bottom.max(slices.bottom[lane]));
                } else {
                    slices.clear(lane);
                }
            }
            self.pane_rows[layer] = [top, bottom];
        }
    }
}

/// Returns the range of rows that show a wall.
pub(crate) fn rows(strips: &[Strip]) -> Range<i32> {
    let first = strips.iter().map(|strip| strip.tops[0]).min();
    let end = strips.iter().map(|strip| strip.bottoms[1]).max();
    first.unwrap_or(0)..end.unwrap_or(0)
}
