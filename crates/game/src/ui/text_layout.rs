//! Text layout of menus and pages.

use bevy::math::Vec2;
use localization::Said;
use renderer::{Align, Area, Canvas, Colour, Lettering, Pen, wrap};
use std::borrow::Cow;

pub(crate) const PALE: Colour = Colour::rgb(215, 220, 210);
pub(crate) const DIM: Colour = Colour::rgb(130, 140, 140);
pub(crate) const BRIGHT: Colour = Colour::rgb(255, 190, 80);
pub(crate) const RED: Colour = Colour::rgb(205, 55, 40);
pub(crate) const BLACK: Colour = Colour::rgb(0, 0, 0);

/// Smallest number of rows that pages are made for. Larger text is used only if as many of its rows fit on the canvas.
const LEAST_ROWS: i32 = 180;

/// Returns the size of a pixel of text: 1, or more on a large canvas or if the player prefers large text in menus.
fn unit(canvas: &Canvas, pen: &Pen) -> i32 {
    let height = canvas.height();
    (height * pen.menu_text() / 36_000).min(height / LEAST_ROWS).max(1)
}

/// Returns the text scale on this canvas: `times`, or less on a small canvas.
pub(crate) fn size(canvas: &Canvas, pen: &Pen, times: i32) -> i32 {
    let unit = unit(canvas, pen);
    let fitting = if is_small(canvas, pen) { (canvas.height() / unit * times / 360).max(1) } else { times };
    unit * fitting
}

/// Draws a centred line of translated text with its top at `y`. Text that is too wide is scaled down, and wrapped if
/// that is not enough.
pub(crate) fn line(canvas: &mut Canvas, pen: &Pen, said: impl Into<Said>, y: i32, times: i32, colour: Colour) {
    said_line(canvas, pen, &pen.say(said), y, times, colour);
}

/// Like [`line()`], for text that is already translated.
pub(crate) fn said_line(canvas: &mut Canvas, pen: &Pen, text: &str, y: i32, times: i32, colour: Colour) {
    let room = canvas.width() * 9 / 10;
    let fitting = room / pen.width(text).max(1);
    let scale = size(canvas, pen, times).min(fitting.max(1));
    let lettering = Lettering::new(colour, scale).aligned(Align::Centre);
    if pen.width(text) * scale <= canvas.width() {
        return canvas.text(pen, text, canvas.width() / 2, y, lettering);
    }
    let lines = wrap(pen.font(), text, room / scale);
    let high = pen.line_height() * scale;
    // If the lines do not fit below `y`, align them with the bottom.
    let top = y.min(canvas.height() - high * lines.len() as i32);
    for (number, line) in (0..).zip(&lines) {
        canvas.text(pen, line, canvas.width() / 2, top + number * high, lettering);
    }
}

/// Returns the height of a line of text.
pub(crate) fn line_height(canvas: &Canvas, pen: &Pen, times: i32) -> i32 {
    pen.line_height() * size(canvas, pen, times)
}

/// Draws translated text, wrapped to an area.
pub(crate) fn paragraph(canvas: &mut Canvas, pen: &Pen, said: impl Into<Said>, area: Area, colour: Colour) {
    said_paragraph(canvas, pen, &pen.say(said), area, colour);
}

/// Like [`paragraph`], for text that is already translated or was written by the player.
pub(crate) fn said_paragraph(canvas: &mut Canvas, pen: &Pen, text: &str, area: Area, colour: Colour) {
    let scale = size(canvas, pen, 1);
    let lettering = Lettering::new(colour, scale);
    for (number, line) in wrap(pen.font(), text, area.width / scale).iter().enumerate() {
        let y = area.y + pen.line_height() * scale * number as i32;
        if y < area.y + area.height {
            canvas.text(pen, line, area.x, y, lettering);
        } else {
            pen.note_cut(line);
        }
    }
}

