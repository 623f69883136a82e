//! Half blocks: two pixels in each character cell of a terminal, an upper and a lower one. Only changed cells are
//! written.

use crate::{
    terminal::colours::Colours,
    words::clean::{cut, length},
};
use crossterm::{
    cursor::MoveTo,
    queue,
    style::{Color, Print, ResetColor, SetBackgroundColor, SetForegroundColor},
};
use raycast::Frame;
use std::io::{self, Write};

/// The contents of a character cell: the colours of its upper and its lower half.
type Halves = (Color, Color);

/// The minimum height of the frame in pixels, so that the HUD, which is designed for a screen, does not become too
/// large. The frame is rendered at a multiple of the shown resolution, and each shown pixel is the mean of several.
const MIN_ROWS: usize = 180;

/// The maximum columns and rows, because a terminal may report any size, and each cell is drawn.
const MAX: (usize, usize) = (640, 240);

/// The image as the terminal shows it.
#[derive(Debug)]
pub(crate) struct HalfBlocks {
    columns: usize,
    rows: usize,
    /// The terminal columns per cell: 1, or 2 if the terminal draws block characters wide.
    wide: usize,
    colours: Colours,
    /// The shown cells, row by row; `None` where the contents are unknown.
    shown: Vec<Option<Halves>>,
}

impl HalfBlocks {
    /// Creates an image for this number of terminal columns and rows, with unknown contents. `wide` is the number of
    /// columns per cell. The image has at least one cell and at most [`MAX`].
    pub(crate) fn new(columns: usize, rows: usize, wide: usize, colours: Colours) -> HalfBlocks {
        let wide = wide.clamp(1, 2);
        let (columns, rows) = ((columns / wide).clamp(1, MAX.0), rows.clamp(1, MAX.1));
        HalfBlocks { columns, rows, wide, colours, shown: vec![None; columns * rows] }
    }

    /// Returns the number of terminal rows.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of frame pixels per shown pixel, along each side.
    fn scale(&self) -> usize {
        MIN_ROWS.div_ceil(2 * self.rows)
    }

    /// Returns the required width and height of a frame.
    pub(crate) fn frame_size(&self) -> (usize, usize) {
        (self.columns * self.scale(), 2 * self.rows * self.scale())
    }

    /// Writes the changed cells of a frame of the required size.
    ///
    /// # Errors
    /// If writing fails.
    pub(crate) fn write(&mut self, frame: &Frame, out: &mut impl Write) -> io::Result<()> {
        let (mut pen, mut at) = ((Color::Reset, Color::Reset), None);
        for row in 0..self.rows {
            for column in 0..self.columns {
                let halves = (self.mean(frame, column, 2 * row), self.mean(frame, column, 2 * row + 1));
                let shown = &mut self.shown[row * self.columns + column];
                if *shown == Some(halves) {
                    continue;
                }
                *shown = Some(halves);
                if at != Some((column, row)) {
                    queue!(out, MoveTo((column * self.wide) as u16, row as u16))?;
                }
                if pen.0 != halves.0 {
                    queue!(out, SetForegroundColor(halves.0))?;
                }
                if pen.1 != halves.1 {
                    queue!(out, SetBackgroundColor(halves.1))?;
                }
                queue!(out, Print('▀'))?;
                (pen, at) = (halves, Some((column + 1, row)));
            }
        }
        Ok(())
    }

    /// Writes lines over the upper part of the frame, each cut to the width. The next frame covers them again.
    ///
    /// # Errors
    /// If writing fails.
    pub(crate) fn write_over(&mut self, lines: &[String], out: &mut impl Write) -> io::Result<()> {
        for (row, line) in lines.iter().take(self.rows).enumerate() {
            let line = cut(line, self.columns * self.wide);
            let covered = length(&line).div_ceil(self.wide).min(self.columns);
            self.shown[row * self.columns..][..covered].fill(None);
            queue!(out, MoveTo(0, row as u16), ResetColor, Print(line))?;
        }
        Ok(())
    }

