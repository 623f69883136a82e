//! A glyph of the game's pixel font, and the text sheets on which glyphs are drawn: `#` is a pixel, and a blank column
//! separates two glyphs.
//!
//! The first row of a sheet is the top of the capitals; the eleventh row is the first one below the base line.

/// Number of rows from the top of the capitals down to the base line.
pub(crate) const CAP_HEIGHT: i32 = 10;
/// Number of rows above the capitals, for their accents.
pub(crate) const ACCENT_HEIGHT: i32 = 3;
/// Number of rows below the base line.
pub(crate) const DESCENT: i32 = 3;
/// Number of blank columns after each glyph.
pub(crate) const SPACING: i32 = 1;

/// One letter as pixels; `y` is 0 at the top of the capitals and grows downwards.
#[derive(Clone)]
pub(crate) struct Glyph {
    /// The letter.
    pub(crate) letter: char,
    /// Width in columns, without the spacing.
    pub(crate) width: i32,
    /// Set pixels, as column and row.
    pub(crate) pixels: Vec<(i32, i32)>,
}

/// A sheet with drawings of several letters side by side.
pub(crate) struct Sheet {
    /// The letters.
    pub(crate) letters: &'static str,
    /// Their drawings, with a row of text per row of pixels.
    pub(crate) rows: &'static str,
}

impl Sheet {
    /// Returns the letters as glyphs.
    pub(crate) fn glyphs(&self) -> Vec<Glyph> {
        let mut glyphs: Vec<Glyph> =
            self.letters.chars().map(|letter| Glyph { letter, width: 0, pixels: Vec::new() }).collect();
        for (y, row) in self.rows.trim_start().lines().enumerate() {
            for (glyph, piece) in glyphs.iter_mut().zip(row.split(' ')) {
                glyph.width = piece.len() as i32;
                let set = piece.bytes().enumerate().filter(|(_, byte)| *byte == b'#');
                glyph.pixels.extend(set.map(|(x, _)| (x as i32, y as i32)));
            }
        }
        glyphs
    }
}
