//! Reads the triggers and resolves their names. References without a matching target are errors.

use crate::{
    check::wired::{mark, targeted},
    model::level::Level,
    model::named_area::NamedAreaIndex,
    model::trigger::{Trigger, TriggerAction, TriggerCause, Walker},
    text::builder::Builder,
    text::names::Found,
    text::quoted::Quoted,
    text::trigger_text::{ActionText, RepeatText, TriggerText},
};
use std::collections::BTreeMap;

/// Maximum number of triggers of a level, and of actions of a trigger.
const MAX_TRIGGERS: usize = 1000;
const MAX_ACTS: usize = 100;
/// Maximum number of messages of a level.
const MAX_MESSAGES: usize = 10_000;

impl Builder<'_> {
    /// Reads the triggers. Everything else must be known, with the cells of each name in order.
    pub(crate) fn triggers(&mut self, level: &mut Level) {
        let text = self.text;
        if text.triggers.len() > MAX_TRIGGERS {
            self.mistake_of_map(format!(
                "the level must have at most {MAX_TRIGGERS} triggers, got {}",
                text.triggers.len()
            ));
            return;
        }
        let found = level.places.iter().map(|place| Found::of(level, place)).collect();
        let mut wiring = Wiring { builder: self, found, alike: BTreeMap::new(), number: 0 };
        for (number, trigger) in text.triggers.iter().enumerate() {
            wiring.number = number;
            wiring.trigger(level, trigger);
        }
        if level.messages.len() > MAX_MESSAGES {
            self.mistake_of_map(format!(
                "the level must have at most {MAX_MESSAGES} messages, got {}",
                level.messages.len()
            ));
        }
        mark(level);
        self.waiting(level);
    }

    /// Checks that each waiting thing is spawned by a trigger.
    fn waiting(&mut self, level: &Level) {
        let calls = |act: &TriggerAction| if let TriggerAction::Spawn(place) = act { Some(*place) } else { None };
        let called = targeted(level, calls);
        for thing in level.things.iter().filter(|thing| thing.waits && !called[thing.y * level.width + thing.x]) {
            let what = "this thing `waits` forever: no trigger has a `Spawn` with a name of its cell".to_owned();
            self.diagnostic(self.text.map[thing.y], thing.x, what);
        }
    }
}

/// State while the triggers are read. A malicious file may refer to a large area very often, so its contents are
/// determined only once.
struct Wiring<'a, 'b> {
    builder: &'a mut Builder<'b>,
    /// Contents of the named cells, by the index of the name.
    found: Vec<Found>,
    /// Cache of [`is_moved`].
    alike: BTreeMap<(u16, u16), bool>,
    /// Index of the current trigger.
    number: usize,
}

impl Wiring<'_, '_> {
    fn trigger(&mut self, level: &mut Level, text: &TriggerText) {
        let Some(at) = self.place(level, text.at) else { return };
        if let Some(what) = wrong_place(self.found(at), text) {
            self.diagnostic(text.at, what.to_owned());
        }
        if text.actions.is_empty() || text.actions.len() > MAX_ACTS {
            self.diagnostic(text.at, format!("`do` must have 1 to {MAX_ACTS} actions, got {}", text.actions.len()));
        }
        let actions = text.actions.iter().filter_map(|act| self.act(level, act)).collect();
        let (repeat, after) = (text.repeat.repeat(), text.after.0);
        level.triggers.push(Trigger { at, on: text.on, by: text.by, repeat, after, actions });
    }

    /// Adds an error about the current trigger, at one of its names.
    fn diagnostic(&mut self, name: Quoted, what: String) {
        self.builder.diagnostic(name, 0, format!("triggers[{}]: {what}", self.number));
    }

    fn found(&self, place: NamedAreaIndex) -> &Found {
        &self.found[usize::from(place.0)]
    }

    /// Looks up a name and adds an error if it is unknown.
    fn place(&mut self, level: &Level, name: Quoted) -> Option<NamedAreaIndex> {
        let found = self.builder.places.get(name.text());
        if found.is_none() {
            let known: Vec<&str> = level.places.iter().map(|place| place.name.as_str()).take(8).collect();
            let known = if known.is_empty() {
                "no cell has a name".to_owned()
            } else {
                format!("there are '{}'", known.join("', '"))
            };
            self.diagnostic(name, format!("no cell is named '{}'; {known}", name.text()));
        }
        found.map(NamedAreaIndex)
    }

    /// Looks up a name and adds an error if its cells do not contain what is expected.
    fn wired(
        &mut self,
        level: &Level,
        name: Quoted,
        what: &str,
        is_there: fn(&Found) -> bool,
    ) -> Option<NamedAreaIndex> {
        let place = self.place(level, name)?;
        if !is_there(self.found(place)) {
            self.diagnostic(name, format!("no {what} is named '{}'", name.text()));
        }
        Some(place)
    }

