//! A keyboard on the screen for text fields: for gamepads, touch screens and the mouse.

use crate::{
    input::action::Action,
    input::input::Input,
    input::pad::Device,
    input::presses::{Choice, Presses, Typed},
    ui::menu::holds,
    ui::text_layout::{self, BLACK, BRIGHT, PALE},
};
use localization::{Said, say};
use renderer::{Align, Area, Canvas, Lettering, Pen};

/// Letters and signs, row by row.
const LETTERS: [&str; 5] = ["1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm,.-", "äöüßéèàç!?"];
/// Number of keys in these rows.
const COLUMNS: usize = 10;
/// Keys of the last row.
const WIDE_KEYS: [Key; 4] = [Key::Shift, Key::Space, Key::Delete, Key::Done];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Letter(char),
    Shift,
    Space,
    Delete,
    Done,
}

/// Result of a pressed key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Struck {
    Typed(Typed),
    /// The text is complete.
    Done,
}

/// The selected key, and where the keys were drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keyboard {
    /// True while the player has no other keyboard in hand.
    pub(crate) is_shown: bool,
    row: usize,
    /// From 0 to 9, in the last row, too, so that the way up and down is straight.
    column: usize,
    is_shifted: bool,
    places: Vec<(Key, Area)>,
}

impl Keyboard {
    /// Shows the keyboard to a player with a gamepad or a touch screen, and hides it when a real key is pressed.
    pub(crate) fn serve(&mut self, pressed: &Presses, device: Device) {
        let has_keys = pressed.inputs.iter().any(|input| matches!(input, Input::Key(_)));
        self.is_shown = !has_keys && (self.is_shown || device == Device::Pad || pressed.touch);
    }

    /// Handles steps, confirmations and clicks. Returns what they type, in order.
    pub(crate) fn follow(&mut self, pressed: &Presses) -> Vec<Struck> {
        let mut struck = Vec::new();
        let rows = LETTERS.len() + 1;
        for choice in pressed.choices() {
            match choice {
                Choice::Up => self.row = (self.row + rows - 1) % rows,
                Choice::Down => self.row = (self.row + 1) % rows,
                Choice::Less => self.step(COLUMNS - 1, WIDE_KEYS.len() - 1),
                Choice::More => self.step(1, 1),
                Choice::Confirm => struck.extend(self.strike(self.chosen())),
            }
        }
        if pressed.asks(Action::MenuDelete) {
            struck.push(Struck::Typed(Typed::Back));
        }
        if let Some(place) = pressed.pointer.filter(|_| pressed.click) {
            let clicked = self.places.iter().find(|(_, area)| holds(*area, place)).map(|(key, _)| *key);
            struck.extend(clicked.and_then(|key| self.strike(key)));
        }
        struck
    }

    /// Moves to the right by this many keys of a row of letters or of the last row, wrapping around at the end.
    fn step(&mut self, letters: usize, wide_keys: usize) {
        if self.row < LETTERS.len() {
            self.column = (self.column + letters) % COLUMNS;
        } else {
            let key = (self.column * WIDE_KEYS.len() / COLUMNS + wide_keys) % WIDE_KEYS.len();
            self.column = (key * COLUMNS).div_ceil(WIDE_KEYS.len());
        }
    }

    fn chosen(&self) -> Key {
        let letter = LETTERS.get(self.row).and_then(|row| row.chars().nth(self.column));
        letter.map_or(WIDE_KEYS[self.column * WIDE_KEYS.len() / COLUMNS], Key::Letter)
    }

    /// Presses a key. Shift holds for one letter.
    fn strike(&mut self, key: Key) -> Option<Struck> {
        let is_shifted = self.is_shifted;
        self.is_shifted = key == Key::Shift && !is_shifted;
        match key {
            Key::Letter(letter) => {
                Some(Struck::Typed(Typed::Letter(if is_shifted { capital(letter) } else { letter })))
            }
            Key::Space => Some(Struck::Typed(Typed::Letter(' '))),
            Key::Delete => Some(Struck::Typed(Typed::Back)),
            Key::Done => Some(Struck::Done),
            Key::Shift => None,
        }
    }

