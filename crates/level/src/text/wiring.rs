//! Wiring: the triggers of a level's text. Whatever is wired to nothing is told with its place.

use crate::{
    check::wired::{mark, reached},
    model::level::Level,
    model::place::PlaceIndex,
    model::trigger::{Act, Cause, Trigger, Walker},
    text::builder::Builder,
    text::names::Found,
    text::quoted::Quoted,
    text::trigger_text::{ActText, HowText, TriggerText},
};
use std::collections::BTreeMap;

/// The most triggers of a level, and the most things that one does.
const MAX_TRIGGERS: usize = 1000;
const MAX_ACTS: usize = 100;
/// The most messages of a level.
const MAX_MESSAGES: usize = 10_000;

impl Builder<'_> {
    /// The triggers; the level has all else already, its names in their order.
    pub(crate) fn triggers(&mut self, level: &mut Level) {
        let text = self.text;
        if text.triggers.len() > MAX_TRIGGERS {
            self.mistake_of_map(format!("there are {} triggers; at most {MAX_TRIGGERS} can be", text.triggers.len()));
            return;
        }
        let found = level.places.iter().map(|place| Found::of(level, place)).collect();
        let mut wiring = Wiring { builder: self, found, alike: BTreeMap::new(), number: 0 };
        for (number, trigger) in text.triggers.iter().enumerate() {
            wiring.number = number;
            wiring.trigger(level, trigger);
        }
        if level.messages.len() > MAX_MESSAGES {
            self.mistake_of_map(format!("triggers say more than {MAX_MESSAGES} things"));
        }
        mark(level);
        self.waiting(level);
    }

    /// Whatever waits is waited for.
    fn waiting(&mut self, level: &Level) {
        let calls = |act: &Act| if let Act::Spawn(place) = act { Some(*place) } else { None };
        let called = reached(level, calls);
        for thing in level.things.iter().filter(|thing| thing.waits && !called[thing.y * level.width + thing.x]) {
            let what = "this `waits` for ever: no trigger has a `Spawn` with a name of its cell".to_owned();
            self.mistake(self.text.map[thing.y], thing.x, what);
        }
    }
}

/// What is known while the triggers are read. A hostile file may refer to a large place very often, so what stands there
/// is worked out once.
struct Wiring<'a, 'b> {
    builder: &'a mut Builder<'b>,
    /// By the index of the place.
    found: Vec<Found>,
    /// Whether one place is the other, moved.
    alike: BTreeMap<(u16, u16), bool>,
    /// The number of the trigger that is read.
    number: usize,
}

impl Wiring<'_, '_> {
    fn trigger(&mut self, level: &mut Level, text: &TriggerText) {
        let Some(at) = self.place(level, text.at) else { return };
        if let Some(what) = wrong_place(self.found(at), text) {
            self.mistake(text.at, what.to_owned());
        }
        if text.acts.is_empty() || text.acts.len() > MAX_ACTS {
            self.mistake(text.at, format!("it does nothing, or more than {MAX_ACTS} things"));
        }
        let acts = text.acts.iter().filter_map(|act| self.act(level, act)).collect();
        let (how, after) = (text.how.how(), text.after.0);
        level.triggers.push(Trigger { at, on: text.on, by: text.by, how, after, acts });
    }

    /// Notes what is wrong with the trigger that is read, at one of its names.
    fn mistake(&mut self, name: Quoted, what: String) {
        self.builder.mistake(name, 0, format!("triggers[{}]: {what}", self.number));
    }

    fn found(&self, place: PlaceIndex) -> &Found {
        &self.found[usize::from(place.0)]
    }

    /// The place of a name.
    fn place(&mut self, level: &Level, name: Quoted) -> Option<PlaceIndex> {
        let found = self.builder.places.get(name.text());
        if found.is_none() {
            let known: Vec<&str> = level.places.iter().map(|place| place.name.as_str()).take(8).collect();
            let known = if known.is_empty() { "no cell has a name".to_owned() } else { known.join("', '") };
            self.mistake(name, format!("no cell is called '{}'; there are '{known}'", name.text()));
        }
        found.map(PlaceIndex)
    }

    /// The place of a name, if something of a kind is there.
    fn wired(&mut self, level: &Level, name: Quoted, what: &str, is_there: fn(&Found) -> bool) -> Option<PlaceIndex> {
        let place = self.place(level, name)?;
        if !is_there(self.found(place)) {
            self.mistake(name, format!("no {what} is called '{}'", name.text()));
        }
        Some(place)
    }