/// Returns the column of paragraphs, with small margins on a small canvas.
pub(crate) fn column(canvas: &Canvas, pen: &Pen, top: i32, end: i32) -> Area {
    let margin = canvas.width() / if is_small(canvas, pen) { 32 } else { 8 };
    Area::new(margin, top, canvas.width() - 2 * margin, end - top)
}

/// Draws an arrow that indicates more content: below a position, or above it if `high` is negative.
pub(crate) fn arrow(canvas: &mut Canvas, at: Vec2, high: f32) {
    let wide = high.abs() * 1.6;
    canvas.shape(&[&[at + Vec2::new(-wide, 0.0), at + Vec2::new(wide, 0.0), at + Vec2::new(0.0, high)]], BRIGHT);
}

/// Returns true if the canvas has little space for text.
pub(crate) fn is_small(canvas: &Canvas, pen: &Pen) -> bool {
    canvas.height() < 360 * unit(canvas, pen)
}

/// Draws text centred in an area, but never beyond the edge of the canvas.
pub(crate) fn button(canvas: &mut Canvas, pen: &Pen, said: impl Into<Said>, area: Area) {
    let (words, size) = (pen.say(said), size(canvas, pen, 1));
    let half = pen.width(&words) * size / 2 + 1;
    let middle = (area.x + area.width / 2).max(half).min(canvas.width() - half);
    canvas.text(pen, &words, middle, area.y, Lettering::new(DIM, size).aligned(Align::Centre));
}

/// Returns the lines of a translated paragraph, wrapped to this width.
pub(crate) fn wrapped(canvas: &Canvas, pen: &Pen, said: impl Into<Said>, width: i32) -> Vec<String> {
    wrap(pen.font(), &pen.say(said), width / size(canvas, pen, 1))
}

/// Returns the text if it fits into a width, otherwise its start and an ellipsis.
pub(crate) fn shortened<'a>(pen: &Pen, words: &'a str, width: i32) -> Cow<'a, str> {
    const DOTS: &str = "…";
    if pen.width(words) <= width {
        return words.into();
    }
    let beginning = fitting(pen, words, width - pen.width(DOTS));
    format!("{}{DOTS}", beginning.trim_end()).into()
}

/// Returns the longest prefix of a text that fits into a width.
pub(crate) fn fitting(pen: &Pen, words: &str, width: i32) -> String {
    let mut fitting = words.to_owned();
    while pen.width(&fitting) > width && fitting.pop().is_some() {}
    fitting
}

#[cfg(test)]
mod tests {
    use super::*;
    use raycast::Frame;
    use renderer::Font;

    fn pen() -> Pen {
        let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/hullbreach.ttf")).unwrap();
        Pen::new(Font::read(&file).unwrap())
    }

    #[test]
    fn large_text_is_as_large_as_the_canvas_has_room_for() {
        let mut pen = pen();
        let mut sizes = |width, height| {
            let mut frame = Frame::new(width, height);
            let canvas = Canvas::new(&mut frame);
            [100, 150, 200, 400].map(|percent| {
                pen.set_menu_text(percent);
                (size(&canvas, &pen, 1), is_small(&canvas, &pen))
            })
        };
        assert_eq!(sizes(320, 180), [(1, true); 4]);
        assert_eq!(sizes(640, 360), [(1, false), (1, false), (2, true), (2, true)]);
        assert_eq!(sizes(1280, 720), [(2, false), (3, true), (4, true), (4, true)]);
    }

    #[test]
    fn text_too_long_for_its_place_ends_in_an_ellipsis() {
        let pen = pen();
        let words = "Deck entered: Secret deck: The captain's chapel";
        let wide = pen.width(words);
        assert_eq!(shortened(&pen, words, wide), words);
        for width in 20..wide {
            let short = shortened(&pen, words, width);
            assert!(short.ends_with('…') && pen.width(&short) <= width, "{short:?} in {width}");
            assert!(words.starts_with(short.trim_end_matches('…')), "{short:?}");
        }
        assert_eq!(shortened(&pen, "Deck entered", pen.width("Deck entere")), "Deck ente…");
    }
}
