//! Wiring: the names of places and the triggers of a level's text. Whatever is wired to nothing is told with its place.

use crate::layers::Builder;
use crate::legend::Light;
use crate::text::Row;
use crate::{Act, Cause, CellShape, How, Level, Place, PlaceIndex, ThingKind, Trigger, Walker};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// The most triggers of a level, and the most things that one does.
const MAX_TRIGGERS: usize = 1000;
const MAX_ACTS: usize = 100;

/// A trigger as the text has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TriggerText<'a> {
    #[serde(borrow)]
    at: Name<'a>,
    on: Cause,
    #[serde(default)]
    by: Walker,
    #[serde(default)]
    how: HowText,
    #[serde(default)]
    after: Delay,
    #[serde(borrow, rename = "do")]
    acts: Vec<ActText<'a>>,
}

/// A name of a place. It borrows from the file's text, so its line and column can be told.
#[derive(Clone, Copy)]
struct Name<'a>(&'a str);

impl<'de: 'a, 'a> Deserialize<'de> for Name<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameVisitor;
        impl<'de> Visitor<'de> for NameVisitor {
            type Value = Name<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a name in quotes, without a backslash")
            }

            fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Name<'de>, E> {
                Ok(Name(name))
            }
        }
        deserializer.deserialize_str(NameVisitor)
    }
}