    fn act(&mut self, level: &mut Level, act: &ActionText) -> Option<TriggerAction> {
        let door = |wiring: &mut Self, name| wiring.wired(level, name, "door", |found| found.door);
        let lamp = |wiring: &mut Self, name| wiring.wired(level, name, "lamp", |found| found.lamp);
        let floor = |wiring: &mut Self, name| wiring.wired(level, name, "open floor", |found| found.floor);
        let hull_or_floor = |wiring: &mut Self, name| {
            wiring.wired(level, name, "window, `breakable` wall or open floor", |found| found.hull || found.floor)
        };
        Some(match *act {
            ActionText::Open(name) => TriggerAction::Open(door(self, name)?),
            ActionText::Close(name) => TriggerAction::Close(door(self, name)?),
            ActionText::Lock(name) => TriggerAction::Lock(door(self, name)?),
            ActionText::Unlock(name) => TriggerAction::Unlock(door(self, name)?),
            ActionText::Push(name) => {
                TriggerAction::Push(self.wired(level, name, "push-wall with a `push_way`", |found| found.pushed)?)
            }
            ActionText::Light(name, light) => TriggerAction::Light(floor(self, name)?, Some(light.0)),
            ActionText::LampsOn(name) => TriggerAction::Lamps(lamp(self, name)?, true),
            ActionText::LampsOff(name) => TriggerAction::Lamps(lamp(self, name)?, false),
            ActionText::Wake(name) => TriggerAction::Wake(self.wired(level, name, "monster", |found| found.monster)?),
            ActionText::Spawn(name) => {
                TriggerAction::Spawn(self.wired(level, name, "thing that `waits`", |found| found.waiting)?)
            }
            ActionText::Say(ref text) => {
                level.messages.push(text.clone());
                TriggerAction::Say((level.messages.len() - 1) as u16)
            }
            ActionText::Teleport(from, to) => {
                let (from, to) = self.both_ends(level, from, to)?;
                TriggerAction::Teleport(from, to)
            }
            ActionText::Drop(from, to) => {
                let (from, to) = self.both_ends(level, from, to)?;
                TriggerAction::Drop(from, to)
            }
            ActionText::Vent(name) => TriggerAction::Vent(hull_or_floor(self, name)?),
            ActionText::Seal(name) => TriggerAction::Seal(hull_or_floor(self, name)?),
            ActionText::Break(name) => {
                TriggerAction::Break(self.wired(level, name, "window or `breakable` wall", |found| found.hull)?)
            }
            ActionText::Gravity(pull) => TriggerAction::Gravity(None, pull.0),
            ActionText::GravityIn(name, pull) => TriggerAction::Gravity(Some(floor(self, name)?), pull.0),
            ActionText::Exit => TriggerAction::Exit,
            ActionText::SecretExit => TriggerAction::SecretExit,
        })
    }

    /// Looks up the two ends of a teleport or a fall.
    fn both_ends(&mut self, level: &mut Level, from: Quoted, to: Quoted) -> Option<(NamedAreaIndex, NamedAreaIndex)> {
        let places = (self.place(level, from)?, self.wired(level, to, "open floor", |found| found.floor)?);
        if !self.can_carry(level, places) {
            let what = format!("'{}' and '{}' must be open floor of the same shape", from.text(), to.text());
            self.diagnostic(to, what);
        }
        Some(places)
    }

    /// Returns true if both are open floor of the same shape.
    fn can_carry(&mut self, level: &Level, (from, to): (NamedAreaIndex, NamedAreaIndex)) -> bool {
        let is_floor = self.found(from).only_floor && self.found(to).only_floor;
        is_floor && *self.alike.entry((from.0, to.0)).or_insert_with(|| is_moved(level, from, to))
    }
}

/// Returns what is wrong with the cells where a trigger is set off, if anything.
fn wrong_place(at: &Found, trigger: &TriggerText) -> Option<&'static str> {
    match trigger.on {
        TriggerCause::Step if !at.only_ways => Some("a `Step` must be on floor or doors"),
        TriggerCause::Use | TriggerCause::Shot if !at.only_walls => {
            Some("`Use` and `Shot` must be on walls; add a `switch` to make the effect visible")
        }
        TriggerCause::Death if !at.monster => Some("a `Death` must be on monsters"),
        TriggerCause::Step => None,
        cause if cause.is_at_table() && !at.only_tables => Some("`Won`, `Lost` and `LostThreeTimes` must be on tables"),
        cause if cause.is_at_conduit() && !at.only_conduits => Some("`Solved` and `SolvedBest` must be on conduits"),
        _ if trigger.by != Walker::Player => Some("`by` requires `on: Step`"),
        _ if matches!(trigger.repeat, RepeatText::WhileHeld) => Some("`WhileHeld` requires `on: Step`"),
        _ => None,
    }
}

/// Returns true if one set of cells is the other one, translated.
fn is_moved(level: &Level, from: NamedAreaIndex, to: NamedAreaIndex) -> bool {
    let (from, to) = (&level.place(from).cells, &level.place(to).cells);
    let moved = |&(x, y): &(usize, usize), &(first_x, first_y): &(usize, usize)| {
        (x as i64 - first_x as i64, y as i64 - first_y as i64)
    };
    from.len() == to.len() && from.iter().zip(to).all(|(one, other)| moved(one, &from[0]) == moved(other, &to[0]))
}
