//! A scrolling list of rows with a selection. Each row has a name on the left and a value on the right.

use crate::{
    input::presses::Presses,
    ui::menu::Chooser,
    ui::text_layout::{self, BLACK, BRIGHT, DIM, PALE, RED},
};
use bevy::math::Vec2;
use localization::Said;
use renderer::{Align, Area, Canvas, Lettering, Pen};
use std::ops::Range;

/// Row of a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) name: Said,
    pub(crate) value: Said,
    /// Position within its range from 0 to 1, if the row shows a bar.
    pub(crate) part: Option<f32>,
    /// True if the row shows a warning.
    pub(crate) warns: bool,
}

/// Selected row, and the positions of the rows and their bars in the last frame.
#[derive(Clone, Debug)]
pub(crate) struct List {
    pub(crate) chooser: Chooser,
    /// Left end and width of the bars.
    bars: (i32, i32),
}

/// Preferred width of a panel, and the number of text lines below its list: more on a narrow panel.
const WIDE: i32 = 340;
const FOOT_LINES: [i32; 2] = [2, 3];
/// Margin on both sides.
const GAP: i32 = 6;
/// Separator between several values of a row.
const APART: &str = "   ";

impl List {
    /// Creates a list of `count` rows (at least one) with the first row selected.
    pub(crate) const fn new(count: usize) -> List {
        List { chooser: Chooser::new(count), bars: (0, 0) }
    }

    /// Returns the clicked row and the clicked position on its bar, from 0 to 1. Moving the pointer selects a row.
    pub(crate) fn click(&mut self, pressed: &Presses) -> Option<(usize, f32)> {
        let pointed = self.chooser.point(pressed)?;
        let (left, width) = self.bars;
        let x = pressed.pointer.map_or(0.0, |place| place.x);
        pressed.click.then_some((pointed, ((x - left as f32) / width.max(1) as f32).clamp(0.0, 1.0)))
    }

    /// Draws a panel in the centre of the canvas: a heading, the rows, and one or two sentences on the selected row.
    pub(crate) fn panel(
        &mut self,
        canvas: &mut Canvas,
        pen: &Pen,
        heading: impl Into<Said>,
        rows: &[Row],
        foot: impl Into<Said>,
    ) {
        let (width, height) = (canvas.width(), canvas.height());
        let (size, line) = (text_layout::size(canvas, pen, 1), text_layout::line_height(canvas, pen, 1));
        // The area next to the panel stays visible, so that the effect of an option can be seen.
        let wide = (WIDE * size).min(width);
        let foot_lines = FOOT_LINES[usize::from(wide < WIDE * size)];
        let (head, foot_high) = (2 * line, foot_lines * line + line / 2);
        let count: usize = said(pen, rows, wide / size - 2 * GAP).iter().map(Vec::len).sum();
        let high = (head + line * count as i32 + foot_high).min(height);
        let panel = Area::new((width - wide) / 2, (height - high) / 2, wide, high);
        canvas.fill(panel, BLACK.covering(0.85));
        text_layout::line(canvas, pen, heading, panel.y + line / 4, 2, PALE);
        let lines = Area { y: panel.y + head, height: panel.height - head - foot_high, ..panel };
        self.rows(canvas, pen, lines, rows);
        let below = Area::new(
            panel.x + GAP * size,
            lines.y + lines.height + line / 4,
            wide - 2 * GAP * size,
            foot_lines * line,
        );
        text_layout::paragraph(canvas, pen, foot, below, DIM);
    }

    /// Draws the rows into an area. Rows that do not fit are omitted, but never the selected one.
    fn rows(&mut self, canvas: &mut Canvas, pen: &Pen, area: Area, rows: &[Row]) {
        let (size, high) = (text_layout::size(canvas, pen, 1), text_layout::line_height(canvas, pen, 1));
        let (gap, value) = (GAP * size, 60 * size);
        let said = said(pen, rows, area.width / size - 2 * GAP);
        let heights: Vec<i32> = said.iter().map(|lines| lines.len() as i32).collect();
        let shown = seen(&heights, self.chooser.chosen, area.height / high);
        // Bars start in the middle, or after the longest name of a row with a bar.
        let names = rows.iter().filter(|row| row.part.is_some()).map(|row| pen.width(&pen.say(&row.name)) * size);
        let left = (area.width / 2).max(names.max().unwrap_or(0) + 2 * gap);
        self.bars = (area.x + left, area.width - left - value - gap);
        self.chooser.begin();
        let mut y = area.y;
        for number in shown.clone() {
            let row = &rows[number];
            let place = Area::new(area.x, y, area.width, high * heights[number]);
            let colour = if number == self.chooser.chosen {
                BRIGHT
            } else if row.warns {
                RED
            } else {
                PALE
            };
            let lettering = Lettering::new(colour, size);
            canvas.text(pen, &pen.say(&row.name), place.x + gap, place.y, lettering);
            for (line, words) in (0..).zip(&said[number]) {
                let right = place.x + place.width - gap;
                canvas.text(pen, words, right, place.y + line * high, lettering.aligned(Align::Right));
            }
            if let Some(part) = row.part {
                let bar = Area::new(self.bars.0, place.y + high / 2 - 2 * size, self.bars.1, 4 * size);
                canvas.bar(bar, part, colour, DIM.covering(0.5));
            }
            self.chooser.place(number, place);
            y += place.height;
        }
        let middle = (area.x + area.width / 2) as f32;
        if shown.start > 0 {
            text_layout::arrow(canvas, Vec2::new(middle, area.y as f32), -3.0 * size as f32);
        }
        if shown.end < rows.len() {
            text_layout::arrow(canvas, Vec2::new(middle, y as f32), 3.0 * size as f32);
        }
    }
}

