//! What the sources of the rules disagree about.

use crate::loa::square::Side;
use serde::{Deserialize, Serialize};

/// What a simultaneous connection, a missing move and a repetition mean. The default is the first of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Who wins if a move brings both sides together.
    pub simultaneous: Simultaneous,
    /// What happens to a side that has no move.
    pub no_move: NoMove,
    /// Which occurrence of a position, with the same side to move, ends the game.
    pub repetition: Repetition,
}

/// What it means if a move brings both sides together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Simultaneous {
    /// Whoever made the move has won.
    #[default]
    MoverWins,
    /// A draw.
    Draw,
}

/// What it means if the side to move has no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoMove {
    /// It passes. If neither side has a move, the game is a draw.
    #[default]
    Pass,
    /// It has lost.
    Loses,
}

/// Which occurrence of a position makes a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Repetition {
    /// The third one.
    #[default]
    Third,
    /// The second one.
    Second,
}

impl Repetition {
    /// So many occurrences make a draw.
    pub fn occurrences(self) -> usize {
        match self {
            Repetition::Third => 3,
            Repetition::Second => 2,
        }
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// This side has won.
    Won(Side),
    /// Nobody has.
    Draw,
}