/// What a trigger does, as the text has it.
#[derive(Deserialize)]
enum ActText<'a> {
    #[serde(borrow)]
    Open(Name<'a>),
    Close(Name<'a>),
    Lock(Name<'a>),
    Unlock(Name<'a>),
    Push(Name<'a>),
    Light(Name<'a>, Light),
    LampsOn(Name<'a>),
    LampsOff(Name<'a>),
    Wake(Name<'a>),
    Spawn(Name<'a>),
    Say(#[serde(deserialize_with = "sentence")] String),
    Carry(Name<'a>, Name<'a>),
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
enum HowText {
    #[default]
    Once,
    Again,
    Toggle,
    Timed(Span),
    Held,
}

impl HowText {
    fn how(self) -> How {
        match self {
            HowText::Once => How::Once,
            HowText::Again => How::Again,
            HowText::Toggle => How::Toggle,
            HowText::Timed(Span(seconds)) => How::Timed(seconds),
            HowText::Held => How::Held,
        }
    }
}

/// How long something lasts, in seconds.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f32")]
struct Span(f32);

impl TryFrom<f32> for Span {
    type Error = String;

    fn try_from(seconds: f32) -> Result<Self, String> {
        let is_span = (0.1..=600.0).contains(&seconds);
        is_span.then_some(Span(seconds)).ok_or(format!("it lasts from 0.1 to 600 seconds, not {seconds}"))
    }
}

/// How long something waits, in seconds.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(try_from = "f32")]
struct Delay(f32);

impl TryFrom<f32> for Delay {
    type Error = String;

    fn try_from(seconds: f32) -> Result<Self, String> {
        let is_delay = (0.0..=600.0).contains(&seconds);
        is_delay.then_some(Delay(seconds)).ok_or(format!("it waits from 0 to 600 seconds, not {seconds}"))
    }
}

impl Builder<'_> {
    /// Gives a cell a name.
    pub(crate) fn name(&mut self, level: &mut Level, cell: (usize, usize), name: &str) {
        let index = usize::from(self.places.index(name));
        if index == level.places.len() {
            level.places.push(Place { name: name.to_owned(), cells: Vec::new() });
        }
        if let Some(place) = level.places.get_mut(index) {
            place.cells.push(cell);
        }
    }

    /// The triggers; the level has all else already.
    pub(crate) fn triggers(&mut self, level: &mut Level) {
        for place in &mut level.places {
            place.cells.sort_unstable_by_key(|&(x, y)| (y, x));
            place.cells.dedup();
        }
        let text = self.text;
        if level.places.len() > usize::from(u16::MAX) || text.triggers.len() > MAX_TRIGGERS {
            self.mistake_of_map(format!("there are too many names, or more than {MAX_TRIGGERS} triggers"));
            return;
        }
        for (number, trigger) in text.triggers.iter().enumerate() {
            let Some(at) = self.place(level, trigger.at, number) else { continue };
            if let Some(what) = wrong_place(level, at, trigger) {
                self.mistake(Row(trigger.at.0), 0, format!("triggers[{number}]: {what}"));
            }
            if trigger.acts.is_empty() || trigger.acts.len() > MAX_ACTS {
                let what = format!("triggers[{number}]: it does nothing, or more than {MAX_ACTS} things");
                self.mistake(Row(trigger.at.0), 0, what);
            }
            let acts = trigger.acts.iter().filter_map(|act| self.act(level, act, number)).collect();
            let (how, after) = (trigger.how.how(), trigger.after.0);
            level.triggers.push(Trigger { at, on: trigger.on, by: trigger.by, how, after, acts });
        }
        self.waiting(level);
    }

    /// The place of a name.
    fn place(&mut self, level: &Level, name: Name, number: usize) -> Option<PlaceIndex> {
        let found = level.places.iter().position(|place| place.name == name.0);
        if found.is_none() {
            let known: Vec<&str> = level.places.iter().map(|place| place.name.as_str()).take(8).collect();
            let known = if known.is_empty() { "no cell has a name".to_owned() } else { known.join("', '") };
            self.mistake(
                Row(name.0),
                0,
                format!("triggers[{number}]: no cell is called '{}'; there are '{known}'", name.0),
            );
        }
        found.map(|index| PlaceIndex(index as u16))
    }

    /// The place of a name, if something of a kind is there.
    fn wired(
        &mut self,
        level: &Level,
        name: Name,
        number: usize,
        what: &str,
        is_there: impl Fn(usize, usize) -> bool,
    ) -> Option<PlaceIndex> {
        let index = self.place(level, name, number)?;
        if !level.place(index).cells.iter().any(|&(x, y)| is_there(x, y)) {
            self.mistake(Row(name.0), 0, format!("triggers[{number}]: no {what} is called '{}'", name.0));
        }
        Some(index)
    }

    fn act(&mut self, level: &mut Level, act: &ActText, number: usize) -> Option<Act> {
        let shape = |x, y| level.cell(x, y).shape;
        let door = |x, y| matches!(shape(x, y), CellShape::Door { .. });
        let open = |x, y| shape(x, y) == CellShape::Open;
        let pushed = |x, y| matches!(shape(x, y), CellShape::Push { way: Some(_), .. });
        let lamp = |x, y| level.lamps.iter().any(|lamp| (lamp.x, lamp.y) == (x, y));
        let thing = |x, y| level.things.iter().find(|thing| (thing.x, thing.y) == (x, y));
        let monster = |x, y| thing(x, y).is_some_and(|thing| matches!(thing.kind, ThingKind::Monster(_)));
        let waits = |x, y| thing(x, y).is_some_and(|thing| thing.waits);
        Some(match act {
            ActText::Open(name) => Act::Open(self.wired(level, *name, number, "door", door)?),
            ActText::Close(name) => Act::Close(self.wired(level, *name, number, "door", door)?),
            ActText::Lock(name) => Act::Lock(self.wired(level, *name, number, "door", door)?),
            ActText::Unlock(name) => Act::Unlock(self.wired(level, *name, number, "door", door)?),
            ActText::Push(name) => {
                Act::Push(self.wired(level, *name, number, "push-wall with a `push_way`", pushed)?)
            }
            ActText::Light(name, light) => {
                Act::Light(self.wired(level, *name, number, "open floor", open)?, Some(light.0))
            }
            ActText::LampsOn(name) => Act::Lamps(self.wired(level, *name, number, "lamp", lamp)?, true),
            ActText::LampsOff(name) => Act::Lamps(self.wired(level, *name, number, "lamp", lamp)?, false),
            ActText::Wake(name) => Act::Wake(self.wired(level, *name, number, "monster", monster)?),
            ActText::Spawn(name) => Act::Spawn(self.wired(level, *name, number, "thing that `waits`", waits)?),
            ActText::Say(text) => {
                level.messages.push(text.clone());
                Act::Say((level.messages.len() - 1) as u16)
            }
            ActText::Carry(from, to) => {
                let from_index = self.place(level, *from, number)?;
                let to_index = self.wired(level, *to, number, "open floor", open)?;
                if !same_shape(level, from_index, to_index) {
                    let what = format!("'{}' and '{}' are not open floor of the same shape", from.0, to.0);
                    self.mistake(Row(to.0), 0, format!("triggers[{number}]: {what}"));
                }
                Act::Carry(from_index, to_index)
            }
            ActText::Exit => Act::Exit,
            ActText::SecretExit => Act::SecretExit,
        })
    }

    /// Whatever waits is waited for.
    fn waiting(&mut self, level: &Level) {
        let called = |x, y| {
            let calls = |act: &Act| matches!(act, Act::Spawn(place) if level.place(*place).has(x, y));
            level.triggers.iter().any(|trigger| trigger.acts.iter().any(calls))
        };
        for thing in level.things.iter().filter(|thing| thing.waits && !called(thing.x, thing.y)) {
            let what = "this `waits` for ever: no trigger has a `Spawn` with a name of its cell".to_owned();
            self.mistake(self.text.map[thing.y], thing.x, what);
        }
    }
}

/// What is wrong with the cells where a trigger is set off, if anything.
fn wrong_place(level: &Level, at: PlaceIndex, trigger: &TriggerText) -> Option<&'static str> {
    let place = level.place(at);
    let shapes = || place.cells.iter().map(|&(x, y)| level.cell(x, y).shape);
    match trigger.on {
        Cause::Step if shapes().any(|shape| !matches!(shape, CellShape::Open | CellShape::Door { .. })) => {
            Some("nobody can step there: it must be floor or a door")
        }
        Cause::Use | Cause::Shot
            if shapes().any(|shape| !matches!(shape, CellShape::Wall { .. } | CellShape::Switch { .. })) =>
        {
            Some("what is used or shot must be a wall, with a `switch` if it shall be seen to work")
        }
        Cause::Use | Cause::Shot if trigger.by != Walker::Player => Some("only a `Step` is done `by` others"),
        Cause::Use | Cause::Shot if matches!(trigger.how, HowText::Held) => Some("only a `Step` can be `Held`"),
        _ => None,
    }
}

/// True if two places are open floor and one is the other, moved.
fn same_shape(level: &Level, from: PlaceIndex, to: PlaceIndex) -> bool {
    let (from, to) = (&level.place(from).cells, &level.place(to).cells);
    let moved = |&(x, y): &(usize, usize), &(first_x, first_y): &(usize, usize)| {
        (x as i64 - first_x as i64, y as i64 - first_y as i64)
    };
    let open = |&(x, y): &(usize, usize)| level.cell(x, y).shape == CellShape::Open;
    from.len() == to.len()
        && from.iter().zip(to).all(|(one, other)| moved(one, &from[0]) == moved(other, &to[0]))
        && from.iter().chain(to).all(open)
}
