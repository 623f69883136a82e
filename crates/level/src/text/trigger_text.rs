//! The triggers of a level's text, before their names are looked up.

use crate::{
    model::trigger::{Cause, How, Walker},
    text::numbers::{Delay, Gravity, Light, Span},
    text::quoted::Quoted,
};
use serde::{Deserialize, Deserializer, de::Error};

/// A trigger as the text has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TriggerText<'a> {
    /// The name of the cells where it is set off.
    #[serde(borrow)]
    pub(crate) at: Quoted<'a>,
    /// What sets it off.
    pub(crate) on: Cause,
    /// Whose steps count, for a `Step`.
    #[serde(default)]
    pub(crate) by: Walker,
    /// How often it works, and whether it takes back what it did.
    #[serde(default)]
    pub(crate) how: HowText,
    /// How many seconds pass until it works, 0 to 600.
    #[serde(default)]
    pub(crate) after: Delay,
    /// What it does, in this order.
    #[serde(borrow, rename = "do")]
    pub(crate) acts: Vec<ActText<'a>>,
}

/// What a trigger does, as the text has it.
#[derive(Deserialize)]
pub(crate) enum ActText<'a> {
    /// `Open("gate")`: doors open, whatever their locks, and stay so until a trigger closes them.
    #[serde(borrow)]
    Open(Quoted<'a>),
    /// `Close("gate")`: doors close; those that were held open no longer are.
    Close(Quoted<'a>),
    /// `Lock("gate")`: doors lock, with the lock that the level gave them, or sealed.
    Lock(Quoted<'a>),
    /// `Unlock("gate")`: doors are no longer locked.
    Unlock(Quoted<'a>),
    /// `Push("wall")`: push-walls that have a `push_way` go their way.
    Push(Quoted<'a>),
    /// `Light("hall", 0.9)`: cells get another light, from 0 to 1.
    Light(Quoted<'a>, Light),
    /// `LampsOn("hall")`: lamps go on.
    LampsOn(Quoted<'a>),
    /// `LampsOff("hall")`: lamps go off.
    LampsOff(Quoted<'a>),
    /// `Wake("nest")`: the undead that stand there, or keep their post there, learn where the player is.
    Wake(Quoted<'a>),
    /// `Spawn("nest")`: what `waits` there comes.
    Spawn(Quoted<'a>),
    /// `Say("Something opens far away.")`: a message of 1 to 200 characters is shown.
    Say(#[serde(deserialize_with = "sentence")] String),
    /// `Carry("cabin", "attic")`: the player is carried to the same spot of another place of the same shape.
    Carry(Quoted<'a>, Quoted<'a>),
    /// `Vent("hold")`: what was sealed opens to space again, and vents in the floor let the air out.
    Vent(Quoted<'a>),
    /// `Seal("hold")`: shutters fall over holes in the hull as soon as nobody is in their way, and vents shut.
    Seal(Quoted<'a>),
    /// `Break("shell")`: windows and thin walls break, whether they would by shots or not.
    Break(Quoted<'a>),
    /// `Drop("hatch", "cellar")`: whoever and whatever is on a hatch in the floor falls to the same spot of another
    /// place of the same shape.
    Drop(Quoted<'a>, Quoted<'a>),
    /// `Gravity(0.0)`: gravity on the whole deck, from 0 (all float) to 1 (as usual).
    Gravity(Gravity),
    /// `GravityIn("hold", 0.0)`: the same in some cells.
    GravityIn(Quoted<'a>, Gravity),
    /// The deck is done; the way on is the lift's.
    Exit,
    /// The deck is done; the way on is the secret lift's.
    SecretExit,
}

/// The most characters of a message: more than a few lines nobody reads while he is being eaten.
const LONGEST_MESSAGE: usize = 200;

/// What a trigger says.
fn sentence<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let text = String::deserialize(from)?;
    match text.chars().count() {
        1..=LONGEST_MESSAGE => Ok(text),
        length => Err(D::Error::custom(format!("a message has 1 to {LONGEST_MESSAGE} characters, not {length}"))),
    }
}

/// How often a trigger works, as the text has it.
#[derive(Clone, Copy, Default, Deserialize)]
pub(crate) enum HowText {
    /// Once; so it is if left out.
    #[default]
    Once,
    /// Each time.
    Again,
    /// Each second time it takes back what it did.
    Toggle,
    /// `Timed(5)`: it takes it back after so many seconds, 0.1 to 600, and can then be set off again.
    Timed(Span),
    /// It takes it back when nobody is on its cells any more; only for a `Step`.
    Held,
}

impl HowText {
    /// The same in the model.
    pub(crate) fn how(self) -> How {
        match self {
            HowText::Once => How::Once,
            HowText::Again => How::Again,
            HowText::Toggle => How::Toggle,
            HowText::Timed(Span(seconds)) => How::Timed(seconds),
            HowText::Held => How::Held,
        }
    }
}
