//! Contents of the places of a graph.

use level::{IdleBehaviour, Key, TableGame};
use serde::Deserialize;

/// The content of a place; a place has at most one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    /// The player's start.
    Start,
    /// Stairs, by their index in [`Graph::stairs`](crate::graph::graph::Graph::stairs).
    Stair(usize),
    /// A key.
    Key(Key),
    /// A pickup, by its name.
    Pickup(String),
    /// A pickup that appears when the player wins at a table, by its name.
    Prize(String),
    /// A prop, by its name.
    Prop(String),
    /// A monster.
    Monster {
        /// Name of its kind.
        name: String,
        habit: IdleBehaviour,
        /// Minimum skill on which it exists, 1 to 4.
        skill: u8,
    },
}

/// Places that light up together when the player steps on one of them: a place and some of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StepLight {
    pub(crate) place: usize,
    /// One bit per direction whose neighbour belongs to the group.
    pub(crate) neighbour: u8,
    /// Light from 0 to 255.
    pub(crate) light: u8,
}

/// A screen or sign with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Screen {
    pub(crate) wall: usize,
    pub(crate) text: String,
    /// Name of its overlay, if it is not that of screens.
    pub(crate) overlay: Option<String>,
}

/// A table with a board game, and the pickups that appear when the player wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlacedTable {
    pub(crate) place: usize,
    pub(crate) game: TableGame,
    pub(crate) prizes: Vec<usize>,
}

/// A door that is sealed by a conduit lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Vault {
    pub(crate) door: usize,
    /// Wall with the conduit lock.
    pub(crate) panel: usize,
    /// Number of moves that solve its board.
    pub(crate) moves: u8,
    /// Seed of the board.
    pub(crate) seed: u64,
}

/// Stairs to another map.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stair {
    /// Name of the stairs on this map. It is the name of the entrance there, and the target for stairs on other maps.
    pub id: String,
    /// Name of the map that they lead to.
    pub to_map: String,
    /// Destination on that map.
    pub destination: Destination,
    /// Visible direction of the stairs.
    #[serde(default)]
    pub going: Going,
}

/// Direction of stairs.
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

/// Destination of stairs on another map.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Destination {
    /// A cell of a hand-drawn map.
    #[serde(alias = "coord")]
    Coord {
        /// Column, from 0.
        x: u16,
        /// Row, from 0.
        y: u16,
    },
    /// Stairs of that map, wherever they are generated.
    #[serde(alias = "target")]
    Target {
        /// Their id there.
        location_id: String,
    },
}
