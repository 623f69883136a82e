//! Pages with rows of images and captions.

use crate::{letters::alphabet::all, letters::glyph::SPACING};

/// Colour of the paper.
const PAPER: [u8; 3] = [22, 24, 28];
/// Height of a line of text, in pixels.
pub(super) const LINE: usize = 14;

/// A page of opaque pixels.
pub(super) struct Page {
    pub(super) width: usize,
    pub(super) height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Page {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![PAPER; width * height] }
    }

    /// Paints one pixel; positions outside of the page are ignored.
    pub(super) fn dot(&mut self, x: usize, y: usize, colour: [u8; 3]) {
        if x < self.width && y < self.height {
            self.pixels[y * self.width + x] = colour;
        }
    }

    /// Fills a rectangle.
    pub(super) fn fill(&mut self, (x, y): (usize, usize), (width, height): (usize, usize), colour: [u8; 3]) {
        for row in y..y + height {
            (x..x + width).for_each(|column| self.dot(column, row, colour));
        }
    }

    /// Draws text with the upper left corner of its capitals at a place; text beyond `most` pixels is cut off.
    pub(super) fn write(&mut self, (x, y): (usize, usize), most: usize, words: &str, colour: [u8; 3]) {
        let glyphs = all();
        let mut left = x;
        for letter in words.chars() {
            let Some(glyph) = glyphs.iter().find(|glyph| glyph.letter == letter) else { continue };
            if left + glyph.width as usize > x + most {
                return;
            }
            for (column, row) in &glyph.pixels {
                self.dot(left.saturating_add_signed(*column as isize), y.saturating_add_signed(*row as isize), colour);
            }
            left += (glyph.width + SPACING) as usize;
        }
    }

    /// Returns the bytes of a PNG file with the page.
    pub(super) fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header()?.write_image_data(self.pixels.as_flattened())?;
        Ok(bytes)
    }
}