    /// Draws the keys with their top at `y`.
    pub(crate) fn draw(&mut self, canvas: &mut Canvas, pen: &Pen, y: i32) {
        let chosen = self.chosen();
        self.places.clear();
        let (left, width) = (canvas.width() / 8, canvas.width() * 3 / 4);
        let high = text_layout::line_height(canvas, pen, 1) * 5 / 4;
        for (row, letters) in (0..).zip(LETTERS) {
            for (column, letter) in (0..).zip(letters.chars()) {
                let area = Area::new(left + width * column / 10, y + high * row, width / 10, high);
                self.places.push((Key::Letter(letter), area));
            }
        }
        for (number, key) in (0..).zip(WIDE_KEYS) {
            let area = Area::new(left + width * number / 4, y + high * LETTERS.len() as i32, width / 4, high);
            self.places.push((key, area));
        }
        for (key, area) in &self.places {
            let is_bright = *key == chosen || (*key == Key::Shift && self.is_shifted);
            canvas.fill(*area, if *key == chosen { BRIGHT } else { BLACK.covering(0.85) });
            let words = pen.say(key.words(self.is_shifted));
            let colour = match (*key == chosen, is_bright) {
                (true, _) => BLACK,
                (false, true) => BRIGHT,
                (false, false) => PALE,
            };
            let lettering = Lettering::new(colour, text_layout::size(canvas, pen, 1)).aligned(Align::Centre);
            canvas.text(pen, &words, area.x + area.width / 2, area.y + high / 10, lettering);
        }
    }
}

impl Key {
    fn words(self, is_shifted: bool) -> Said {
        match self {
            Key::Letter(letter) => Said::literal(if is_shifted { capital(letter) } else { letter }.to_string()),
            Key::Shift => say!("Shift").into(),
            Key::Space => say!("Space").into(),
            Key::Delete => say!("Delete").into(),
            Key::Done => say!("Done").into(),
        }
    }
}

/// Returns the capital of a letter, or the letter if its capital is not a single one.
fn capital(letter: char) -> char {
    let mut capitals = letter.to_uppercase();
    match (capitals.next(), capitals.next()) {
        (Some(capital), None) => capital,
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{action::Context, bindings::Bindings};
    use bevy::{input::gamepad::GamepadButton, math::Vec2};

    /// Returns what is typed with these gamepad buttons.
    fn typed(keyboard: &mut Keyboard, buttons: &[GamepadButton]) -> String {
        let inputs: Vec<Input> = buttons.iter().map(|button| Input::Pad(*button)).collect();
        let pressed = Presses::of_inputs(Context::Menu, &inputs, &Bindings::default());
        let letters = keyboard.follow(&pressed).into_iter().map(|struck| match struck {
            Struck::Typed(Typed::Letter(letter)) => letter,
            Struck::Typed(Typed::Back) => '<',
            Struck::Done => '!',
        });
        letters.collect()
    }

    #[test]
    fn gamepad_types_a_name_and_ends() {
        use GamepadButton::{DPadDown as Down, DPadLeft as Left, DPadRight as Right, DPadUp as Up, South, West};
        let mut keyboard = Keyboard::default();
        assert_eq!(typed(&mut keyboard, &[South, Right, South, Down, South]), "12w");
        // Left of the first column is the last one, and above the first row the wide keys.
        assert_eq!(typed(&mut keyboard, &[Left, Left, South, Up, Up, South]), "p!");
        assert_eq!(typed(&mut keyboard, &[Left, South, Left, South, Left, South]), "< ", "delete, space, shift");
        assert_eq!(typed(&mut keyboard, &[Down, Down, South, South, West]), "Qq<", "shift holds for one letter");
    }

    #[test]
    fn finger_types_the_key_that_it_touches() {
        let mut keyboard =
            Keyboard { places: vec![(Key::Letter('ß'), Area::new(10, 20, 5, 5))], ..Keyboard::default() };
        let mut touch = Presses::default();
        (touch.click, touch.touch, touch.pointer) = (true, true, Some(Vec2::new(12.0, 24.0)));
        keyboard.serve(&touch, Device::Keys);
        assert!(keyboard.is_shown);
        assert_eq!(keyboard.follow(&touch), [Struck::Typed(Typed::Letter('ß'))]);
        touch.pointer = Some(Vec2::new(15.0, 24.0));
        assert!(keyboard.follow(&touch).is_empty(), "next to the key");
        assert_eq!(capital('ß'), 'ß');
    }

    #[test]
    fn keyboard_is_hidden_from_those_who_have_one() {
        let mut keyboard = Keyboard::default();
        keyboard.serve(&Presses::default(), Device::Pad);
        assert!(keyboard.is_shown);
        keyboard.serve(&Presses::of_keys(Context::Menu, &[bevy::prelude::KeyCode::KeyA]), Device::Keys);
        assert!(!keyboard.is_shown);
    }
}
