//! The game's font file: the pixel glyphs turned into TrueType outlines.

use crate::{
    letters::alphabet::all,
    letters::glyph::{ACCENT_HEIGHT, CAP_HEIGHT, DESCENT, Glyph, SPACING},
    tools::job::FoundryError,
};
use write_fonts::{
    FontBuilder, OffsetMarker,
    read::tables::glyf::CurvePoint,
    tables::cmap::Cmap,
    tables::glyf::{Bbox, Contour, GlyfLocaBuilder, Glyph as Outline, SimpleGlyph},
    tables::head::{Flags, Head},
    tables::hhea::Hhea,
    tables::hmtx::{Hmtx, LongMetric},
    tables::maxp::Maxp,
    tables::name::{Name, NameRecord},
    tables::os2::{Os2, SelectionFlags},
    tables::post::Post,
    types::{FWord, Fixed, GlyphId, NameId, Tag, UfWord, Version16Dot16},
};

/// Design pixels per em. At this font size, or a multiple of it, every pixel is sharp.
pub(crate) const EM: i32 = ACCENT_HEIGHT + CAP_HEIGHT + DESCENT;
/// Font units per design pixel. An em of 1024 units makes every relevant scale a power of two.
const UNIT: i32 = 64;

/// A filled rectangle of design pixels: columns from left up to right, rows from bottom up to top, y upwards.
#[derive(Clone, Copy)]
struct Bar {
    left: i32,
    right: i32,
    bottom: i32,
    top: i32,
}

/// Returns the bytes of the font file.
pub(crate) fn truetype() -> Result<Vec<u8>, FoundryError> {
    let mut glyphs = vec![missing()];
    glyphs.extend(all());
    let outlines: Vec<Vec<Bar>> = glyphs.iter().map(bars).collect();
    let mut shapes = GlyfLocaBuilder::new();
    for outline in &outlines {
        if outline.is_empty() {
            shapes.add_glyph(&Outline::Empty)?;
        } else {
            shapes.add_glyph(&simple(outline))?;
        }
    }
    let (glyf, loca, loca_format) = shapes.build();
    let extent = bounds(outlines.iter().flatten().copied());
    let head = Head {
        font_revision: Fixed::from_i32(1),
        flags: Flags::BASELINE_AT_Y_0 | Flags::LSB_AT_X_0,
        units_per_em: units(EM).cast_unsigned(),
        x_min: units(extent.left),
        y_min: units(extent.bottom),
        x_max: units(extent.right),
        y_max: units(extent.top),
        lowest_rec_ppem: EM as u16,
        index_to_loc_format: loca_format as i16,
        ..Head::default()
    };
    let letters = glyphs.iter().enumerate().skip(1);
    let cmap = Cmap::from_mappings(letters.map(|(index, glyph)| (glyph.letter, GlyphId::new(index as u32))))?;
    let mut builder = FontBuilder::new();
    builder.add_table(&head)?.add_table(&glyf)?.add_table(&loca)?.add_table(&cmap)?;
    builder.add_table(&horizontal(&glyphs, extent))?.add_table(&metrics(&glyphs, &outlines))?;
    builder.add_table(&limits(&outlines))?.add_table(&names())?.add_table(&typography(&glyphs))?;
    builder.add_table(&Post { version: Version16Dot16::VERSION_3_0, ..Post::default() })?;
    Ok(builder.build())
}

/// Returns the glyph for missing letters: an upright box.
fn missing() -> Glyph {
    let sides = (0..CAP_HEIGHT).flat_map(|row| [(0, row), (5, row)]);
    let ends = (1..5).flat_map(|column| [(column, 0), (column, CAP_HEIGHT - 1)]);
    Glyph { letter: '\0', width: 6, pixels: sides.chain(ends).collect() }
}

/// Merges a glyph's pixels into few rectangles: runs along a row, extended downwards where they repeat.
fn bars(glyph: &Glyph) -> Vec<Bar> {
    let mut bars: Vec<Bar> = Vec::new();
    for row in -ACCENT_HEIGHT..CAP_HEIGHT + DESCENT {
        let top = CAP_HEIGHT - row;
        for (left, right) in runs(glyph, row) {
            match bars.iter_mut().find(|bar| (bar.left, bar.right, bar.bottom) == (left, right, top)) {
                Some(above) => above.bottom = top - 1,
                None => bars.push(Bar { left, right, bottom: top - 1, top }),
            }
        }
    }
    bars
}

