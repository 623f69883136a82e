//! What stands in the places of a graph.

use level::{IdleBehaviour, Key};
use serde::Deserialize;

/// What stands in a place; there is one thing in it at most.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    /// Where the player starts.
    Start,
    /// Stairs, by their number in [`Graph::stairs`](crate::graph::graph::Graph::stairs).
    Stair(usize),
    /// A key.
    Key(Key),
    /// Something to take, by its name.
    Pickup(String),
    /// Something that stands in the way and breaks, by its name.
    Prop(String),
    /// An undead.
    Monster {
        /// The name of its kind.
        name: String,
        habit: IdleBehaviour,
        /// It is there on this skill and on all above, 1 to 4.
        skill: u8,
    },
}

/// Places whose light comes on when the player steps on one of them: one, and some of those beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StepLight {
    pub(crate) place: usize,
    /// A bit for each direction in which the place beside it is among them.
    pub(crate) beside: u8,
    /// From 0 to 255.
    pub(crate) light: u8,
}

/// What is to be read at a wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Screen {
    pub(crate) wall: usize,
    pub(crate) text: String,
}

/// A door that a conduit lock keeps shut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Vault {
    pub(crate) door: usize,
    /// The wall with the conduit lock.
    pub(crate) panel: usize,
    /// How many moves its board needs.
    pub(crate) moves: u8,
    /// The seed of the board.
    pub(crate) seed: u64,
}

/// Stairs to another map.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stair {
    /// What they are called on this map: the arrival of whoever comes up or down them, and what other maps' targets name.
    pub id: String,
    /// The name of the map that they lead to.
    pub to_map: String,
    /// Where on it they lead.
    pub destination: Destination,
    /// Whether they are seen to lead up or down.
    #[serde(default)]
    pub going: Going,
}

/// Whether stairs lead up or down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Going {
    /// Up.
    #[serde(alias = "up")]
    Up,
    /// Down.
    #[default]
    #[serde(alias = "down")]
    Down,
}

/// Where on another map stairs lead.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Destination {
    /// A cell of a map that somebody drew.
    #[serde(alias = "coord")]
    Coord {
        /// The column, from 0.
        x: u16,
        /// The row, from 0.
        y: u16,
    },
    /// Stairs of that map, wherever they lie once it has been made.
    #[serde(alias = "target")]
    Target {
        /// Their id there.
        location_id: String,
    },
}
