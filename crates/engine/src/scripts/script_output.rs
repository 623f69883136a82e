//! Utterances: what scripts say to the player, what they tell their authors, and what is wrong with them. No rule reads them.

use crate::{rules::rules::Rules, tick::id::Id};
use bevy::prelude::*;
use sandbox::ScriptError;

/// What a creature says is heard so far, in tiles.
const VOICE: f32 = 12.0;

/// Something that a script has uttered, for whoever watches.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Utterance {
    /// The creature whose script it is.
    pub by: Id,
    /// The number of its kind in the rules.
    pub kind: u16,
    /// Where that stands, in tiles.
    pub at: Vec2,
    /// What it has uttered.
    pub words: Words,
}

/// What a script has uttered.
#[derive(Clone, Debug, PartialEq)]
pub enum Words {
    /// The creature says this.
    Said(String),
    /// The script tells its author this.
    Logged(String),
    /// This is wrong with the script; told once.
    Failed(ScriptError),
}

impl Utterance {
    /// What somebody at a point hears of it: who says it, with a capital letter, and what, such as `Fox` and `Yip!`. None if it is not
    /// said, or too far off.
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
