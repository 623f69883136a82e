//! Beginnings: who of those on a deck began as which of the level's things.
//!
//! Ids are given in one order when a run begins (see `begin.rs`), and each keeps its own for good, also those that still wait to be called. So
//! whoever wants to know where somebody comes from need not keep it in the state.

use crate::{machines::pushwall::PushWall, rules::rules::Rules, tick::id::Id};
use level::{CellShape, Level, Thing, ThingKind};

/// The things of a level on a skill whose rules these are, each with its id. What the rules do not know is left out, as it is from the run.
pub fn beginnings<'a>(level: &'a Level, rules: &Rules, skill: u8) -> Vec<(Id, &'a Thing)> {
    let things = level.things.iter().filter(|thing| thing.skill <= skill && has_id(rules, level, thing));
    (before_things(level, rules)..).map(Id).zip(things).collect()
}

/// How many ids are given before those of things: to the player, to what moves or is thrown, and to terminals.
fn before_things(level: &Level, rules: &Rules) -> u32 {
    let has_id = |(index, shape): (usize, CellShape)| match shape {
        CellShape::Door { .. } | CellShape::Lift { .. } => true,
        CellShape::Push { .. } => {
            PushWall::at(level, index % level.width, index / level.width, &rules.push_walls).is_some()
        }
        _ => false,
    };
    let cells = level.cells.iter().map(|cell| cell.shape).enumerate().filter(|cell| has_id(*cell)).count();
    1 + (cells + level.terminals.len()) as u32
}

/// Whether a thing is given an id.
fn has_id(rules: &Rules, level: &Level, thing: &Thing) -> bool {
    thing.waits
        || match thing.kind {
            ThingKind::Player => false,
            ThingKind::Monster(index) => rules.kind(level.monster(index)).is_some(),
            ThingKind::Prop(index) => rules.prop(level.prop(index)).is_some(),
            ThingKind::Pickup(_) | ThingKind::Key(_) => rules.lying(level, thing.kind).is_some(),
        }
}
