//! A list: rows of which one is chosen, each with a word on the left and what it says on the right. It scrolls where it is too long.

use crate::input::just_pressed::JustPressed;
use crate::ui::menu::Chooser;
use crate::ui::text_layout::{self, BLACK, BRIGHT, DIM, PALE, RED};
use bevy::math::Vec2;
use renderer::{Align, Area, Canvas, Font, Lettering};

/// A row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) value: String,
    /// How far it is from its least (0) to its most (1), where that is worth a bar.
    pub(crate) part: Option<f32>,
    /// Something is wrong with it.
    pub(crate) warns: bool,
}

/// Which row is chosen, and where the rows and their bars were drawn.
#[derive(Clone, Debug)]
pub(crate) struct List {
    pub(crate) chooser: Chooser,
    /// Where bars begin and how wide they are.
    bars: (i32, i32),
}

/// The width of a panel, if there is room for it, and how many lines of words stand below its list: more on a narrow one.
const WIDE: i32 = 340;
const FOOT_LINES: [i32; 2] = [2, 3];

impl List {
    /// A list of so many rows, one at least, the first one chosen.
    pub(crate) const fn new(count: usize) -> List {
        List { chooser: Chooser::new(count), bars: (0, 0) }
    }

    /// The row that is clicked, and to which part of its bar, if one is. A pointer that moves chooses.
    pub(crate) fn click(&mut self, pressed: &JustPressed) -> Option<(usize, f32)> {
        let pointed = self.chooser.point(pressed)?;
        let (left, width) = self.bars;
        let x = pressed.pointer.map_or(0.0, |place| place.x);
        pressed.click.then_some((pointed, ((x - left as f32) / width.max(1) as f32).clamp(0.0, 1.0)))
    }

    /// Draws a panel in the middle of the canvas: a heading, the rows, and a sentence or two on the chosen one.
    pub(crate) fn panel(&mut self, canvas: &mut Canvas, font: &Font, heading: &str, rows: &[Row], foot: &str) {
        let (width, height) = (canvas.width(), canvas.height());
        let (size, line) = (text_layout::size(canvas, 1), text_layout::line_height(canvas, font, 1));
        // What can be seen beside the panel shows what a choice does.
        let wide = (WIDE * size).min(width);
        let foot_lines = FOOT_LINES[usize::from(wide < WIDE * size)];
        let (head, foot_high) = (2 * line, foot_lines * line + line / 2);
        let high = (head + line * rows.len() as i32 + foot_high).min(height);
        let panel = Area::new((width - wide) / 2, (height - high) / 2, wide, high);
        canvas.fill(panel, BLACK.covering(0.85));
        text_layout::line(canvas, font, heading, panel.y + line / 4, 2, PALE);
        let lines = Area { y: panel.y + head, height: panel.height - head - foot_high, ..panel };
        self.rows(canvas, font, lines, rows);
        let below =
            Area::new(panel.x + 6 * size, lines.y + lines.height + line / 4, wide - 12 * size, foot_lines * line);
        text_layout::paragraph(canvas, font, foot, below, DIM);
    }

