//! Triggers of a level's text, before their names are looked up.

use crate::{
    model::trigger::{Repeat, TriggerCause, Walker},
    text::numbers::{Delay, Gravity, Light, Span},
    text::quoted::Quoted,
};
use serde::{Deserialize, Deserializer, de::Error};

/// A trigger, as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TriggerText<'a> {
    /// Name of the cells where it is set off.
    #[serde(borrow)]
    pub(crate) at: Quoted<'a>,
    /// Cause.
    pub(crate) on: TriggerCause,
    /// Bodies whose steps count, for a `Step`.
    #[serde(default)]
    pub(crate) by: Walker,
    /// Repetition: how often it fires, and whether it undoes its actions.
    #[serde(default, alias = "how")]
    pub(crate) repeat: RepeatText,
    /// Delay in seconds, 0 to 600; default 0.
    #[serde(default)]
    pub(crate) after: Delay,
    /// Actions, in order.
    #[serde(borrow, rename = "do")]
    pub(crate) actions: Vec<ActionText<'a>>,
}

/// An action of a trigger, as written in the file.
#[derive(Deserialize)]
pub(crate) enum ActionText<'a> {
    /// `Open("gate")`: opens doors, even locked ones, and keeps them open until a trigger closes them.
    #[serde(borrow)]
    Open(Quoted<'a>),
    /// `Close("gate")`: closes doors, also those that were held open. A corpse in the doorway is pushed out; a living
    /// body and a gale block them.
    Close(Quoted<'a>),
    /// `Lock("gate")`: locks doors with the lock that the level gives them, or seals them if it gives none, and closes
    /// them like `Close`.
    Lock(Quoted<'a>),
    /// `Unlock("gate")`: unlocks doors.
    Unlock(Quoted<'a>),
    /// `Push("wall")`: moves push-walls that have a `push_way`.
    Push(Quoted<'a>),
    /// `Light("hall", 0.9)`: sets the brightness of cells, from 0 to 1.
    Light(Quoted<'a>, Light),
    /// `LampsOn("hall")`: turns lamps on.
    LampsOn(Quoted<'a>),
    /// `LampsOff("hall")`: turns lamps off.
    LampsOff(Quoted<'a>),
    /// `Wake("nest")`: alerts the monsters in the cells, and those whose post is there, to the player's position.
    Wake(Quoted<'a>),
    /// `Spawn("nest")`: spawns the things in the cells that have `waits`.
    Spawn(Quoted<'a>),
    /// `Say("Something opens far away.")`: shows a message of 1 to 200 characters.
    Say(#[serde(deserialize_with = "sentence")] String),
    /// `Teleport("cabin", "attic")`: teleports the player to the same spot of other cells with the same shape.
    #[serde(alias = "Carry")]
    Teleport(Quoted<'a>, Quoted<'a>),
    /// `Vent("hold")`: reopens sealed holes in the hull, and opens vents in the floor, which let the air out.
    Vent(Quoted<'a>),
    /// `Seal("hold")`: closes holes in the hull with shutters, as soon as nothing is in their way, and closes vents.
    Seal(Quoted<'a>),
    /// `Break("shell")`: breaks windows and thin walls, even those that shots cannot break.
    Break(Quoted<'a>),
    /// `Drop("hatch", "cellar")`: opens a hatch in the floor. Everything on it falls to the same spot of other cells
    /// with the same shape.
    Drop(Quoted<'a>, Quoted<'a>),
    /// `Gravity(0.0)`: sets the gravity of the whole deck, from 0 (weightless) to 1 (normal).
    Gravity(Gravity),
    /// `GravityIn("hold", 0.0)`: sets the gravity of some cells.
    GravityIn(Quoted<'a>, Gravity),
    /// Finishes the deck and leads where the lift does.
    Exit,
    /// Finishes the deck and leads where the secret lift does.
    SecretExit,
}

/// Maximum number of characters of a message: players cannot read more than a few lines in a fight.
const MAX_MESSAGE_CHARS: usize = 200;

/// Reads the text of a message.
fn sentence<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let text = String::deserialize(from)?;
    match text.chars().count() {
        1..=MAX_MESSAGE_CHARS => Ok(text),
        length => {
            Err(D::Error::custom(format!("a message must have 1 to {MAX_MESSAGE_CHARS} characters, got {length}")))
        }
    }
}

/// How often a trigger fires, as written in the file.
#[derive(Clone, Copy, Default, Deserialize)]
pub(crate) enum RepeatText {
    /// Fires only once (default).
    #[default]
    Once,
    /// Fires each time.
    #[serde(alias = "Again")]
    Always,
    /// Fires each time; every second time it undoes its actions.
    Toggle,
    /// `Timed(5)`: undoes its actions after this number of seconds, 0.1 to 600, and can then be set off again.
    Timed(Span),
    /// Undoes its actions when its cells are empty again; only for a `Step`.
    #[serde(alias = "Held")]
    WhileHeld,
}

impl RepeatText {
    /// Converts it into the type of the model.
    pub(crate) fn repeat(self) -> Repeat {
        match self {
            RepeatText::Once => Repeat::Once,
            RepeatText::Always => Repeat::Always,
            RepeatText::Toggle => Repeat::Toggle,
            RepeatText::Timed(Span(seconds)) => Repeat::Timed(seconds),
            RepeatText::WhileHeld => Repeat::WhileHeld,
        }
    }
}