/// Returns the value of each row, wrapped to this width.
fn said(pen: &Pen, rows: &[Row], width: i32) -> Vec<Vec<String>> {
    rows.iter().map(|row| lines(pen, row, width)).collect()
}

/// Returns the value of a row as lines, the first of which is next to the name. Values separated by three spaces are
/// not broken.
fn lines(pen: &Pen, row: &Row, width: i32) -> Vec<String> {
    let value = pen.say(&row.value);
    let mut room = width - pen.width(&pen.say(&row.name)) - pen.width(APART);
    let mut lines = vec![String::new()];
    for piece in value.split(APART) {
        let longer = match lines.last() {
            Some(line) if !line.is_empty() => format!("{line}{APART}{piece}"),
            _ => piece.to_owned(),
        };
        if pen.width(&longer) <= room {
            lines.pop();
            lines.push(longer);
            continue;
        }
        room = width;
        let fitting = text_layout::fitting(pen, piece, room);
        if fitting.len() < piece.len() {
            pen.note_cut(piece);
        }
        lines.push(fitting);
    }
    lines
}

/// Returns the rows that fit into `room` lines: the selected row, the next one if there are more than two lines, and as
/// many rows before and after them as fit.
fn seen(heights: &[i32], chosen: usize, room: i32) -> Range<usize> {
    let next = (chosen + 1 + usize::from(room > 2)).min(heights.len());
    let fits = |range: Range<usize>| heights[range].iter().sum::<i32>() <= room;
    let mut end = if fits(chosen..next) { next } else { chosen + 1 };
    let start = (0..=chosen).find(|start| fits(*start..end)).unwrap_or(chosen);
    while end < heights.len() && fits(start..end + 1) {
        end += 1;
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pen() -> Pen {
        let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/hullbreach.ttf")).unwrap();
        Pen::new(renderer::Font::read(&file).unwrap())
    }

    fn pointed(x: f32, y: f32, click: bool) -> Presses {
        let mut pressed = Presses::default();
        (pressed.pointer, pressed.click) = (Some(Vec2::new(x, y)), click);
        pressed
    }

    fn rows(count: usize) -> Vec<Row> {
        (0..count)
            .map(|number| Row { name: Said::literal(format!("Row {number}")), part: Some(0.5), ..Row::default() })
            .collect()
    }

    #[test]
    fn every_row_is_reachable_at_every_frame_size() {
        let pen = pen();
        for (width, height) in [(320, 180), (640, 360), (853, 360), (1280, 720), (2560, 1080), (3840, 2160)] {
            let mut frame = raycast::Frame::new(width, height);
            let rows = rows(30);
            let mut list = List::new(rows.len());
            for chosen in 0..rows.len() {
                list.chooser.chosen = chosen;
                list.panel(
                    &mut Canvas::new(&mut frame),
                    &pen,
                    Said::literal("Rows"),
                    &rows,
                    Said::literal("A sentence."),
                );
                let at = |y: usize| list.clone().chooser.point(&pointed(width as f32 / 2.0, y as f32, false));
                assert!((0..height).any(|y| at(y) == Some(chosen)), "no place for row {chosen} at {width}x{height}");
            }
        }
    }

    #[test]
    fn long_values_wrap_below_the_name_and_are_not_cut() {
        let pen = pen();
        let row = |value: &str| Row { name: Said::literal("Run"), value: Said::literal(value), ..Row::default() };
        let keys = ["Left Shift", "Right Shift", "Pad LT", "Pad left stick", "Caps Lock", "Mouse forward"];
        for width in [150, 300, 330, 460] {
            let lines = lines(&pen, &row(&keys.join(APART)), width);
            assert_eq!(lines.join(APART).trim_start(), keys.join(APART), "{width}");
            assert!(lines.iter().all(|line| pen.width(line) <= width), "{lines:?}");
        }
        assert_eq!(lines(&pen, &row("100 %"), 150), ["100 %"]);
        assert_eq!(lines(&pen, &row(""), 150), [""]);
    }

    #[test]
    fn selected_row_is_always_visible_and_others_fill_the_space() {
        let heights = [1, 1, 3, 2, 1, 4, 1, 1];
        for room in 1..20 {
            for chosen in 0..heights.len() {
                let seen = seen(&heights, chosen, room);
                let high: i32 = heights[seen.clone()].iter().sum();
                assert!(seen.contains(&chosen) && (high <= room || seen.len() == 1), "{chosen} of {room}: {seen:?}");
                let before = seen.start.checked_sub(1).is_some_and(|row| high + heights[row] <= room);
                let behind = heights.get(seen.end).is_some_and(|row| high + row <= room);
                assert!(!before && !behind, "{chosen} of {room}: {seen:?} leaves space for another row");
            }
        }
        assert_eq!(seen(&[1; 30], 10, 5), 7..12, "the next row must be visible, too");
    }

    #[test]
    fn click_returns_the_row_and_the_position_on_its_bar() {
        let pen = pen();
        let mut frame = raycast::Frame::new(640, 360);
        let mut list = List::new(3);
        list.rows(&mut Canvas::new(&mut frame), &pen, Area::new(100, 50, 400, 300), &rows(3));
        let (left, width) = list.bars;
        let y = |row: i32| (50 + row * pen.line_height() + 3) as f32;
        assert_eq!(list.click(&pointed((left + width / 4) as f32, y(1), false)), None);
        let (row, part) = list.click(&pointed((left + width / 4) as f32, y(1), true)).unwrap();
        assert!(row == 1 && (part - 0.25).abs() < 0.02);
        assert_eq!(list.click(&pointed((left + width + 50) as f32, y(2), true)), Some((2, 1.0)));
        assert_eq!(list.click(&pointed(0.0, y(1), true)), None, "next to the rows");
    }
}
