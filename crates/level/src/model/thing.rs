//! Things in cells, and turn points of patrols.

use crate::{model::lock::Key, model::patrol_direction::PatrolDirection};
use serde::{Deserialize, Serialize};

/// A monster, pickup, prop or key at its initial position, or the player's start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Thing {
    /// Kind of thing.
    pub kind: ThingKind,
    /// Column of the cell, from 0.
    pub x: usize,
    /// Row of the cell, from 0.
    pub y: usize,
    /// Direction in which it looks, in radians: 0 is to the right, a quarter turn is down the map. A patrolling monster
    /// faces one of the eight directions.
    pub facing: f32,
    /// Behaviour of a monster without a target; [`IdleBehaviour::Post`] for everything else.
    pub habit: IdleBehaviour,
    /// Lowest skill on which it is present, 1 to 4.
    pub skill: u8,
    /// Whether it is absent until a trigger spawns it.
    pub waits: bool,
}

impl Thing {
    /// Returns a thing that faces right, keeps its post, and is present on every skill.
    pub fn new(kind: ThingKind, x: usize, y: usize) -> Self {
        Thing { kind, x, y, facing: 0.0, habit: IdleBehaviour::Post, skill: 1, waits: false }
    }
}

/// Kind of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThingKind {
    /// The player's start.
    Player,
    /// A key.
    Key(Key),
    // Indices are meaningful only within their level, so no text contains them. Variants that are not read must be the
    // last.
    /// A monster of the kind with this index.
    #[serde(skip_deserializing)]
    Monster(MonsterIndex),
    /// A pickup of the kind with this index.
    #[serde(skip_deserializing)]
    Pickup(PickupIndex),
    /// A prop, such as a barrel or a crate, of the kind with this index.
    #[serde(skip_deserializing)]
    Prop(PropIndex),
}

/// Index into [`Level::monsters`](crate::model::level::Level::monsters).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct MonsterIndex(pub u16);

/// Index into [`Level::pickups`](crate::model::level::Level::pickups).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PickupIndex(pub u16);

/// Index into [`Level::props`](crate::model::level::Level::props).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PropIndex(pub u16);

/// Behaviour of a monster without a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum IdleBehaviour {
    /// Stays where it is.
    #[default]
    Post,
    /// Stays where it is and ignores noises until it sees a target.
    Ambush,
    /// Walks straight ahead, through doors, and changes direction at each [`Turn`].
    Patrol,
}

/// A point at which patrols change direction, including those that start there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// Column of the cell, from 0.
    pub x: usize,
    /// Row of the cell, from 0.
    pub y: usize,
    /// Direction in which a patrol continues from the centre of the cell.
    pub to: PatrolDirection,
}
