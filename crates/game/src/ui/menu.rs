//! Menus: lines with a selection, for keyboard and mouse.

use crate::{
    input::presses::{Choice, Presses},
    ui::text_layout::{self, BRIGHT, PALE},
};
use bevy::math::Vec2;
use localization::Said;
use renderer::{Align, Area, Canvas, Lettering, Pen};

/// Selection among a number of lines.
#[derive(Clone, Debug)]
pub(crate) struct Chooser {
    count: usize,
    pub(crate) chosen: usize,
    /// Indices and areas of the drawn lines, for the mouse.
    areas: Vec<(usize, Area)>,
}

impl Chooser {
    /// Selects the first of `count` lines (at least one).
    pub(crate) const fn new(count: usize) -> Chooser {
        Chooser { count, chosen: 0, areas: Vec::new() }
    }

    /// Moves the selection up or down, wrapping around at the ends.
    pub(crate) fn step(&mut self, choice: Choice) {
        match choice {
            Choice::Up => self.chosen = (self.chosen + self.count - 1) % self.count,
            Choice::Down => self.chosen = (self.chosen + 1) % self.count,
            Choice::Less | Choice::More | Choice::Confirm => {}
        }
    }

    /// Selects the line under the pointer, if any, and returns it.
    pub(crate) fn point(&mut self, pressed: &Presses) -> Option<usize> {
        let place = pressed.pointer?;
        let (pointed, _) = self.areas.iter().find(|(_, area)| holds(*area, place))?;
        self.chosen = *pointed;
        Some(*pointed)
    }

    /// Clears the areas of the drawn lines.
    pub(crate) fn begin(&mut self) {
        self.areas.clear();
    }

    /// Records the area of a drawn line.
    pub(crate) fn place(&mut self, number: usize, area: Area) {
        self.areas.push((number, area));
    }
}

/// Menu with its lines and the selection. A click next to the lines activates the first one.
#[derive(Clone, Debug)]
pub(crate) struct Menu {
    lines: Vec<Said>,
    chooser: Chooser,
    /// True if many lines form two columns.
    folds: bool,
    /// Number of lines per column in the last frame.
    rows: usize,
}

/// Player's action on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// Activates the line.
    Take(usize),
    /// Changes the value of the line by this number of steps to the right, or to the left if negative.
    Change(usize, i32),
}

/// Preferred text scale.
const TIMES: i32 = 2;
/// Maximum share of the canvas height for a menu at that scale.
const MAX: f32 = 0.4;
/// Maximum number of lines in one column of a menu that folds.
const LONGEST: usize = 7;

impl Menu {
    /// Creates a menu of these lines (at least one) with the first one selected.
    pub(crate) fn new<S: Into<Said>>(lines: impl IntoIterator<Item = S>) -> Menu {
        let lines: Vec<Said> = lines.into_iter().map(Into::into).collect();
        Menu { chooser: Chooser::new(lines.len()), rows: lines.len(), lines, folds: false }
    }

    /// Returns the same menu, in two columns if it has many lines and the canvas is wide enough for them.
    pub(crate) fn folding(self) -> Menu {
        Menu { folds: true, ..self }
    }

    /// Returns the same menu with this line selected.
    pub(crate) fn at(mut self, number: usize) -> Menu {
        self.chooser.chosen = number;
        self
    }

    /// Selects the line of the same height in the other column, or the last line if there is none.
    pub(crate) fn cross(&mut self) {
        let (chosen, last) = (self.chooser.chosen, self.lines.len() - 1);
        self.chooser.chosen = match chosen.checked_sub(self.rows) {
            Some(other) => other,
            None if self.rows <= last => (chosen + self.rows).min(last),
            None => chosen,
        };
    }

    /// Returns the index of the selected line.
    pub(crate) fn chosen(&self) -> usize {
        self.chooser.chosen
    }

    /// Changes the text of a line.
    pub(crate) fn write(&mut self, number: usize, said: impl Into<Said>) {
        self.lines[number] = said.into();
    }

