//! All letters of the font: those that are drawn, those that are put together, and the spaces.

use super::accents;
use super::glyph::{Glyph, Sheet};
use super::glyphs::SHEETS;

/// The width of the space.
const SPACE_WIDTH: i32 = 4;

/// Every glyph of the font in the order of the letters' code points.
pub(crate) fn all() -> Vec<Glyph> {
    let mut glyphs: Vec<Glyph> = SHEETS.iter().flat_map(Sheet::glyphs).collect();
    glyphs.push(Glyph { letter: ' ', width: SPACE_WIDTH, pixels: Vec::new() });
    glyphs.push(Glyph { letter: '\u{a0}', width: SPACE_WIDTH, pixels: Vec::new() });
    let composed = accents::compose(&glyphs);
    glyphs.extend(composed);
    glyphs.sort_by_key(|glyph| glyph.letter);
    glyphs
}
