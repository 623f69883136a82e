//! Half blocks: two pixels in each character of a terminal, an upper and a lower one. Only those that have changed are written.

use crate::terminal::colours::Colours;
use crossterm::{
    cursor::MoveTo,
    queue,
    style::{Color, Print, SetBackgroundColor, SetForegroundColor},
};
use raycast::Frame;
use std::io::{self, Write};

/// What a character shows: the colours of its upper and its lower half.
type Halves = (Color, Color);

/// The least rows of a picture, so that what is made for a screen is not drawn too large: a frame is drawn so many times as large
/// as the pixels that are shown, and these are its means.
const MIN_ROWS: usize = 180;

/// The most columns and rows of a picture: a terminal may report any size, and each of its characters is drawn.
const MAX: (usize, usize) = (640, 240);

/// The picture as a terminal shows it.
#[derive(Debug)]
pub(crate) struct HalfBlocks {
    columns: usize,
    rows: usize,
    /// How many columns of the terminal a character takes: 1, or 2 where the terminal has wide signs.
    wide: usize,
    colours: Colours,
    /// What is shown, row by row; none where that is not known.
    shown: Vec<Option<Halves>>,
}

impl HalfBlocks {
    /// A picture of so many columns and rows of a terminal, of which nothing is shown yet; `wide` is the number of columns of a character.
    /// The picture has one character at least, and at most [`MAX`].
    pub(crate) fn new(columns: usize, rows: usize, wide: usize, colours: Colours) -> HalfBlocks {
        let wide = wide.clamp(1, 2);
        let (columns, rows) = ((columns / wide).clamp(1, MAX.0), rows.clamp(1, MAX.1));
        HalfBlocks { columns, rows, wide, colours, shown: vec![None; columns * rows] }
    }

    /// The number of rows of the picture.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// How many pixels of the frame are one that is shown, along each side.
    fn scale(&self) -> usize {
        MIN_ROWS.div_ceil(2 * self.rows)
    }

    /// The width and height that a frame must have.
    pub(crate) fn frame_size(&self) -> (usize, usize) {
        (self.columns * self.scale(), 2 * self.rows * self.scale())
    }

    /// Writes what of a frame of that size is not shown yet.
    ///
    /// # Errors
    /// If it cannot be written.
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

    /// The colour of a pixel that is shown.
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

    /// A frame of two by two colours, as large as it must be.
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
    fn a_character_shows_two_pixels_and_is_written_once() {
        let mut blocks = HalfBlocks::new(2, 1, 1, Colours::True);
        let red_green_blue_grey = [[200, 0, 0], [0, 200, 0], [0, 0, 200], [90; 3]];
        let frame = quarters(&blocks, red_green_blue_grey);
        assert_eq!((frame.width(), frame.height()), (180, 180));
        assert_eq!(
            written(&mut blocks, &frame),
            "\x1b[1;1H\x1b[38;2;200;0;0m\x1b[48;2;0;0;200m▀\x1b[38;2;0;200;0m\x1b[48;2;90;90;90m▀"
        );
        assert_eq!(written(&mut blocks, &frame), "", "it is shown");
        let other = quarters(&blocks, [[200, 0, 0], [0, 200, 0], [0, 0, 200], [91; 3]]);
        assert_eq!(written(&mut blocks, &other), "\x1b[1;2H\x1b[38;2;0;200;0m\x1b[48;2;91;91;91m▀");
    }

    #[test]
    fn frames_are_as_large_as_the_hud_wants_them_at_any_size() {
        for (columns, rows) in [(0, 0), (1, 1), (80, 23), (300, 100), (17, 400)] {
            let (width, height) = HalfBlocks::new(columns, rows, 1, Colours::Few).frame_size();
            assert!(height >= MIN_ROWS && width >= columns.max(1), "{columns}x{rows}: {width}x{height}");
        }
        let (width, height) = HalfBlocks::new(65535, 65535, 1, Colours::Few).frame_size();
        assert!(width * height <= MAX.0 * MAX.1 * 2, "{width}x{height}");
    }

    #[test]
    fn a_character_that_takes_two_columns_is_placed_so() {
        let mut blocks = HalfBlocks::new(5, 1, 2, Colours::GameServer);
        let frame = quarters(&blocks, [[0; 3], [255; 3], [0; 3], [255; 3]]);
        assert_eq!(frame.width(), 2 * 90);
        written(&mut blocks, &frame);
        let other = quarters(&blocks, [[0; 3], [255; 3], [0; 3], [0; 3]]);
        let text = written(&mut blocks, &other);
        assert!(text.starts_with("\x1b[1;3H") && text.matches('▀').count() == 1, "{text:?}");
    }
}
