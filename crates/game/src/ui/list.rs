//! A list: rows of which one is chosen, each with a word on the left and what it says on the right. It scrolls where it is too long.

use crate::{
    input::presses::Presses,
    ui::menu::Chooser,
    ui::text_layout::{self, BLACK, BRIGHT, DIM, PALE, RED},
};
use bevy::math::Vec2;
use renderer::{Align, Area, Canvas, Lettering, Pen};
use std::ops::Range;
use words::Said;

/// A row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) name: Said,
    pub(crate) value: Said,
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
/// What stays free on both sides.
const GAP: i32 = 6;
/// What keeps things apart of which a row says several.
const APART: &str = "   ";

impl List {
    /// A list of so many rows, one at least, the first one chosen.
    pub(crate) const fn new(count: usize) -> List {
        List { chooser: Chooser::new(count), bars: (0, 0) }
    }

    /// The row that is clicked, and to which part of its bar, if one is. A pointer that moves chooses.
    pub(crate) fn click(&mut self, pressed: &Presses) -> Option<(usize, f32)> {
        let pointed = self.chooser.point(pressed)?;
        let (left, width) = self.bars;
        let x = pressed.pointer.map_or(0.0, |place| place.x);
        pressed.click.then_some((pointed, ((x - left as f32) / width.max(1) as f32).clamp(0.0, 1.0)))
    }

    /// Draws a panel in the middle of the canvas: a heading, the rows, and a sentence or two on the chosen one.
    pub(crate) fn panel(
        &mut self,
        canvas: &mut Canvas,
        pen: &Pen,
        heading: impl Into<Said>,
        rows: &[Row],
        foot: impl Into<Said>,
    ) {
        let (width, height) = (canvas.width(), canvas.height());
        let (size, line) = (text_layout::size(canvas, 1), text_layout::line_height(canvas, pen, 1));
        // What can be seen beside the panel shows what a choice does.
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

    /// Draws the rows into an area; those that have no room are left out, never the chosen one.
    fn rows(&mut self, canvas: &mut Canvas, pen: &Pen, area: Area, rows: &[Row]) {
        let (size, high) = (text_layout::size(canvas, 1), text_layout::line_height(canvas, pen, 1));
        let (gap, value) = (GAP * size, 60 * size);
        let said = said(pen, rows, area.width / size - 2 * GAP);
        let heights: Vec<i32> = said.iter().map(|lines| lines.len() as i32).collect();
        let shown = seen(&heights, self.chooser.chosen, area.height / high);
        // Bars begin in the middle, or where the longest name beside one ends.
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

/// What each row says on the right, in lines of this width.
fn said(pen: &Pen, rows: &[Row], width: i32) -> Vec<Vec<String>> {
    rows.iter().map(|row| lines(pen, row, width)).collect()
}

/// What a row says on the right, of which the first line stands beside its name. Of several things that stand three blanks apart none is
/// broken.
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

/// Which rows of these heights have room in so many lines: the chosen one, if there are more than two lines the next one, and what stands
/// before and behind them.
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
    fn on_every_size_of_picture_each_row_can_be_seen_and_pointed_at() {
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
                assert!((0..height).any(|y| at(y) == Some(chosen)), "row {chosen} at {width}x{height}");
            }
        }
    }

    #[test]
    fn what_has_no_room_beside_its_name_stands_below_it_and_nothing_is_cut() {
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
    fn rows_of_several_lines_are_seen_as_far_as_there_is_room_and_the_chosen_one_always() {
        let heights = [1, 1, 3, 2, 1, 4, 1, 1];
        for room in 1..20 {
            for chosen in 0..heights.len() {
                let seen = seen(&heights, chosen, room);
                let high: i32 = heights[seen.clone()].iter().sum();
                assert!(seen.contains(&chosen) && (high <= room || seen.len() == 1), "{chosen} of {room}: {seen:?}");
                let before = seen.start.checked_sub(1).is_some_and(|row| high + heights[row] <= room);
                let behind = heights.get(seen.end).is_some_and(|row| high + row <= room);
                assert!(!before && !behind, "{chosen} of {room}: {seen:?} leaves room for another one");
            }
        }
        assert_eq!(seen(&[1; 30], 10, 5), 7..12, "the next one is seen, too");
    }

    #[test]
    fn a_click_tells_row_and_part_of_its_bar() {
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
        assert_eq!(list.click(&pointed(0.0, y(1), true)), None, "beside the rows");
    }
}
