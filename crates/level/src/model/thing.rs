//! What stands in the cells, and where patrols turn.

use crate::{model::direction::Direction, model::lock::Key};
use serde::{Deserialize, Serialize};

/// Something that stands in a cell at the start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Thing {
    /// What it is.
    pub kind: ThingKind,
    /// The column of its cell, from 0.
    pub x: usize,
    /// The row of its cell, from 0.
    pub y: usize,
    /// Where it looks, in radians: 0 is to the right, a quarter turn is down the map. A patroller's is one of the four
    /// directions.
    pub facing: f32,
    /// What it does while it knows of nobody; only monsters do anything but keep their post.
    pub habit: Habit,
    /// It is there on this skill and on all above, 1 to 4.
    pub skill: u8,
    /// It is not there before a trigger calls it.
    pub waits: bool,
}

impl Thing {
    /// A thing that faces to the right, keeps its post, and is there on every skill.
    pub fn new(kind: ThingKind, x: usize, y: usize) -> Self {
        Thing { kind, x, y, facing: 0.0, habit: Habit::Post, skill: 1, waits: false }
    }
}

/// The kinds of things that a level can place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThingKind {
    /// Where the player starts.
    Player,
    /// A key.
    Key(Key),
    // An index means something only within its level, so no text says it; variants that are not read must be the last.
    /// An undead of the kind that this name stands for.
    #[serde(skip_deserializing)]
    Monster(MonsterIndex),
    /// Something to take, of the kind that this name stands for.
    #[serde(skip_deserializing)]
    Pickup(PickupIndex),
    /// A barrel, a crate or the like, of the kind that this name stands for.
    #[serde(skip_deserializing)]
    Prop(PropIndex),
}

/// An index into [`Level::monsters`](crate::model::level::Level::monsters).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct MonsterIndex(pub u16);

/// An index into [`Level::pickups`](crate::model::level::Level::pickups).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PickupIndex(pub u16);

/// An index into [`Level::props`](crate::model::level::Level::props).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PropIndex(pub u16);

/// What a monster does while it knows of nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Habit {
    /// It stands where it is.
    #[default]
    Post,
    /// It stands where it is and takes no notice of noises: it waits until it sees somebody.
    Ambush,
    /// It walks straight on, through doors, and wherever there is a [`Turn`] it goes on the way that this says.
    Patrol,
}

/// A point that sends patrols another way, also those that start there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// The column of its cell, from 0.
    pub x: usize,
    /// The row of its cell, from 0.
    pub y: usize,
    /// Where a patrol goes on from the middle of the cell.
    pub to: Direction,
}
