//! Terminals: the board games that stand on the deck and in its walls.

use puzzles::{loa, panguru};
use serde::Serialize;

/// The most moves that a conduit lock may need which is made from a seed: harder ones take long to find.
pub const MAX_OPTIMUM: u8 = 18;

/// A board game that the player can use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Terminal {
    /// The column of its cell, from 0.
    pub x: usize,
    /// The row of its cell, from 0.
    pub y: usize,
    /// What is played there.
    pub game: TerminalGame,
}

/// What is played at a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum TerminalGame {
    /// Lines of Action, on a table that fills its cell.
    Table(TableGame),
    /// A conduit lock: Panguru, on a panel in a wall.
    Conduit(Conduit),
}

/// How Lines of Action is played at a table, where the ship is the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TableGame {
    /// How well the ship plays.
    pub level: loa::Level,
    /// The player makes the first move.
    pub player_begins: bool,
    /// How often the player may go back in a game; none if as the ship's level has it.
    pub undos: Option<u8>,
    /// Where each game begins.
    pub position: loa::Position,
}

/// The board of a conduit lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Conduit {
    /// This one, which can be solved and is not solved yet.
    Drawn(panguru::Board),
    /// One that is made from a seed.
    Made {
        /// How many moves it needs, 1 to [`MAX_OPTIMUM`].
        optimum: u8,
        /// The seed.
        seed: u64,
        /// Whether pebbles move down the centre, too.
        centreline: bool,
    },
}