    /// Handles input until a line is activated, and returns the actions in order.
    pub(crate) fn follow(&mut self, pressed: &Presses) -> Vec<Pick> {
        let mut picks = Vec::new();
        for choice in pressed.choices_and_notches() {
            match choice {
                Choice::Confirm => {
                    picks.push(Pick::Take(self.chooser.chosen));
                    return picks;
                }
                Choice::Less => picks.push(Pick::Change(self.chooser.chosen, -1)),
                Choice::More => picks.push(Pick::Change(self.chooser.chosen, 1)),
                Choice::Up | Choice::Down => self.chooser.step(choice),
            }
        }
        let pointed = self.chooser.point(pressed);
        picks.extend(pressed.click.then_some(Pick::Take(pointed.unwrap_or(0))));
        picks
    }

    /// Handles input and returns the activated line, if any.
    pub(crate) fn taken(&mut self, pressed: &Presses) -> Option<usize> {
        self.follow(pressed)
            .into_iter()
            .find_map(|pick| if let Pick::Take(number) = pick { Some(number) } else { None })
    }

    /// Returns the height of all lines, down to the bottom of the last one.
    pub(crate) fn height(&self, canvas: &Canvas, pen: &Pen) -> i32 {
        let (times, step) = self.spaced(canvas, pen);
        step * (self.column_rows(canvas, pen) as i32 - 1) + text_layout::line_height(canvas, pen, times)
    }

    /// Returns the number of lines per column.
    fn column_rows(&self, canvas: &Canvas, pen: &Pen) -> usize {
        let has_room = canvas.width() >= COLUMNS_FROM * text_layout::size(canvas, pen, 1);
        let is_long = self.lines.len() > LONGEST;
        if self.folds && is_long && has_room { self.lines.len().div_ceil(2) } else { self.lines.len() }
    }

    /// Returns the text scale and the line spacing. On a small canvas, many lines use small text with as much spacing
    /// as fits. In two columns, all lines must fit into their column.
    fn spaced(&self, canvas: &Canvas, pen: &Pen) -> (i32, i32) {
        let wide = text_layout::line_height(canvas, pen, 1);
        let all = [(TIMES, step(canvas, pen, TIMES)), (1, wide), (1, step(canvas, pen, 1))];
        let most = canvas.height() as f32 * MAX;
        let rows = self.column_rows(canvas, pen);
        let widest = self.lines.iter().map(|line| pen.width(&selected(&pen.say(line)))).max().unwrap_or(0);
        let is_narrow = |times| widest * text_layout::size(canvas, pen, times) <= column_width(canvas);
        let fits = |times| rows == self.lines.len() || is_narrow(times);
        all.into_iter().find(|(times, step)| (step * rows as i32) as f32 <= most && fits(*times)).unwrap_or(all[2])
    }

    /// Draws the lines from `y` downwards.
    pub(crate) fn draw(&mut self, canvas: &mut Canvas, pen: &Pen, y: i32) {
        let (times, height) = self.spaced(canvas, pen);
        self.rows = self.column_rows(canvas, pen);
        self.chooser.begin();
        for (number, text) in self.lines.iter().enumerate() {
            let (column, row) = ((number / self.rows) as i32, (number % self.rows) as i32);
            let y = y + row * height;
            let said = pen.say(text);
            let (said, colour) = if number == self.chooser.chosen { (selected(&said), BRIGHT) } else { (said, PALE) };
            let area = if self.rows == self.lines.len() {
                text_layout::said_line(canvas, pen, &said, y, times, colour);
                Area::new(canvas.width() / 4, y, canvas.width() / 2, height)
            } else {
                let (width, size) = (column_width(canvas), text_layout::size(canvas, pen, times));
                let left = canvas.width() / 2 + (column - 1) * width;
                let said = text_layout::shortened(pen, &said, width / size);
                canvas.text(pen, &said, left + width / 2, y, Lettering::new(colour, size).aligned(Align::Centre));
                Area::new(left, y, width, height)
            };
            self.chooser.place(number, area);
        }
    }
}

/// Minimum width of a canvas for two columns, at text scale 1.
const COLUMNS_FROM: i32 = 520;

/// Returns the width of one of two columns.
fn column_width(canvas: &Canvas) -> i32 {
    canvas.width() * 3 / 8
}

/// Returns a line as it is shown while it is selected.
fn selected(said: &str) -> String {
    format!("> {said} <")
}

/// Returns the minimum line spacing of a menu. Running text has larger spacing.
fn step(canvas: &Canvas, pen: &Pen, times: i32) -> i32 {
    text_layout::line_height(canvas, pen, times) * 13 / 16
}

