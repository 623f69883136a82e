//! Images for sprite sheets.

use crate::tools::canvas::Canvas;
use serde::Deserialize;

/// Type of a sheet's frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(crate) enum Holds {
    Sprites,
    Textures,
}

/// An image for a sheet: red, green, blue and alpha of each pixel, row by row.
pub(crate) struct Framed {
    /// Name of the sheet.
    pub(crate) sheet: &'static str,
    pub(crate) holds: Holds,
    pub(crate) name: String,
    pub(crate) width: usize,
    pub(crate) pixels: Vec<[u8; 4]>,
}

impl Framed {
    /// Creates the image of a canvas for a sheet.
    pub(crate) fn of(holds: Holds, sheet: &'static str, name: String, canvas: &Canvas) -> Self {
        let pixels = canvas.pixels().as_chunks().0.to_vec();
        Self { sheet, holds, name, width: canvas.width() as usize, pixels }
    }

    /// Returns its rows.
    pub(crate) fn rows(&self) -> impl DoubleEndedIterator<Item = &[[u8; 4]]> + ExactSizeIterator {
        self.pixels.chunks_exact(self.width)
    }

    /// Returns the bounding box of all painted pixels as position and size, at least one pixel.
    pub(crate) fn painted(&self) -> ((usize, usize), (usize, usize)) {
        let is_clear = |row: &[[u8; 4]]| row.iter().all(|pixel| *pixel == [0; 4]);
        let rows = self.rows().len();
        let top = self.rows().position(|row| !is_clear(row)).unwrap_or(rows - 1);
        let below = self.rows().rev().take(rows - 1 - top).take_while(|row| is_clear(row)).count();
        let column_is_clear = |x: usize| self.rows().all(|row| row[x] == [0; 4]);
        let left = (0..self.width).find(|&x| !column_is_clear(x)).unwrap_or(self.width - 1);
        let right = (left + 1..self.width).rev().take_while(|&x| column_is_clear(x)).count();
        ((left, top), (self.width - left - right, rows - top - below))
    }

    /// Returns the pixels of such a box.
    pub(crate) fn cut(&self, (left, top): (usize, usize), (width, height): (usize, usize)) -> Vec<[u8; 4]> {
        self.rows().skip(top).take(height).flat_map(|row| &row[left..left + width]).copied().collect()
    }
}
