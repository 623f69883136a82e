//! Spawns: the things that a run puts onto its deck, in the order of their ids.
//!
//! Each thing keeps its id, including those that still wait to be called. The origin of a thing therefore need not be
//! saved.

use crate::{
    machines::door::Door, machines::lift::LiftSwitch, machines::pushwall::PushWall, rules::rules::Rules, tick::id::Id,
};
use level::{CellShape, Level, PlacedTerminal, Thing, ThingKind};
use std::iter;

/// A thing that a run puts onto its deck.
pub(crate) enum Spawn<'a> {
    Player,
    Door(Door),
    Lift(LiftSwitch),
    PushWall(PushWall),
    Terminal(&'a PlacedTerminal),
    /// The thing of the level with this index. Only things that wait to be called may be of a kind that the rules do
    /// not define.
    Thing(usize, &'a Thing, Option<Kind>),
}

/// The kind of a thing, by its index in the table of the rules.
pub(crate) enum Kind {
    Monster(u16),
    Pickup(u16),
    Prop(u16),
}

/// Returns everything that a run on a skill level puts onto a deck, with ids in the order of the level as drawn. Things
/// that the rules do not define are left out, unless they wait.
pub(crate) fn spawns<'a>(level: &'a Level, rules: &'a Rules, skill: u8) -> impl Iterator<Item = (Id, Spawn<'a>)> {
    let cells = level.cells_as_drawn().filter_map(|(x, y)| in_cell(level, rules, x, y));
    let mut things: Vec<(usize, &Thing)> = level.things.iter().enumerate().collect();
    let mut terminals: Vec<&PlacedTerminal> = level.terminals.iter().collect();
    things.sort_by_key(|(_, thing)| level.place_as_drawn(thing.x, thing.y));
    terminals.sort_by_key(|terminal| level.place_as_drawn(terminal.x, terminal.y));
    let things = things.into_iter().filter(move |(_, thing)| thing.skill <= skill);
    let things = things.filter_map(|(number, thing)| {
        let kind = kind(level, rules, thing);
        (thing.waits || kind.is_some()).then_some(Spawn::Thing(number, thing, kind))
    });
    let terminals = terminals.into_iter().map(Spawn::Terminal);
    (0..).map(Id).zip(iter::once(Spawn::Player).chain(cells).chain(terminals).chain(things))
}

/// Returns the things of a level with their ids; `rules` are those on the skill level. Things that the rules do not
/// define are left out, as in the run.
pub fn beginnings<'a>(level: &'a Level, rules: &'a Rules, skill: u8) -> impl Iterator<Item = (Id, &'a Thing)> {
    spawns(level, rules, skill).filter_map(|(id, spawn)| match spawn {
        Spawn::Thing(_, thing, _) => Some((id, thing)),
        _ => None,
    })
}

/// Returns the name of its own of the thing with this id, if it has one; `rules` are those on the skill level.
pub fn called<'a>(level: &'a Level, rules: &Rules, skill: u8, id: Id) -> Option<&'a str> {
    if level.called.is_empty() {
        return None;
    }
    let (_, thing) = beginnings(level, rules, skill).find(|(other, _)| *other == id)?;
    level.called_at(thing.x, thing.y)
}

/// Returns the movable or destructible object in a cell.
fn in_cell<'a>(level: &Level, rules: &Rules, x: usize, y: usize) -> Option<Spawn<'a>> {
    match level.cell(x, y).shape {
        CellShape::Door { along, hang, lock, locks_behind, .. } => {
            Some(Spawn::Door(Door::closed(x, y, along, hang, lock, locks_behind)))
        }
        CellShape::Lift { secret, face, .. } => Some(Spawn::Lift(LiftSwitch::new(x, y, secret, face))),
        CellShape::Push { .. } => PushWall::at(level, x, y, &rules.push_walls).map(Spawn::PushWall),
        CellShape::Open
        | CellShape::Space
        | CellShape::Wall { .. }
        | CellShape::Switch { .. }
        | CellShape::Pane { .. }
        | CellShape::Pillar { .. }
        | CellShape::Diagonal { .. }
        | CellShape::Table => None,
    }
}

/// Returns the kind of a thing, if the rules define it.
fn kind(level: &Level, rules: &Rules, thing: &Thing) -> Option<Kind> {
    match thing.kind {
        ThingKind::Player => None,
        ThingKind::Monster(index) => rules.kind(level.monster(index)).map(Kind::Monster),
        ThingKind::Prop(index) => rules.prop(level.prop(index)).map(Kind::Prop),
        ThingKind::Pickup(_) | ThingKind::Key(_) => rules.lying(level, thing.kind).map(Kind::Pickup),
    }
}