/// Returns true if a position in the frame is in an area.
pub(crate) fn holds(area: Area, place: Vec2) -> bool {
    let (x, y) = (place.x.floor() as i32, place.y.floor() as i32);
    (area.x..area.x.saturating_add(area.width)).contains(&x)
        && (area.y..area.y.saturating_add(area.height)).contains(&y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu() -> Menu {
        let mut menu = Menu::new(["Resume", "Restart", "Quit"].map(Said::literal));
        (0..3).for_each(|number| menu.chooser.place(number, Area::new(10, 20 * number as i32, 50, 20)));
        menu
    }

    fn pointed(x: f32, y: f32, click: bool) -> Presses {
        let mut pressed = Presses::default();
        (pressed.pointer, pressed.click) = (Some(Vec2::new(x, y)), click);
        pressed
    }

    #[test]
    fn menu_scale_and_spacing_shrink_with_more_lines() {
        let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/hullbreach.ttf")).unwrap();
        let pen = Pen::new(renderer::Font::read(&file).unwrap());
        let spaced = |count: usize, (width, height)| {
            let mut frame = raycast::Frame::new(width, height);
            let canvas = Canvas::new(&mut frame);
            let menu = Menu::new(vec![Said::literal("Quit"); count]);
            let (times, step) = menu.spaced(&canvas, &pen);
            let last = menu.height(&canvas, &pen) - step * (count as i32 - 1);
            assert_eq!(last, text_layout::line_height(&canvas, &pen, times), "the last line must have space below it");
            (times, step)
        };
        let high = pen.line_height();
        assert_eq!(
            [3, 8, 11].map(|count| spaced(count, (640, 360))),
            [(2, high * 13 / 8), (1, high), (1, high * 13 / 16)]
        );
        assert_eq!(spaced(3, (1280, 720)), (2, high * 13 / 4));
    }

    #[test]
    fn long_menu_folds_into_two_columns_on_a_wide_canvas() {
        let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/hullbreach.ttf")).unwrap();
        let pen = Pen::new(renderer::Font::read(&file).unwrap());
        let drawn = |count: usize, (width, height)| {
            let mut menu = Menu::new(vec![Said::literal("Quit"); count]).folding();
            menu.draw(&mut Canvas::new(&mut raycast::Frame::new(width, height)), &pen, 200);
            menu
        };
        let mut menu = drawn(11, (640, 360));
        let crossed = [0, 5, 8, 3].map(|line| {
            menu.chooser.chosen = line;
            menu.cross();
            menu.chooser.chosen
        });
        assert_eq!(crossed, [6, 10, 2, 9]);
        assert_eq!(menu.follow(&pointed(400.0, 203.0, true)), [Pick::Take(6)], "the pointer, in the right column");
        for (count, size) in [(LONGEST, (640, 360)), (11, (320, 180)), (11, (300, 640))] {
            let mut menu = drawn(count, size);
            menu.cross();
            assert_eq!((menu.rows, menu.chosen()), (count, 0), "one column at {size:?}");
        }
    }

    #[test]
    fn pointer_selects_and_click_activates() {
        let mut menu = menu();
        assert_eq!((menu.follow(&pointed(30.5, 45.0, false)), menu.chooser.chosen), (vec![], 2));
        assert_eq!(menu.follow(&pointed(30.5, 45.0, true)), [Pick::Take(2)]);
    }

    #[test]
    fn keys_are_handled_in_order_within_one_frame() {
        use bevy::input::keyboard::KeyCode::{ArrowDown, ArrowLeft, ArrowUp, Enter};
        let mut pressed = Presses::default();
        pressed.set_keys(&[ArrowDown, ArrowDown, Enter, ArrowDown]);
        assert_eq!(menu().follow(&pressed), [Pick::Take(2)]);
        pressed.set_keys(&[ArrowDown, ArrowLeft, ArrowLeft, ArrowUp, Enter]);
        assert_eq!(menu().follow(&pressed), [Pick::Change(1, -1), Pick::Change(1, -1), Pick::Take(0)]);
        pressed.set_keys(&[ArrowUp, ArrowUp, ArrowUp, ArrowUp, Enter]);
        assert_eq!(menu().follow(&pressed), [Pick::Take(2)]);
    }

    #[test]
    fn click_next_to_the_lines_activates_the_first() {
        assert_eq!(menu().follow(&pointed(90.0, 45.0, true)), [Pick::Take(0)]);
    }
}
