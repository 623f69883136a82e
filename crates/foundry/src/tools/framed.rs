//! Pictures that go onto sprite sheets.

use crate::tools::canvas::Canvas;
use serde::Deserialize;

/// What the frames of a sheet are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(crate) enum Holds {
    Sprites,
    Textures,
}

/// A picture that goes onto a sheet: red, green, blue and alpha of each pixel, row by row.
pub(crate) struct Framed {
    /// The name of the sheet.
    pub(crate) sheet: &'static str,
    pub(crate) holds: Holds,
    pub(crate) name: String,
    pub(crate) width: usize,
    pub(crate) pixels: Vec<[u8; 4]>,
}

impl Framed {
    /// A canvas that goes onto a sheet.
    pub(crate) fn of(holds: Holds, sheet: &'static str, name: String, canvas: &Canvas) -> Self {
        let pixels = canvas.pixels().as_chunks().0.to_vec();
        Self { sheet, holds, name, width: canvas.width() as usize, pixels }
    }

    /// Its rows.
    pub(crate) fn rows(&self) -> impl DoubleEndedIterator<Item = &[[u8; 4]]> + ExactSizeIterator {
        self.pixels.chunks_exact(self.width)
    }

    /// The box of all that is painted: its place and its size. One pixel at least.
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

    /// The pixels of such a box.
    pub(crate) fn cut(&self, (left, top): (usize, usize), (width, height): (usize, usize)) -> Vec<[u8; 4]> {
        self.rows().skip(top).take(height).flat_map(|row| &row[left..left + width]).copied().collect()
    }
}
