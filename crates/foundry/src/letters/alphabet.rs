//! All letters of the font: drawn ones, letters that look like those of another alphabet, composed ones, and spaces.

use crate::{
    letters::glyph::{Glyph, Sheet},
    letters::{accents, cyrillic, glyphs, greek},
};

/// The width of the space.
const SPACE_WIDTH: i32 = 4;

/// Letters of each alphabet that look the same as a letter of another one: each letter after the first copies the
/// first.
const TWINS: [&str; 2] = [
    // Cyrillic.
    "AА BВ EЕ SЅ IІ JЈ KК MМ HН OО PР CС TТ XХ 3З aа eе oо pр cс yу xх sѕ iі jј ĸк ħћ",
    // Greek.
    "AΑ BΒ EΕ ZΖ HΗ IΙ KΚ MΜ NΝ OΟ PΡ TΤ YΥ XΧ ГΓ ПΠ ФΦ ıι ĸκ µμ vν oο тτ uυ фφ",
];

/// Returns every glyph of the font in the order of code points.
pub(crate) fn all() -> Vec<Glyph> {
    let drawn = [glyphs::SHEETS, cyrillic::SHEETS, greek::SHEETS].into_iter().flatten();
    let mut glyphs: Vec<Glyph> = drawn.flat_map(Sheet::glyphs).collect();
    glyphs.extend(twins(&glyphs));
    glyphs.push(Glyph { letter: ' ', width: SPACE_WIDTH, pixels: Vec::new() });
    glyphs.push(Glyph { letter: '\u{a0}', width: SPACE_WIDTH, pixels: Vec::new() });
    let composed = accents::compose(&glyphs);
    glyphs.extend(composed);
    glyphs.sort_by_key(|glyph| glyph.letter);
    glyphs
}

/// Returns the letters that look like one of these.
fn twins(drawn: &[Glyph]) -> Vec<Glyph> {
    let pairs = TWINS.iter().flat_map(|alphabet| alphabet.split(' '));
    pairs
        .filter_map(|pair| {
            let mut pair = pair.chars();
            let (like, letter) = (pair.next()?, pair.next()?);
            let like = drawn.iter().find(|glyph| glyph.letter == like)?;
            Some(Glyph { letter, ..like.clone() })
        })
        .collect()
}
