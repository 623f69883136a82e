//! Script output: speech for the player, log messages for authors, and errors. It does not affect the simulation.

use crate::{rules::rules::Rules, tick::id::Id};
use bevy::prelude::*;
use sandbox::ScriptError;

/// Distance in tiles at which a creature's speech can be heard.
const VOICE: f32 = 12.0;

/// An output of a script.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Utterance {
    /// The creature that has the script.
    pub by: Id,
    /// Index of its kind in the rules.
    pub kind: u16,
    /// Position of the creature in tiles.
    pub at: Vec2,
    /// The output.
    pub words: Words,
}

/// The content of an output.
#[derive(Clone, Debug, PartialEq)]
pub enum Words {
    /// Speech of the creature.
    Said(String),
    /// A log message for the author of the script.
    Logged(String),
    /// An error of the script; each is reported once.
    Failed(ScriptError),
    /// The mod of this name has exceeded a budget: its creatures stand still until the end of the deck.
    SwitchedOff(String, Excess),
}

/// The budget that a mod has exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Its scripts took more than [`MAX_MOD_STEPS`](crate::MAX_MOD_STEPS) in a tick.
    Steps,
    /// Its creatures keep more than [`MAX_MOD_MEMORY`](crate::MAX_MOD_MEMORY).
    Memory,
}

impl Utterance {
    /// Returns the capitalised name of the speaker and the text, such as `Fox` and `Yip!`. Returns `None` if the output
    /// is not speech or the listener is too far away.
    pub fn heard(&self, from: Vec2, rules: &Rules) -> Option<(String, &str)> {
        let Words::Said(words) = &self.words else { return None };
        let (kind, _) = rules.monsters.get(usize::from(self.kind))?;
        let mut letters = kind.chars();
        let first = letters.next()?.to_uppercase();
        (from.distance(self.at) <= VOICE).then(|| (format!("{first}{}", letters.as_str()), words.as_str()))
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<Utterance>();
}
