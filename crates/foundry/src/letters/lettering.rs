//! Draws text on images with the game's own font.

use crate::{letters::alphabet::all, letters::glyph::SPACING, tools::canvas::Canvas, tools::palette::Ink};

impl Canvas {
    /// Draws text with the top left of its capitals at `x`, `y`. `paint` returns the new ink for a pixel, given the old
    /// one.
    pub(crate) fn write(&mut self, x: i32, y: i32, text: &str, paint: impl Fn(Ink) -> Ink) {
        let glyphs = all();
        let mut left = x;
        for letter in text.chars() {
            let Some(glyph) = glyphs.iter().find(|glyph| glyph.letter == letter) else { continue };
            for (column, row) in &glyph.pixels {
                if let Some(below) = self.ink(left + column, y + row) {
                    self.dot(left + column, y + row, paint(below));
                }
            }
            left += glyph.width + SPACING;
        }
    }
}
