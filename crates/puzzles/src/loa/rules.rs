//! Rule variants on which the sources disagree.

use crate::loa::square::Side;
use serde::{Deserialize, Serialize};

/// The rule variants: simultaneous connection, missing move and repetition. The default is the first variant of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Result if a move connects both sides.
    pub simultaneous: Simultaneous,
    /// Consequence for a side without a move.
    pub no_move: NoMove,
    /// Occurrence of a position, with the same side to move, that ends the game.
    pub repetition: Repetition,
}

/// Result if a move connects both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Simultaneous {
    /// The side that made the move wins.
    #[default]
    MoverWins,
    /// A draw.
    Draw,
}

/// Consequence if the side to move has no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoMove {
    /// The side passes. If neither side has a move, the game is a draw.
    #[default]
    Pass,
    /// The side loses.
    Loses,
}

/// Occurrence of a position that makes the game a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Repetition {
    /// The third one.
    #[default]
    Third,
    /// The second one.
    Second,
}

impl Repetition {
    /// Returns the number of occurrences that make a draw.
    pub fn occurrences(self) -> usize {
        match self {
            Repetition::Third => 3,
            Repetition::Second => 2,
        }
    }
}

/// Result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// This side has won.
    Won(Side),
    /// Neither side has won.
    Draw,
}
