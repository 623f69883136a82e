//! Developer acts: what a developer, or a player with an assist, does to a run from outside of its rules.
//!
//! An act is a part of the [`Intent`](crate::tick::intent::Intent), so demos record it. The module `dev_acts` carries it
//! out.

use crate::tick::id::Id;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Highest number of items that one act gives, and highest air pressure in percent.
const MAX_COUNT: u16 = 1000;
const FULL: u8 = 100;

/// A developer act. Files refer to the variants by their order. Kinds are indices in the tables of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum DevAct {
    /// Makes the player invulnerable, or vulnerable again.
    God(bool),
    /// Lets the player pass through walls and bodies, or stops that.
    NoClip(bool),
    /// Keeps monsters and animals from acting, or lets them act again.
    Freeze(bool),
    /// Gives the player something.
    Give(Gift),
    /// Moves the player to a point, in tiles.
    Go(Vec2),
    /// Kills something.
    Kill(Quarry),
    /// Lets a thing appear in a cell, or next to it if the cell is taken.
    Spawn(SpawnKind, IVec2),
    /// Opens the door, the push-wall or the shutter in a cell, whatever locks it.
    Open(IVec2),
    /// Breaks the window, the wall or the prop in a cell, if it can break.
    Break(IVec2),
    /// Sets the air pressure, in percent, of the section with this cell.
    Air(IVec2, u8),
    /// Changes the skill of the run.
    Skill(u8),
}

/// What an act gives the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gift {
    /// A number of pickups of this kind.
    Pickup(u16, u16),
    /// All keys.
    Keys,
    /// One of each weapon.
    Weapons,
    /// All ammunition that the player can carry.
    Ammunition,
    /// Full health and full oxygen.
    Health,
}

/// What an act kills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Quarry {
    /// All hostile creatures.
    Monsters,
    /// The creature with this id; 0 is the player.
    One(Id),
}

/// What an act lets appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpawnKind {
    /// A monster or an animal.
    Monster(u16),
    /// A pickup.
    Pickup(u16),
    /// A prop.
    Prop(u16),
}

impl DevAct {
    /// Returns the act with all values in their ranges, or `None` if a point is not finite.
    pub(crate) fn clamped(self) -> Option<DevAct> {
        match self {
            DevAct::Go(to) => to.is_finite().then_some(DevAct::Go(to + 0.0)),
            DevAct::Give(Gift::Pickup(kind, count)) => Some(DevAct::Give(Gift::Pickup(kind, count.min(MAX_COUNT)))),
            DevAct::Air(cell, percent) => Some(DevAct::Air(cell, percent.min(FULL))),
            DevAct::Skill(skill) => Some(DevAct::Skill(skill.clamp(1, 4))),
            act => Some(act),
        }
    }
}