/// Returns the runs of set pixels in a row of a glyph, each as its first column and the one after its last.
fn runs(glyph: &Glyph, row: i32) -> Vec<(i32, i32)> {
    let mut runs: Vec<(i32, i32)> = Vec::new();
    for column in (0..glyph.width).filter(|column| glyph.pixels.contains(&(*column, row))) {
        match runs.last_mut() {
            Some(run) if run.1 == column => run.1 += 1,
            _ => runs.push((column, column + 1)),
        }
    }
    runs
}

fn simple(bars: &[Bar]) -> SimpleGlyph {
    let extent = bounds(bars.iter().copied());
    SimpleGlyph {
        bbox: Bbox {
            x_min: units(extent.left),
            y_min: units(extent.bottom),
            x_max: units(extent.right),
            y_max: units(extent.top),
        },
        contours: bars.iter().map(contour).collect(),
        ..SimpleGlyph::default()
    }
}

/// Returns a rectangle as a clockwise contour.
fn contour(bar: &Bar) -> Contour {
    let corners = [(bar.left, bar.bottom), (bar.left, bar.top), (bar.right, bar.top), (bar.right, bar.bottom)];
    let points: Vec<CurvePoint> = corners.iter().map(|(x, y)| CurvePoint::on_curve(units(*x), units(*y))).collect();
    points.into()
}

/// Returns the bounding box of rectangles.
fn bounds(bars: impl Iterator<Item = Bar>) -> Bar {
    let around = |a: Bar, b: Bar| Bar {
        left: a.left.min(b.left),
        right: a.right.max(b.right),
        bottom: a.bottom.min(b.bottom),
        top: a.top.max(b.top),
    };
    bars.reduce(around).unwrap_or(Bar { left: 0, right: 0, bottom: 0, top: 0 })
}

/// Converts design pixels to font units.
fn units(pixels: i32) -> i16 {
    (pixels * UNIT) as i16
}

fn advance(glyph: &Glyph) -> i32 {
    glyph.width + SPACING
}

fn widest(glyphs: &[Glyph]) -> i32 {
    glyphs.iter().map(advance).max().unwrap_or(0)
}

fn horizontal(glyphs: &[Glyph], extent: Bar) -> Hhea {
    Hhea {
        ascender: FWord::new(units(ACCENT_HEIGHT + CAP_HEIGHT)),
        descender: FWord::new(units(-DESCENT)),
        advance_width_max: UfWord::new(units(widest(glyphs)).cast_unsigned()),
        min_left_side_bearing: FWord::new(units(extent.left)),
        x_max_extent: FWord::new(units(extent.right)),
        caret_slope_rise: 1,
        number_of_h_metrics: glyphs.len() as u16,
        ..Hhea::default()
    }
}

fn metrics(glyphs: &[Glyph], outlines: &[Vec<Bar>]) -> Hmtx {
    let metric = |(glyph, outline): (&Glyph, &Vec<Bar>)| LongMetric {
        advance: units(advance(glyph)).cast_unsigned(),
        side_bearing: units(bounds(outline.iter().copied()).left),
    };
    Hmtx { h_metrics: glyphs.iter().zip(outlines).map(metric).collect(), left_side_bearings: Vec::new() }
}

fn limits(outlines: &[Vec<Bar>]) -> Maxp {
    let most = outlines.iter().map(Vec::len).max().unwrap_or(0) as u16;
    Maxp {
        num_glyphs: outlines.len() as u16,
        max_points: Some(most * 4),
        max_contours: Some(most),
        max_composite_points: Some(0),
        max_composite_contours: Some(0),
        max_zones: Some(1),
        max_twilight_points: Some(0),
        max_storage: Some(0),
        max_function_defs: Some(0),
        max_instruction_defs: Some(0),
        max_stack_elements: Some(0),
        max_size_of_instructions: Some(0),
        max_component_elements: Some(0),
        max_component_depth: Some(0),
    }
}

fn names() -> Name {
    // Windows, Unicode, American English: the record that every font system reads.
    let record = |id: NameId, text: &str| NameRecord::new(3, 1, 0x409, id, OffsetMarker::new(text.to_owned()));
    Name::new(vec![
        record(NameId::FAMILY_NAME, "Hullbreach"),
        record(NameId::SUBFAMILY_NAME, "Regular"),
        record(NameId::UNIQUE_ID, "Hullbreach Regular 1"),
        record(NameId::FULL_NAME, "Hullbreach Regular"),
        record(NameId::VERSION_STRING, "Version 1.0"),
        record(NameId::POSTSCRIPT_NAME, "Hullbreach-Regular"),
    ])
}

