//! Scrolling text that is longer than the screen.

use crate::{
    input::action::Action,
    input::input::Input,
    input::presses::Presses,
    ui::text_layout::{self, BLACK, BRIGHT, DIM, PALE},
};
use bevy::math::Vec2;
use localization::{Said, say};
use renderer::{Area, Canvas, Lettering, Pen, wrap};

/// Visible part of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scroll {
    /// Index of the first visible line.
    first: usize,
    /// Number of lines, and the number of them that fit, in the last frame.
    count: usize,
    shown: usize,
}

/// Number of lines per notch of the mouse wheel.
const NOTCH: usize = 3;

impl Scroll {
    /// Creates a scroll that starts at its end.
    pub(crate) fn at_end() -> Scroll {
        Scroll { first: usize::MAX, ..Scroll::default() }
    }

    fn last(&self) -> usize {
        self.count.saturating_sub(self.shown)
    }

    /// Handles input and returns true when the player leaves the text. A click scrolls by a page, and leaves at the
    /// end.
    pub(crate) fn follow(&mut self, pressed: &Presses) -> bool {
        let page = self.shown.saturating_sub(1).max(1);
        for action in pressed.actions() {
            match action {
                Action::MenuUp => self.first = self.first.saturating_sub(1),
                Action::MenuDown => self.first = self.first.saturating_add(1),
                Action::MenuLeft | Action::PageUp => self.first = self.first.saturating_sub(page),
                Action::MenuRight | Action::PageDown => self.first = self.first.saturating_add(page),
                Action::TextStart => self.first = 0,
                Action::TextEnd => self.first = self.last(),
                Action::MenuConfirm => return true,
                _ => {}
            }
            self.first = self.first.min(self.last());
        }
        for input in &pressed.inputs {
            match input {
                Input::WheelUp => self.first = self.first.saturating_sub(NOTCH),
                Input::WheelDown => self.first = self.first.saturating_add(NOTCH),
                _ => {}
            }
            self.first = self.first.min(self.last());
        }
        let is_at_end = self.first >= self.last();
        if pressed.click {
            self.first = self.first.saturating_add(page).min(self.last());
        }
        pressed.back() || pressed.click && is_at_end
    }

    /// Draws a panel over the canvas: a heading, as many lines as fit, and how to go on. Long lines are wrapped and not
    /// translated. A line that starts with `#` is a heading.
    pub(crate) fn draw(&mut self, canvas: &mut Canvas, pen: &Pen, heading: impl Into<Said>, text: &[String]) {
        let (width, height) = (canvas.width(), canvas.height());
        let (size, line) = (text_layout::size(canvas, pen, 1), text_layout::line_height(canvas, pen, 1));
        let wide = (520 * size).min(width);
        let area = Area::new((width - wide) / 2 + 8 * size, 2 * line, wide - 16 * size, height - 3 * line - line / 2);
        canvas.fill(Area::new((width - wide) / 2, 0, wide, height), BLACK.covering(0.9));
        text_layout::line(canvas, pen, heading, line / 4, 2, PALE);
        let wrapped = text.iter().flat_map(|paragraph| match paragraph.strip_prefix("# ") {
            Some(heading) => vec![(heading.to_owned(), BRIGHT)],
            None if paragraph.is_empty() => vec![(String::new(), PALE)],
            None => wrap(pen.font(), paragraph, area.width / size).into_iter().map(|line| (line, PALE)).collect(),
        });
        let lines: Vec<(String, renderer::Colour)> = wrapped.collect();
        (self.count, self.shown) = (lines.len(), (area.height / line).max(1) as usize);
        self.first = self.first.min(self.last());
        for (row, (words, colour)) in (0..).zip(lines.iter().skip(self.first).take(self.shown)) {
            canvas.text(pen, words, area.x, area.y + row * line, Lettering::new(*colour, size));
        }
        let mut sign = |y: i32, high: f32| text_layout::arrow(canvas, Vec2::new((width / 2) as f32, y as f32), high);
        if self.first > 0 {
            sign(area.y, -3.0 * size as f32);
        }
        if self.first < self.last() {
            sign(area.y + area.height, 3.0 * size as f32);
        }
        let foot = say!(
            "{first} to {last} of {all}",
            first = self.first + 1,
            last = (self.first + self.shown).min(self.count),
            all = self.count
        );
        text_layout::line(canvas, pen, &foot, height - line - line / 8, 1, DIM);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::keyboard::KeyCode::{self, ArrowDown, ArrowRight, ArrowUp, End, Escape, Home};

    fn pen() -> Pen {
        let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/hullbreach.ttf")).unwrap();
        Pen::new(renderer::Font::read(&file).unwrap())
    }

    fn press(scroll: &mut Scroll, key: KeyCode) -> bool {
        let mut pressed = Presses::default();
        pressed.set_keys(&[key]);
        scroll.follow(&pressed)
    }

    #[test]
    fn scroll_shows_all_text_at_every_size_and_exits_at_the_end() {
        let text: Vec<String> = (0..200).map(|number| format!("This is the line of the number {number}")).collect();
        for (width, height) in [(320, 180), (1280, 720), (2560, 1080)] {
            let mut frame = raycast::Frame::new(width, height);
            let mut scroll = Scroll::default();
            let mut clicks = 0;
            let mut pressed = Presses::default();
            pressed.click = true;
            loop {
                scroll.draw(&mut Canvas::new(&mut frame), &pen(), Said::literal("Text"), &text);
                clicks += 1;
                if scroll.follow(&pressed) {
                    break;
                }
                assert!(clicks < 300);
            }
            assert!(scroll.shown > 3 && scroll.first == 200 - scroll.shown, "{width}x{height}: {scroll:?}");
        }
    }

    #[test]
    fn keys_and_wheel_scroll_within_the_text() {
        let text: Vec<String> = (0..50).map(|number| number.to_string()).collect();
        let mut frame = raycast::Frame::new(320, 180);
        let mut scroll = Scroll::at_end();
        scroll.draw(&mut Canvas::new(&mut frame), &pen(), Said::literal("Text"), &text);
        let last = 50 - scroll.shown;
        assert_eq!(scroll.first, last);
        assert!(!press(&mut scroll, ArrowDown) && scroll.first == last);
        assert!(!press(&mut scroll, Home) && scroll.first == 0);
        press(&mut scroll, ArrowUp);
        press(&mut scroll, ArrowRight);
        assert_eq!(scroll.first, scroll.shown - 1);
        scroll.follow(&Presses::of_input(Input::WheelUp));
        assert_eq!(scroll.first, scroll.shown - 1 - NOTCH);
        press(&mut scroll, End);
        assert_eq!(scroll.first, last);
        assert!(press(&mut scroll, Escape));
    }
}
