//! The triggers of a level's text, before their names are looked up.

use super::numbers::{Delay, Gravity, Light, Span};
use super::quoted::Quoted;
use crate::model::{Cause, How, Walker};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// A trigger as the text has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TriggerText<'a> {
    #[serde(borrow)]
    pub(crate) at: Quoted<'a>,
    pub(crate) on: Cause,
    #[serde(default)]
    pub(crate) by: Walker,
    #[serde(default)]
    pub(crate) how: HowText,
    #[serde(default)]
    pub(crate) after: Delay,
    #[serde(borrow, rename = "do")]
    pub(crate) acts: Vec<ActText<'a>>,
}

/// What a trigger does, as the text has it.
#[derive(Deserialize)]
pub(crate) enum ActText<'a> {
    #[serde(borrow)]
    Open(Quoted<'a>),
    Close(Quoted<'a>),
    Lock(Quoted<'a>),
    Unlock(Quoted<'a>),
    Push(Quoted<'a>),
    Light(Quoted<'a>, Light),
    LampsOn(Quoted<'a>),
    LampsOff(Quoted<'a>),
    Wake(Quoted<'a>),
    Spawn(Quoted<'a>),
    Say(#[serde(deserialize_with = "sentence")] String),
    Carry(Quoted<'a>, Quoted<'a>),
    Vent(Quoted<'a>),
    Seal(Quoted<'a>),
    Break(Quoted<'a>),
    Drop(Quoted<'a>, Quoted<'a>),
    Gravity(Gravity),
    GravityIn(Quoted<'a>, Gravity),
    Exit,
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
    #[default]
    Once,
    Again,
    Toggle,
    Timed(Span),
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