    /// Returns the colour of a shown pixel.
    fn mean(&self, frame: &Frame, x: usize, y: usize) -> Color {
        let scale = self.scale();
        let mut sums = [0u32; 3];
        for row in y * scale..(y + 1) * scale {
            for column in x * scale..(x + 1) * scale {
                let [r, g, b, _] = frame.pixel(column, row).unwrap_or_default().to_le_bytes();
                [r, g, b].iter().zip(&mut sums).for_each(|(part, sum)| *sum += u32::from(*part));
            }
        }
        self.colours.nearest(sums.map(|sum| (sum / (scale * scale) as u32) as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a frame of the required size with two by two colours.
    fn quarters(blocks: &HalfBlocks, colours: [[u8; 3]; 4]) -> Frame {
        let (width, height) = blocks.frame_size();
        let mut frame = Frame::new(width, height);
        for (number, pixel) in frame.pixels_mut().iter_mut().enumerate() {
            let (x, y) = (number % width, number / width);
            let [r, g, b] = colours[usize::from(x >= width / 2) + 2 * usize::from(y >= height / 2)];
            *pixel = u32::from_le_bytes([r, g, b, 255]);
        }
        frame
    }

    fn written(blocks: &mut HalfBlocks, frame: &Frame) -> String {
        let mut out = Vec::new();
        blocks.write(frame, &mut out).expect("memory can be written to");
        String::from_utf8(out).expect("it is text")
    }

    #[test]
    fn cell_shows_two_pixels_and_is_written_once() {
        let mut blocks = HalfBlocks::new(2, 1, 1, Colours::True);
        let red_green_blue_grey = [[200, 0, 0], [0, 200, 0], [0, 0, 200], [90; 3]];
        let frame = quarters(&blocks, red_green_blue_grey);
        assert_eq!((frame.width(), frame.height()), (180, 180));
        assert_eq!(
            written(&mut blocks, &frame),
            "\x1b[1;1H\x1b[38;2;200;0;0m\x1b[48;2;0;0;200m▀\x1b[38;2;0;200;0m\x1b[48;2;90;90;90m▀"
        );
        assert_eq!(written(&mut blocks, &frame), "", "nothing has changed");
        let other = quarters(&blocks, [[200, 0, 0], [0, 200, 0], [0, 0, 200], [91; 3]]);
        assert_eq!(written(&mut blocks, &other), "\x1b[1;2H\x1b[38;2;0;200;0m\x1b[48;2;91;91;91m▀");
    }

    #[test]
    fn lines_over_the_frame_are_cut_and_covered_by_the_next_frame() {
        let mut blocks = HalfBlocks::new(4, 2, 1, Colours::True);
        let frame = quarters(&blocks, [[0; 3]; 4]);
        written(&mut blocks, &frame);
        let mut out = Vec::new();
        blocks.write_over(&["shambler".to_owned(), "17".to_owned(), "hidden".to_owned()], &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("sha…") && text.contains("17") && !text.contains("hidden"), "{text:?}");
        assert_eq!(written(&mut blocks, &frame).matches('▀').count(), 4 + 2);
    }

    #[test]
    fn frames_are_large_enough_for_the_hud() {
        for (columns, rows) in [(0, 0), (1, 1), (80, 23), (300, 100), (17, 400)] {
            let (width, height) = HalfBlocks::new(columns, rows, 1, Colours::Few).frame_size();
            assert!(height >= MIN_ROWS && width >= columns.max(1), "{columns}x{rows}: {width}x{height}");
        }
        let (width, height) = HalfBlocks::new(65535, 65535, 1, Colours::Few).frame_size();
        assert!(width * height <= MAX.0 * MAX.1 * 2, "{width}x{height}");
    }

    #[test]
    fn cells_of_two_columns_are_placed_correctly() {
        let mut blocks = HalfBlocks::new(5, 1, 2, Colours::Many);
        let frame = quarters(&blocks, [[0; 3], [255; 3], [0; 3], [255; 3]]);
        assert_eq!(frame.width(), 2 * 90);
        written(&mut blocks, &frame);
        let other = quarters(&blocks, [[0; 3], [255; 3], [0; 3], [0; 3]]);
        let text = written(&mut blocks, &other);
        assert!(text.starts_with("\x1b[1;3H") && text.matches('▀').count() == 1, "{text:?}");
    }
}
