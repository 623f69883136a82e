//! A menu: lines of which one is chosen, by keys or with the mouse.

use crate::{
    input::presses::{Choice, Presses},
    ui::text_layout::{self, BRIGHT, PALE},
};
use bevy::math::Vec2;
use renderer::{Area, Canvas, Pen};
use words::Said;

/// Which of some lines is chosen.
#[derive(Clone, Debug)]
pub(crate) struct Chooser {
    count: usize,
    pub(crate) chosen: usize,
    /// Where lines were drawn, for the mouse: their numbers and places.
    areas: Vec<(usize, Area)>,
}

impl Chooser {
    /// The first of so many lines, one at least.
    pub(crate) const fn new(count: usize) -> Chooser {
        Chooser { count, chosen: 0, areas: Vec::new() }
    }

    /// Follows a key up or down, round at the ends.
    pub(crate) fn step(&mut self, choice: Choice) {
        match choice {
            Choice::Up => self.chosen = (self.chosen + self.count - 1) % self.count,
            Choice::Down => self.chosen = (self.chosen + 1) % self.count,
            Choice::Less | Choice::More | Choice::Confirm => {}
        }
    }

    /// Chooses the line at which the mouse points, if it does.
    pub(crate) fn point(&mut self, pressed: &Presses) -> Option<usize> {
        let place = pressed.pointer?;
        let (pointed, _) = self.areas.iter().find(|(_, area)| holds(*area, place))?;
        self.chosen = *pointed;
        Some(*pointed)
    }

    /// Forgets where lines were drawn.
    pub(crate) fn begin(&mut self) {
        self.areas.clear();
    }

    /// Remembers where a line is drawn.
    pub(crate) fn place(&mut self, number: usize, area: Area) {
        self.areas.push((number, area));
    }
}

/// The lines, and which one is chosen. The first is what a click beside them means.
#[derive(Clone, Debug)]
pub(crate) struct Menu {
    lines: Vec<Said>,
    chooser: Chooser,
}

/// What somebody does with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// He confirms it.
    Take(usize),
    /// He goes so many steps to the right on it, or to the left with a negative number.
    Change(usize, i32),
}

/// The size of its words where there is room for it.
const TIMES: i32 = 2;
/// The most of the canvas's height that a menu takes with words of that size.
const MAX: f32 = 0.4;

impl Menu {
    /// A menu of these lines, the first one chosen; one at least.
    pub(crate) fn new<S: Into<Said>>(lines: impl IntoIterator<Item = S>) -> Menu {
        let lines: Vec<Said> = lines.into_iter().map(Into::into).collect();
        Menu { chooser: Chooser::new(lines.len()), lines }
    }

    /// The number of the line that is chosen.
    pub(crate) fn chosen(&self) -> usize {
        self.chooser.chosen
    }

    /// Writes something else on a line of the menu.
    pub(crate) fn write(&mut self, number: usize, said: impl Into<Said>) {
        self.lines[number] = said.into();
    }

    /// Follows what was pressed, until a line is taken: what is done with lines, in its order.
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

    /// The line that is taken, if one is.
    pub(crate) fn taken(&mut self, pressed: &Presses) -> Option<usize> {
        self.follow(pressed)
            .into_iter()
            .find_map(|pick| if let Pick::Take(number) = pick { Some(number) } else { None })
    }

    /// The height of all lines, down to where the last letters end.
    pub(crate) fn height(&self, canvas: &Canvas, pen: &Pen) -> i32 {
        let (times, step) = self.spaced(canvas, pen);
        step * (self.lines.len() as i32 - 1) + text_layout::line_height(canvas, pen, times)
    }

    /// The size of its words, and how far it is from one line to the next: on a small canvas many lines are written small, and then as
    /// far apart as there is room for.
    fn spaced(&self, canvas: &Canvas, pen: &Pen) -> (i32, i32) {
        let wide = text_layout::line_height(canvas, pen, 1);
        let all = [(TIMES, step(canvas, pen, TIMES)), (1, wide), (1, step(canvas, pen, 1))];
        let most = canvas.height() as f32 * MAX;
        all.into_iter().find(|(_, step)| (step * self.lines.len() as i32) as f32 <= most).unwrap_or(all[2])
    }

    /// Draws the lines from `y` downwards.
    pub(crate) fn draw(&mut self, canvas: &mut Canvas, pen: &Pen, y: i32) {
        let (times, height) = self.spaced(canvas, pen);
        self.chooser.begin();
        for (number, text) in self.lines.iter().enumerate() {
            let area = Area::new(canvas.width() / 4, y + number as i32 * height, canvas.width() / 2, height);
            let said = pen.say(text);
            let (said, colour) =
                if number == self.chooser.chosen { (format!("> {said} <"), BRIGHT) } else { (said, PALE) };
            text_layout::said_line(canvas, pen, &said, area.y, times, colour);
            self.chooser.place(number, area);
        }
    }
}

/// From one line to the next where there is little room: words in sentences stand farther apart.
fn step(canvas: &Canvas, pen: &Pen, times: i32) -> i32 {
    text_layout::line_height(canvas, pen, times) * 13 / 16
}

/// True if a place of the frame lies in an area.
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
    fn few_lines_are_large_more_are_small_and_many_stand_close() {
        let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/hullbreach.ttf")).unwrap();
        let pen = Pen::new(renderer::Font::read(&file).unwrap());
        let spaced = |count: usize, (width, height)| {
            let mut frame = raycast::Frame::new(width, height);
            let canvas = Canvas::new(&mut frame);
            let menu = Menu::new(vec![Said::literal("Quit"); count]);
            let (times, step) = menu.spaced(&canvas, &pen);
            let last = menu.height(&canvas, &pen) - step * (count as i32 - 1);
            assert_eq!(last, text_layout::line_height(&canvas, &pen, times), "the last line has room below it");
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
    fn the_pointer_chooses_and_a_click_confirms() {
        let mut menu = menu();
        assert_eq!((menu.follow(&pointed(30.5, 45.0, false)), menu.chooser.chosen), (vec![], 2));
        assert_eq!(menu.follow(&pointed(30.5, 45.0, true)), [Pick::Take(2)]);
    }

    #[test]
    fn keys_count_in_their_order_even_within_one_picture() {
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
    fn a_click_beside_the_lines_means_the_first() {
        assert_eq!(menu().follow(&pointed(90.0, 45.0, true)), [Pick::Take(0)]);
    }
}
