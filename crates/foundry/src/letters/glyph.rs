//! A letter of the game's own pixel font, and the sheets of text that letters are drawn on: `#` is a pixel, a blank column
//! parts two glyphs.
//!
//! The first row of a sheet is the top of the capitals; the eleventh row is the first below the base line.

/// The rows from the top of the capitals down to the base line.
pub(crate) const CAP_HEIGHT: i32 = 10;
/// The rows above the capitals, for their accents.
pub(crate) const ACCENT_HEIGHT: i32 = 3;
/// The rows below the base line.
pub(crate) const DESCENT: i32 = 3;
/// The blank columns after each glyph.
pub(crate) const SPACING: i32 = 1;

/// One letter as pixels; `y` is 0 at the top of the capitals and grows downwards.
#[derive(Clone)]
pub(crate) struct Glyph {
    /// The letter drawn.
    pub(crate) letter: char,
    /// How many columns it is wide, without the spacing.
    pub(crate) width: i32,
    /// The pixels that are set, as column and row.
    pub(crate) pixels: Vec<(i32, i32)>,
}

/// Some letters and their drawings side by side.
pub(crate) struct Sheet {
    /// The letters.
    pub(crate) letters: &'static str,
    /// Their drawings, a row of text for each row of pixels.
    pub(crate) rows: &'static str,
}

impl Sheet {
    /// The letters as glyphs.
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
