//! The text next to a board: its title, its status, and its controls with their keys.

use crate::{
    board::hologram::{LIGHT, pane},
    board::layout::{BoardLayout, Control},
    canvas::area::Area,
    canvas::canvas::{Canvas, Colour, Lettering},
    canvas::pen::Pen,
    canvas::wrap::wrap,
};
use ::localization::{Key, Said, say};
use bevy::prelude::*;

/// The names of the keys of a board's controls on the player's input device.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct BoardKeys {
    /// Takes a move back.
    pub undo: Said,
    /// Shows a hint.
    pub hint: Said,
    /// Restarts the game.
    pub restart: Said,
    /// Switches between two players and the computer.
    pub company: Said,
    /// Leaves the board.
    pub leave: Said,
}

impl Default for BoardKeys {
    /// Returns the keys of a keyboard.
    fn default() -> Self {
        BoardKeys {
            undo: say!("U").into(),
            hint: say!("H").into(),
            restart: say!("R").into(),
            company: say!("T").into(),
            leave: say!("Esc").into(),
        }
    }
}

impl BoardKeys {
    fn of(&self, control: Control) -> &Said {
        match control {
            Control::Undo => &self.undo,
            Control::Hint => &self.hint,
            Control::Restart => &self.restart,
            Control::Company => &self.company,
            Control::Leave => &self.leave,
        }
    }
}

const TITLE: Colour = Colour::rgb(140, 230, 255);
const TEXT: Colour = Colour::rgb(215, 235, 240);
const FAINT: Colour = Colour::rgb(130, 165, 175);
const STATUS: Colour = Colour::rgb(255, 222, 110);

/// The text next to a board.
pub(super) struct Words {
    pub(super) title: Key,
    /// The players, or the progress.
    pub(super) about: Said,
    /// The status.
    pub(super) status: Said,
    /// The rule in a sentence, shown if there is room.
    pub(super) rule: Key,
    /// The controls, with their text without the keys.
    pub(super) controls: Vec<(Control, Said)>,
}

/// Draws the text on its pane.
pub(super) fn draw(canvas: &mut Canvas, pen: &Pen, layout: &BoardLayout, words: &Words, keys: &BoardKeys, tick: u64) {
    pane(canvas, layout.words, layout.unit, tick);
    let (size, line) = text_size(pen, layout);
    let inset = (6.0 * layout.unit) as i32;
    let Area { x, y, width, .. } = layout.words;
    let (left, width) = (x + inset, width - 2 * inset);
    let mut top = y + (2.0 * layout.unit) as i32;
    let end = layout.control(0, words.controls.len(), line).y;
    let paragraphs = [
        (Said::from(words.title), TITLE),
        (words.about.clone(), TEXT),
        (words.status.clone(), STATUS),
        (Said::from(words.rule), FAINT),
    ];
    for (number, (said, colour)) in paragraphs.into_iter().enumerate() {
        let lines = wrap(pen.font(), &pen.say(said), width / size);
        // The rule is shown completely or not at all.
        if number == 3 && top + line * lines.len() as i32 > end {
            break;
        }
        for text in lines.iter().take_while(|text| !text.is_empty()) {
            if top + line <= end {
                canvas.text(pen, text, left, top, Lettering::new(colour, size));
                top += line;
            }
        }
        top += if size as f32 * 2.0 <= layout.unit { line / 3 } else { 0 };
    }
    for (number, (control, text)) in words.controls.iter().enumerate() {
        let area = layout.control(number, words.controls.len(), line);
        let key = &pen.say(keys.of(*control));
        canvas.text(pen, key, left, area.y, Lettering::new(LIGHT, size));
        let indent = pen.width("Esc").max(pen.width(key)) + pen.width("  ");
        canvas.text(pen, &pen.say(text), left + indent * size, area.y, Lettering::new(TEXT, size));
    }
}

/// Returns the scale of the text, and the height of a line.
fn text_size(pen: &Pen, layout: &BoardLayout) -> (i32, i32) {
    let size = (layout.unit / 2.0).max(1.0) as i32;
    (size, pen.line_height() * size)
}

/// Returns which of these controls, listed from the top, is at a point of the frame.
pub fn control_at(pen: &Pen, layout: &BoardLayout, controls: &[Control], place: Vec2) -> Option<Control> {
    let line = text_size(pen, layout).1;
    let holds = |area: Area| {
        let (x, y) = (place.x.floor() as i32, place.y.floor() as i32);
        (area.x..area.x + area.width).contains(&x) && (area.y..area.y + area.height).contains(&y)
    };
    let found = (0..controls.len()).find(|number| holds(layout.control(*number, controls.len(), line)))?;
    controls.get(found).copied()
}