    fn act(&mut self, level: &mut Level, act: &ActText) -> Option<Act> {
        let door = |wiring: &mut Self, name| wiring.wired(level, name, "door", |found| found.door);
        let lamp = |wiring: &mut Self, name| wiring.wired(level, name, "lamp", |found| found.lamp);
        let floor = |wiring: &mut Self, name| wiring.wired(level, name, "open floor", |found| found.floor);
        let hull_or_floor = |wiring: &mut Self, name| {
            wiring.wired(level, name, "window, `thin` wall or open floor", |found| found.hull || found.floor)
        };
        Some(match *act {
            ActText::Open(name) => Act::Open(door(self, name)?),
            ActText::Close(name) => Act::Close(door(self, name)?),
            ActText::Lock(name) => Act::Lock(door(self, name)?),
            ActText::Unlock(name) => Act::Unlock(door(self, name)?),
            ActText::Push(name) => {
                Act::Push(self.wired(level, name, "push-wall with a `push_way`", |found| found.pushed)?)
            }
            ActText::Light(name, light) => Act::Light(floor(self, name)?, Some(light.0)),
            ActText::LampsOn(name) => Act::Lamps(lamp(self, name)?, true),
            ActText::LampsOff(name) => Act::Lamps(lamp(self, name)?, false),
            ActText::Wake(name) => Act::Wake(self.wired(level, name, "monster", |found| found.monster)?),
            ActText::Spawn(name) => Act::Spawn(self.wired(level, name, "thing that `waits`", |found| found.waiting)?),
            ActText::Say(ref text) => {
                level.messages.push(text.clone());
                Act::Say((level.messages.len() - 1) as u16)
            }
            ActText::Carry(from, to) => {
                let (from, to) = self.both_ends(level, from, to)?;
                Act::Carry(from, to)
            }
            ActText::Drop(from, to) => {
                let (from, to) = self.both_ends(level, from, to)?;
                Act::Drop(from, to)
            }
            ActText::Vent(name) => Act::Vent(hull_or_floor(self, name)?),
            ActText::Seal(name) => Act::Seal(hull_or_floor(self, name)?),
            ActText::Break(name) => Act::Break(self.wired(level, name, "window or `thin` wall", |found| found.hull)?),
            ActText::Gravity(pull) => Act::Gravity(None, pull.0),
            ActText::GravityIn(name, pull) => Act::Gravity(Some(floor(self, name)?), pull.0),
            ActText::Exit => Act::Exit,
            ActText::SecretExit => Act::SecretExit,
        })
    }

    /// Two places between which somebody is carried, or falls.
    fn both_ends(&mut self, level: &mut Level, from: Quoted, to: Quoted) -> Option<(PlaceIndex, PlaceIndex)> {
        let places = (self.place(level, from)?, self.wired(level, to, "open floor", |found| found.floor)?);
        if !self.can_carry(level, places) {
            let what = format!("'{}' and '{}' are not open floor of the same shape", from.text(), to.text());
            self.mistake(to, what);
        }
        Some(places)
    }

    /// True if two places are open floor and one is the other, moved.
    fn can_carry(&mut self, level: &Level, (from, to): (PlaceIndex, PlaceIndex)) -> bool {
        let is_floor = self.found(from).only_floor && self.found(to).only_floor;
        is_floor && *self.alike.entry((from.0, to.0)).or_insert_with(|| is_moved(level, from, to))
    }
}

/// What is wrong with the cells where a trigger is set off, if anything.
fn wrong_place(at: &Found, trigger: &TriggerText) -> Option<&'static str> {
    match trigger.on {
        Cause::Step if !at.only_ways => Some("nobody can step there: it must be floor or a door"),
        Cause::Use | Cause::Shot if !at.only_walls => {
            Some("what is used or shot must be a wall, with a `switch` if it shall be seen to work")
        }
        Cause::Step => None,
        cause if cause.is_at_table() && !at.only_tables => {
            Some("no table stands there, and only games at tables are won or lost")
        }
        cause if cause.is_at_conduit() && !at.only_conduits => {
            Some("no conduit is there, and only conduits are solved")
        }
        _ if trigger.by != Walker::Player => Some("only a `Step` is done `by` others"),
        _ if matches!(trigger.how, HowText::Held) => Some("only a `Step` can be `Held`"),
        _ => None,
    }
}

/// True if one place is the other, moved.
fn is_moved(level: &Level, from: PlaceIndex, to: PlaceIndex) -> bool {
    let (from, to) = (&level.place(from).cells, &level.place(to).cells);
    let moved = |&(x, y): &(usize, usize), &(first_x, first_y): &(usize, usize)| {
        (x as i64 - first_x as i64, y as i64 - first_y as i64)
    };
    from.len() == to.len() && from.iter().zip(to).all(|(one, other)| moved(one, &from[0]) == moved(other, &to[0]))
}
