//! Utterances: what scripts say to the player, what they tell their authors, and what is wrong with them. No rule reads them.

use crate::tick::id::Id;
use bevy::prelude::*;
use sandbox::Mistake;

/// Something that a script has uttered, for whoever watches.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Utterance {
    /// The creature whose script it is.
    pub by: Id,
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
    Failed(Mistake),
}

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<Utterance>();
}