fn typography(glyphs: &[Glyph]) -> Os2 {
    let (ascent, descent) = (units(ACCENT_HEIGHT + CAP_HEIGHT), units(DESCENT));
    let codes = || glyphs.iter().skip(1).map(|glyph| glyph.letter as u16);
    let advances: i32 = glyphs.iter().map(advance).sum();
    Os2 {
        x_avg_char_width: units(advances / glyphs.len() as i32),
        us_weight_class: 400,
        us_width_class: 5,
        ach_vend_id: Tag::new(b"NONE"),
        fs_selection: SelectionFlags::REGULAR,
        us_first_char_index: codes().min().unwrap_or(0),
        us_last_char_index: codes().max().unwrap_or(0),
        s_typo_ascender: ascent,
        s_typo_descender: -descent,
        us_win_ascent: ascent.cast_unsigned(),
        us_win_descent: descent.cast_unsigned(),
        // Latin 1, Latin 2, Cyrillic, Greek, Turkish and Baltic.
        ul_code_page_range_1: Some(1 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 7),
        ul_code_page_range_2: Some(0),
        us_default_char: Some(0),
        us_break_char: Some(32),
        us_max_context: Some(0),
        sx_height: Some(units(7)),
        s_cap_height: Some(units(CAP_HEIGHT)),
        ..Os2::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded() -> fontdue::Font {
        fontdue::Font::from_bytes(truetype().unwrap(), fontdue::FontSettings::default()).unwrap()
    }

    #[test]
    fn every_promised_letter_has_a_glyph() {
        let font = loaded();
        // Latin-1 without the soft hyphen, which is never drawn, and Latin Extended-A.
        let latin = ('\u{a0}'..='\u{17f}').filter(|letter| *letter != '\u{ad}');
        // Letters in modern use; the Ukrainian alphabet has one outside of the block of the others.
        let greek = ('\u{386}'..='\u{3ce}').filter(|letter| letter.is_alphabetic());
        let cyrillic = ('\u{400}'..='\u{45f}').chain("Ґґ".chars());
        let signs = "€…—–“”„‘’‚‹›•←→↑↓ȘșȚț".chars();
        for letter in (' '..='~').chain(latin).chain(greek).chain(cyrillic).chain(signs) {
            assert_ne!(font.lookup_glyph_index(letter), 0, "{letter:?} is missing");
        }
    }

    #[test]
    fn pixels_are_sharp_at_the_design_size_and_twice_that() {
        let font = loaded();
        for glyph in all() {
            for times in [1, 2] {
                let (shape, coverage) = font.rasterize(glyph.letter, (EM * times) as f32);
                assert!(coverage.iter().all(|part| matches!(part, 0 | 255)), "{:?} is blurred", glyph.letter);
                let set = coverage.iter().filter(|part| **part == 255).count();
                assert_eq!(set, glyph.pixels.len() * (times * times) as usize, "{:?} lost pixels", glyph.letter);
                assert!(shape.advance_width.fract() == 0.0, "{:?} has an invalid width", glyph.letter);
            }
        }
    }

    #[test]
    fn letters_are_unique_within_their_alphabet() {
        let alphabet = |glyph: &Glyph| match glyph.letter {
            '\u{370}'..='\u{3ff}' => "Greek",
            '\u{400}'..='\u{4ff}' => "Cyrillic",
            _ => "Latin",
        };
        let glyphs = all();
        assert!(glyphs.windows(2).all(|pair| pair[0].letter < pair[1].letter), "a letter occurs twice");
        let same = [(' ', '\u{a0}'), ('Ð', 'Đ')];
        for (index, glyph) in glyphs.iter().enumerate() {
            for other in &glyphs[index + 1..] {
                let known = same.contains(&(glyph.letter, other.letter)) || alphabet(glyph) != alphabet(other);
                let alike = glyph.width == other.width && sorted(glyph) == sorted(other);
                assert!(known || !alike, "{:?} looks like {:?}", glyph.letter, other.letter);
            }
        }
    }

    fn sorted(glyph: &Glyph) -> Vec<(i32, i32)> {
        let mut pixels = glyph.pixels.clone();
        pixels.sort_unstable();
        pixels
    }

    #[test]
    fn letters_have_different_widths() {
        let font = loaded();
        let width = |letter| font.metrics(letter, EM as f32).advance_width;
        assert!(width('i') < width('n') && width('n') < width('W'));
        for glyph in all() {
            assert_eq!(width(glyph.letter), advance(&glyph) as f32, "{:?}", glyph.letter);
        }
    }

    #[test]
    fn only_spaces_are_empty() {
        let empty: Vec<char> = all().iter().filter(|glyph| glyph.pixels.is_empty()).map(|glyph| glyph.letter).collect();
        assert_eq!(empty, [' ', '\u{a0}']);
    }
}
