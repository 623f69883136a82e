//! Terminals: board games on tables and in walls.

use puzzles::{loa, panguru};
use serde::Serialize;

/// Maximum number of moves that a generated conduit lock may need. Harder boards take too long to find.
pub const MAX_OPTIMUM: u8 = 18;

/// A board game that the player can use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlacedTerminal {
    /// Column of the cell, from 0.
    pub x: usize,
    /// Row of the cell, from 0.
    pub y: usize,
    /// Game that is played there.
    pub game: TerminalGame,
}

/// Game that is played at a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum TerminalGame {
    /// Lines of Action, on a table that fills its cell.
    Table(TableGame),
    /// A conduit lock: the puzzle Panguru, on a panel in a wall.
    Conduit(Conduit),
}

/// Settings of Lines of Action at a table, where the ship is the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TableGame {
    /// Strength of the ship.
    pub level: loa::Level,
    /// Whether the player makes the first move.
    pub player_begins: bool,
    /// Number of moves that the player may undo per game; `None` for the default of the ship's strength.
    pub undos: Option<u8>,
    /// Position at the start of each game.
    pub position: loa::Position,
}

impl TableGame {
    /// Returns the usual game against the ship with this strength, from 1 to 6, in which the player begins.
    pub fn against(strength: u8) -> Option<TableGame> {
        let level = *loa::Level::ALL.get(usize::from(strength.checked_sub(1)?))?;
        Some(TableGame { level, player_begins: true, undos: None, position: loa::Position::start() })
    }
}

/// Board of a conduit lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Conduit {
    /// A given board, which can be solved and is not solved yet.
    Drawn(panguru::Board),
    /// A board that is generated from a seed.
    Made {
        /// Minimum number of moves to solve it, 1 to [`MAX_OPTIMUM`].
        optimum: u8,
        /// Seed.
        seed: u64,
        /// Whether pebbles can also move along the centre line.
        centreline: bool,
    },
}