    /// Draws the rows into an area; those that have no room are left out, never the chosen one.
    fn rows(&mut self, canvas: &mut Canvas, font: &Font, area: Area, rows: &[Row]) {
        let (size, high) = (text_layout::size(canvas, 1), text_layout::line_height(canvas, font, 1));
        let shown = (area.height / high).clamp(1, rows.len().max(1) as i32) as usize;
        let first = (self.chooser.chosen + 1 + usize::from(shown > 2)).saturating_sub(shown).min(rows.len() - shown);
        let (gap, value) = (6 * size, 60 * size);
        // Bars begin in the middle, or where the longest name beside one ends.
        let names = rows.iter().filter(|row| row.part.is_some()).map(|row| font.width(&font.say(&row.name)) * size);
        let left = (area.width / 2).max(names.max().unwrap_or(0) + 2 * gap);
        self.bars = (area.x + left, area.width - left - value - gap);
        self.chooser.begin();
        for (place, (number, row)) in (0..).zip(rows.iter().enumerate().skip(first).take(shown)) {
            let place = Area::new(area.x, area.y + place * high, area.width, high);
            let colour = if number == self.chooser.chosen {
                BRIGHT
            } else if row.warns {
                RED
            } else {
                PALE
            };
            let lettering = Lettering::new(colour, size);
            let name = font.say(&row.name);
            canvas.text(font, &name, place.x + gap, place.y, lettering);
            let room = area.width - font.width(&name) * size - 4 * gap;
            let value = font.say(&row.value);
            let said = text_layout::fitting(font, &value, room / size);
            if said.len() < value.len() {
                font.note_cut(&value);
            }
            canvas.text(font, &said, place.x + place.width - gap, place.y, lettering.aligned(Align::Right));
            if let Some(part) = row.part {
                let bar = Area::new(self.bars.0, place.y + high / 2 - 2 * size, self.bars.1, 4 * size);
                canvas.bar(bar, part, colour, DIM.covering(0.5));
            }
            self.chooser.place(number, place);
        }
        let middle = (area.x + area.width / 2) as f32;
        let (top, bottom) = (area.y as f32, (area.y + shown as i32 * high) as f32);
        if first > 0 {
            arrow(canvas, Vec2::new(middle, top), -3.0 * size as f32);
        }
        if first + shown < rows.len() {
            arrow(canvas, Vec2::new(middle, bottom), 3.0 * size as f32);
        }
    }
}

/// A sign that there is more, above or below.
fn arrow(canvas: &mut Canvas, at: Vec2, high: f32) {
    let wide = high.abs() * 1.6;
    canvas.shape(&[&[at + Vec2::new(-wide, 0.0), at + Vec2::new(wide, 0.0), at + Vec2::new(0.0, high)]], BRIGHT);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn font() -> Font {
        let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/hullbreach.ttf")).unwrap();
        Font::read(&file).unwrap()
    }

    fn pointed(x: f32, y: f32, click: bool) -> JustPressed {
        let mut pressed = JustPressed::default();
        (pressed.pointer, pressed.click) = (Some(Vec2::new(x, y)), click);
        pressed
    }

    fn rows(count: usize) -> Vec<Row> {
        (0..count).map(|number| Row { name: format!("Row {number}"), part: Some(0.5), ..Row::default() }).collect()
    }

    #[test]
    fn on_every_size_of_picture_each_row_can_be_seen_and_pointed_at() {
        let font = font();
        for (width, height) in [(320, 180), (640, 360), (853, 360), (1280, 720), (2560, 1080), (3840, 2160)] {
            let mut frame = raycast::Frame::new(width, height);
            let rows = rows(30);
            let mut list = List::new(rows.len());
            for chosen in 0..rows.len() {
                list.chooser.chosen = chosen;
                list.panel(&mut Canvas::new(&mut frame), &font, "Rows", &rows, "A sentence.");
                let at = |y: usize| list.clone().chooser.point(&pointed(width as f32 / 2.0, y as f32, false));
                assert!((0..height).any(|y| at(y) == Some(chosen)), "row {chosen} at {width}x{height}");
            }
        }
    }

    #[test]
    fn a_click_tells_row_and_part_of_its_bar() {
        let font = font();
        let mut frame = raycast::Frame::new(640, 360);
        let mut list = List::new(3);
        list.rows(&mut Canvas::new(&mut frame), &font, Area::new(100, 50, 400, 300), &rows(3));
        let (left, width) = list.bars;
        let y = |row: i32| (50 + row * font.line_height() + 3) as f32;
        assert_eq!(list.click(&pointed((left + width / 4) as f32, y(1), false)), None);
        let (row, part) = list.click(&pointed((left + width / 4) as f32, y(1), true)).unwrap();
        assert!(row == 1 && (part - 0.25).abs() < 0.02);
        assert_eq!(list.click(&pointed((left + width + 50) as f32, y(2), true)), Some((2, 1.0)));
        assert_eq!(list.click(&pointed(0.0, y(1), true)), None, "beside the rows");
    }
}
