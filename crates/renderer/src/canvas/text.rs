//! The font, and the width of its text.

use fontdue::{Font as Outlines, FontSettings};
use std::collections::BTreeMap;

/// The size at which glyphs are rasterised, in pixels per em: the grid on which the pixel font is drawn.
const SIZE: f32 = 16.0;
/// The maximum number of glyphs and their maximum side in pixels. They limit what a font file can make the program
/// allocate.
const MAX_GLYPHS: usize = 4096;
const MAX_GLYPH_SIDE: usize = 64;

/// A proportional font with all its glyphs rasterised, so that drawing text neither allocates nor changes anything.
#[derive(Clone, Debug)]
pub struct Font {
    glyphs: BTreeMap<char, Glyph>,
    /// The replacement for a character that the font does not have.
    unknown: Glyph,
    line_height: i32,
}

/// A rasterised character.
#[derive(Clone, Debug)]
pub(crate) struct Glyph {
    /// Its position, in pixels to the right of the pen and below the top of the line.
    pub(crate) left: i32,
    pub(crate) top: i32,
    /// The number of pixels per row.
    pub(crate) width: usize,
    /// The coverage of each pixel, 0 to 255, row by row.
    pub(crate) cover: Vec<u8>,
    /// How far the pen advances, in pixels.
    pub(crate) advance: i32,
}

impl Font {
    /// Reads a font from the bytes of a TrueType file.
    ///
    /// # Errors
    /// If the bytes are not a usable font.
    pub fn read(bytes: &[u8]) -> Result<Font, String> {
        let broken = |what: &str| format!("not a readable font: {what}");
        let outlines = Outlines::from_bytes(bytes, FontSettings::default()).map_err(broken)?;
        let lines = outlines.horizontal_line_metrics(SIZE).ok_or_else(|| broken("no horizontal line metrics"))?;
        let ascent = lines.ascent.round().clamp(0.0, 64.0) as i32;
        let mut characters: Vec<char> = outlines.chars().keys().copied().collect();
        characters.sort_unstable();
        characters.truncate(MAX_GLYPHS);
        Ok(Font {
            glyphs: characters
                .into_iter()
                .map(|c| (c, glyph(&outlines, outlines.lookup_glyph_index(c), ascent)))
                .collect(),
            unknown: glyph(&outlines, 0, ascent),
            line_height: lines.new_line_size.round().clamp(1.0, 64.0) as i32,
        })
    }

    /// Returns the distance from one line of text to the next, in pixels at scale 1.
    pub fn line_height(&self) -> i32 {
        self.line_height
    }

    /// Returns the width of the longest line of a text, in pixels at scale 1.
    pub fn width(&self, text: &str) -> i32 {
        let line = |line: &str| line.chars().map(|c| self.glyph(c).advance).fold(0, i32::saturating_add);
        text.lines().map(line).max().unwrap_or(0)
    }

    /// Returns the glyph of a character, or the replacement.
    pub(crate) fn glyph(&self, character: char) -> &Glyph {
        self.glyphs.get(&character).unwrap_or(&self.unknown)
    }
}

fn glyph(outlines: &Outlines, index: u16, ascent: i32) -> Glyph {
    let metrics = outlines.metrics_indexed(index, SIZE);
    let advance = metrics.advance_width.round().clamp(0.0, 64.0) as i32;
    if metrics.width == 0 || metrics.width > MAX_GLYPH_SIDE || metrics.height > MAX_GLYPH_SIDE {
        return Glyph { left: 0, top: 0, width: 1, cover: Vec::new(), advance };
    }
    let (metrics, cover) = outlines.rasterize_indexed(index, SIZE);
    let top = ascent - metrics.ymin - metrics.height as i32;
    Glyph { left: metrics.xmin, top, width: metrics.width, cover, advance }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::files;

    #[test]
    fn font_has_all_characters_of_the_game() {
        let font = Font::read(&files()["fonts/hullbreach.ttf"]).unwrap();
        for character in ' '..='~' {
            assert!(font.glyphs.contains_key(&character), "{character}");
            assert!(font.width(&character.to_string()) > 0, "{character}");
        }
        for character in "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿŒœŠšŽžŸ¡¿".chars()
        {
            assert!(font.glyphs.contains_key(&character), "{character}");
        }
        let (plain, accented) = (font.glyph('e'), font.glyph('é'));
        assert!(accented.top < plain.top && accented.cover.len() > plain.cover.len(), "the accent must be drawn");
        assert!(font.width("iiii") < font.width("MMMM"), "the font must be proportional");
        assert!((8..=32).contains(&font.line_height()));
        assert_eq!(font.width(""), 0);
    }

    #[test]
    fn missing_characters_are_drawn_as_a_box() {
        let font = Font::read(&files()["fonts/hullbreach.ttf"]).unwrap();
        for lacking in ['\u{1f600}', '字', 'א', '\u{0}'] {
            assert!(!font.glyphs.contains_key(&lacking));
            let glyph = font.glyph(lacking);
            let (wide, high) = (glyph.width, glyph.cover.len() / glyph.width);
            assert!(wide >= 3 && high >= 5 && font.width(&lacking.to_string()) > 0, "{lacking:?}");
            let is_inked = |x: usize, y: usize| glyph.cover[y * wide + x] > 0;
            let corners = [(0, 0), (wide - 1, 0), (0, high - 1), (wide - 1, high - 1)];
            assert!(corners.into_iter().all(|(x, y)| is_inked(x, y)) && !is_inked(wide / 2, high / 2), "{lacking:?}");
        }
        let greek_and_cyrillic = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρςστυφχψωάέήίόύώ\
                                  АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюяЄєІіЇїҐґ";
        assert_eq!(greek_and_cyrillic.chars().find(|letter| !font.glyphs.contains_key(letter)), None);
        let european = "ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŐőŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŹźŻżŽž";
        assert_eq!(european.chars().find(|letter| !font.glyphs.contains_key(letter)), None);
    }

    #[test]
    fn damaged_fonts_are_read_or_rejected() {
        let good = files().remove("fonts/hullbreach.ttf").unwrap();
        assert!(Font::read(&[]).is_err());
        let places = (0..good.len()).step_by(good.len() / 150 + 1);
        for place in places {
            let _ = Font::read(&good[..place]);
            let mut bad = good.clone();
            bad[place] ^= 0xff;
            let _ = Font::read(&bad);
        }
    }
}
