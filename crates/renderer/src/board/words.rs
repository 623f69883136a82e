//! The words beside a board: what it is, how it stands, and what can be done, each with its key.

use crate::{
    board::hologram::{LIGHT, pane},
    board::layout::{BoardLayout, Control},
    canvas::area::Area,
    canvas::canvas::{Canvas, Colour, Lettering},
    canvas::text::Font,
    canvas::wrap::wrap,
};
use bevy::prelude::*;

/// What the controls of a board are called on the device in somebody's hands.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardKeys {
    /// Takes back.
    pub undo: &'static str,
    /// Shows a hint.
    pub hint: &'static str,
    /// Begins again.
    pub restart: &'static str,
    /// Plays for two, or against the computer.
    pub company: &'static str,
    /// Leaves.
    pub leave: &'static str,
}

impl Default for BoardKeys {
    /// Those of a keyboard.
    fn default() -> Self {
        BoardKeys { undo: "U", hint: "H", restart: "R", company: "T", leave: "Esc" }
    }
}

impl BoardKeys {
    fn of(self, control: Control) -> &'static str {
        match control {
            Control::Undo => self.undo,
            Control::Hint => self.hint,
            Control::Restart => self.restart,
            Control::Company => self.company,
            Control::Leave => self.leave,
        }
    }
}

const TITLE: Colour = Colour::rgb(140, 230, 255);
const TEXT: Colour = Colour::rgb(215, 235, 240);
const FAINT: Colour = Colour::rgb(130, 165, 175);
const STATUS: Colour = Colour::rgb(255, 222, 110);

/// What stands beside a board.
pub(super) struct Words<'a> {
    pub(super) title: &'a str,
    /// Who plays, or how far one is.
    pub(super) about: String,
    /// What happens now.
    pub(super) status: String,
    /// The rule in a sentence, if there is room.
    pub(super) rule: &'a str,
    /// What can be done, in words without their keys.
    pub(super) controls: Vec<(Control, String)>,
}

/// Draws the words on their pane.
pub(super) fn draw(canvas: &mut Canvas, font: &Font, layout: &BoardLayout, words: &Words, keys: BoardKeys, tick: u64) {
    pane(canvas, layout.words, layout.unit, tick);
    let (size, line) = text_size(font, layout);
    let inset = (6.0 * layout.unit) as i32;
    let Area { x, y, width, .. } = layout.words;
    let (left, width) = (x + inset, width - 2 * inset);
    let mut top = y + (2.0 * layout.unit) as i32;
    let end = layout.control(0, words.controls.len(), line).y;
    let paragraphs =
        [(words.title, TITLE), (words.about.as_str(), TEXT), (words.status.as_str(), STATUS), (words.rule, FAINT)];
    for (number, (text, colour)) in paragraphs.into_iter().enumerate() {
        let lines = wrap(font, &font.say(text), width / size);
        // The rule is there as a whole or not at all.
        if number == 3 && top + line * lines.len() as i32 > end {
            break;
        }
        for text in lines.iter().take_while(|text| !text.is_empty()) {
            if top + line <= end {
                canvas.text(font, text, left, top, Lettering::new(colour, size));
                top += line;
            }
        }
        top += if size as f32 * 2.0 <= layout.unit { line / 3 } else { 0 };
    }
    for (number, (control, text)) in words.controls.iter().enumerate() {
        let area = layout.control(number, words.controls.len(), line);
        let key = keys.of(*control);
        canvas.text(font, key, left, area.y, Lettering::new(LIGHT, size));
        let indent = font.width("Esc").max(font.width(key)) + font.width("  ");
        canvas.text(font, &font.say(text), left + indent * size, area.y, Lettering::new(TEXT, size));
    }
}

/// The size of the words, and the height of a line of them.
fn text_size(font: &Font, layout: &BoardLayout) -> (i32, i32) {
    let size = (layout.unit / 2.0).max(1.0) as i32;
    (size, font.line_height() * size)
}

/// The control at a place of the frame, of those that are there, from the top.
pub fn control_at(font: &Font, layout: &BoardLayout, controls: &[Control], place: Vec2) -> Option<Control> {
    let line = text_size(font, layout).1;
    let holds = |area: Area| {
        let (x, y) = (place.x.floor() as i32, place.y.floor() as i32);
        (area.x..area.x + area.width).contains(&x) && (area.y..area.y + area.height).contains(&y)
    };
    let found = (0..controls.len()).find(|number| holds(layout.control(*number, controls.len(), line)))?;
    controls.get(found).copied()
}
