//! The difficulty levels of the computer player.

use serde::{Deserialize, Serialize};

/// Limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Maximum number of boards.
    pub nodes: u64,
    /// Maximum depth, in plies.
    pub depth: u32,
    /// Maximum error of the evaluation, in either direction. For scale: if all pieces together move one square nearer
    /// to their centre of mass, that is worth about 900.
    pub error: u32,
}

impl Limits {
    /// Limits for a search of `nodes` boards without errors.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes, depth: MAX_DEPTH, error: 0 }
    }
}

/// Maximum depth of a search, in plies.
pub const MAX_DEPTH: u32 = 60;

/// One of six levels of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Level(u8);

impl Level {
    /// The levels from the weakest, which a child can beat, to the strongest.
    pub const ALL: [Level; 6] = [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6)];

    /// Returns the level with a number from 1 to 6.
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// Returns the number, from 1 to 6.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns how many moves a person may take back against this level; `None` means any number.
    pub fn undos(self) -> Option<u32> {
        match self.0 {
            1 | 2 => None,
            3 | 4 => Some(3),
            5 => Some(1),
            _ => Some(0),
        }
    }

    /// Returns the search limits of this level.
    pub fn limits(self) -> Limits {
        match self.0 {
            1 => Limits { nodes: 200, depth: 1, error: 1200 },
            2 => Limits { nodes: 2_000, depth: 2, error: 400 },
            3 => Limits { nodes: 5_000, depth: 3, error: 150 },
            4 => Limits { nodes: 8_000, depth: 5, error: 50 },
            5 => Limits::nodes(15_000),
            _ => Limits::nodes(30_000),
        }
    }
}

impl TryFrom<u8> for Level {
    type Error = String;

    fn try_from(number: u8) -> Result<Level, String> {
        Level::new(number).ok_or_else(|| format!("the level must be from 1 to 6, got {number}"))
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> u8 {
        level.0
    }
}
