//! Watch conditions: a small language for moments of a run, such as `health of player < 50 and door at 6,4 is open`.
//! [docs/serve.md](../../../docs/serve.md) defines it.

use crate::words::{cell_of, id_of};
use bevy::prelude::*;
use engine::{Air, Door, DoorState, EventRecord, Health, Id, Monster, Run};

/// A condition on the state after a tick: all of its clauses must be true.
#[derive(Clone, Debug, PartialEq)]
pub struct Watch(Vec<Clause>);

#[derive(Clone, Debug, PartialEq)]
enum Clause {
    /// A number of the state, compared with a constant.
    Compare(Quantity, Comparison, f64),
    /// The door in this cell is in one of these states.
    Door(IVec2, &'static [DoorState]),
    /// The monster with this id is in the state with this name.
    State(Id, String),
    /// The monster with this id sees its target.
    Sees(Id),
    /// An event with this name happened in the last tick, in this cell if it is given.
    Event(String, Option<IVec2>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Quantity {
    Tick,
    Kills,
    /// The health of the thing with this id.
    Health(Id),
    /// The air pressure of a cell, from 0 to 1.
    Air(IVec2),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

/// What may follow `door at X,Y`.
const DOOR_STATES: [(&str, &[DoorState]); 4] = [
    ("opens", &[DoorState::Opening]),
    ("closes", &[DoorState::Closing]),
    ("is open", &[DoorState::Open]),
    ("is closed", &[DoorState::Closed]),
];

const COMPARISONS: [(&str, Comparison); 5] = [
    ("<", Comparison::Less),
    ("<=", Comparison::AtMost),
    ("=", Comparison::Equal),
    (">=", Comparison::AtLeast),
    (">", Comparison::More),
];

impl Watch {
    /// Parses a condition.
    ///
    /// # Errors
    /// A sentence about the clause that is invalid.
    pub fn read(text: &str) -> Result<Watch, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.split(|word| *word == "and").map(Clause::read).collect::<Result<_, _>>().map(Watch)
    }

    /// Returns true if the condition is true after the last tick of a run, whose events are these.
    pub fn holds(&self, world: &mut World, events: &[EventRecord]) -> bool {
        self.0.iter().all(|clause| clause.holds(world, events))
    }
}

impl Clause {
    fn read(words: &[&str]) -> Result<Clause, String> {
        match words {
            ["door", "at", cell, state @ ..] => {
                let state = state.join(" ");
                let known = DOOR_STATES.iter().find(|(name, _)| *name == state);
                let (_, states) = known.ok_or_else(|| {
                    format!("'{}': a door 'opens', 'closes', 'is open' or 'is closed'", words.join(" "))
                })?;
                Ok(Clause::Door(self::cell(cell)?, states))
            }
            ["state", "of", id, "is", state] => Ok(Clause::State(self::id(id)?, (*state).to_owned())),
            [id, "sees", "player"] => Ok(Clause::Sees(self::id(id)?)),
            ["event", name] => Ok(Clause::Event((*name).to_owned(), None)),
            ["event", name, "at", cell] => Ok(Clause::Event((*name).to_owned(), Some(self::cell(cell)?))),
            [quantity @ .., comparison, value] => {
                let quantity = Quantity::read(quantity)?;
                let comparison = COMPARISONS.iter().find(|(name, _)| name == comparison);
                let (_, comparison) = comparison
                    .ok_or_else(|| format!("'{}': it must be compared with <, <=, =, >= or >", words.join(" ")))?;
                let value = value.parse().ok().filter(|value: &f64| value.is_finite());
                let value = value.ok_or_else(|| format!("'{}': the last word must be a number", words.join(" ")))?;
                Ok(Clause::Compare(quantity, *comparison, value))
            }
            _ => Err(format!("'{}' is not a clause; docs/serve.md lists them", words.join(" "))),
        }
    }

    fn holds(&self, world: &mut World, events: &[EventRecord]) -> bool {
        match self {
            Clause::Compare(quantity, comparison, value) => {
                quantity.value(world).is_some_and(|got| comparison.holds(got, *value))
            }
            Clause::Door(cell, states) => {
                world.query::<&Door>().iter(world).any(|door| door.cell() == *cell && states.contains(&door.state()))
            }
            Clause::State(id, state) => {
                monster(world, *id).is_some_and(|monster| format!("{:?}", monster.state()).eq_ignore_ascii_case(state))
            }
            Clause::Sees(id) => monster(world, *id).is_some_and(|monster| monster.sees()),
            Clause::Event(name, cell) => events.iter().any(|event| {
                event_name(&event.what).eq_ignore_ascii_case(name)
                    && cell.is_none_or(|cell| event.at.floor().as_ivec2() == cell)
            }),
        }
    }
}

impl Quantity {
    fn read(words: &[&str]) -> Result<Quantity, String> {
        match words {
            ["tick"] => Ok(Quantity::Tick),
            ["kills"] => Ok(Quantity::Kills),
            ["health", "of", id] => Ok(Quantity::Health(self::id(id)?)),
            ["air", "at", cell] => Ok(Quantity::Air(self::cell(cell)?)),
            _ => Err(format!("'{}' is not a number of the state; docs/serve.md lists them", words.join(" "))),
        }
    }

    /// Returns the value, or `None` if the thing or the cell does not exist.
    fn value(self, world: &mut World) -> Option<f64> {
        match self {
            Quantity::Tick => Some(world.resource::<Run>().tick as f64),
            Quantity::Kills => Some(f64::from(world.resource::<Run>().kills)),
            Quantity::Health(id) => {
                let mut all = world.query::<(&Id, &Health)>();
                all.iter(world).find(|(of, _)| **of == id).map(|(_, health)| f64::from(health.0))
            }
            Quantity::Air(cell) => world.get_resource::<Air>().map(|air| air.pressure(cell)),
        }
    }
}

impl Comparison {
    fn holds(self, got: f64, value: f64) -> bool {
        match self {
            Comparison::Less => got < value,
            Comparison::AtMost => got <= value,
            Comparison::Equal => got == value,
            Comparison::AtLeast => got >= value,
            Comparison::More => got > value,
        }
    }
}

fn monster(world: &mut World, id: Id) -> Option<Monster> {
    world.query::<(&Id, &Monster)>().iter(world).find(|(of, _)| **of == id).map(|(_, monster)| *monster)
}

/// Returns the name of an event without its values.
pub fn event_name(event: &impl std::fmt::Debug) -> String {
    let text = format!("{event:?}");
    text.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

/// Parses the id of a thing, or `player`.
fn id(word: &str) -> Result<Id, String> {
    id_of(word).ok_or_else(|| format!("'{word}' must be the id of a thing, or player"))
}

/// Parses a cell such as `6,4`.
fn cell(word: &str) -> Result<IVec2, String> {
    cell_of(word).ok_or_else(|| format!("'{word}' must be a cell such as 6,4"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::PLAYER;

    #[test]
    fn clauses_are_joined_by_and() {
        let watch = Watch::read("health of player < 50 and door at 6,4 opens and event Shot").unwrap();
        let health = Clause::Compare(Quantity::Health(PLAYER), Comparison::Less, 50.0);
        let door = Clause::Door(IVec2::new(6, 4), &[DoorState::Opening]);
        assert_eq!(watch.0, [health, door, Clause::Event("Shot".to_owned(), None)]);
    }

    #[test]
    fn invalid_clause_is_quoted() {
        for (text, what) in [
            ("", "'' is not a clause"),
            ("door at 6,4 explodes", "'door at 6,4 explodes': a door 'opens'"),
            ("door at 6 opens", "'6' must be a cell"),
            ("health of it < 3", "'it' must be the id of a thing"),
            ("health of 3 ~ 3", "it must be compared with"),
            ("tick > soon", "the last word must be a number"),
            ("mood of 3 > 1", "'mood of 3' is not a number of the state"),
        ] {
            let said = Watch::read(text).unwrap_err();
            assert!(said.contains(what), "{text}: {said}");
        }
    }
}
