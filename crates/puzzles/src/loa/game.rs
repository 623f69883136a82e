//! A game: rules, a position, and its history.

use crate::{
    loa::moves::{Move, WrittenMove},
    loa::position::Position,
    loa::rules::{NoMove, Outcome, Rules},
    loa::square::{Side, Square},
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A game in progress. It can be saved and resumed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    rules: Rules,
    position: Position,
    turns: Vec<Turn>,
}

/// A turn of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// The position before the turn.
    pub before: Position,
    /// The move; `None` is a pass.
    pub played: Option<Move>,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The square is empty.
    #[error("{0} is empty: choose one of your own pieces")]
    Empty(Square),
    /// The piece is the opponent's.
    #[error("the piece on {0} is not yours")]
    NotYours(Square),
    /// One of the mover's own pieces is on the target.
    #[error("one of your own pieces is on {0}")]
    OwnPiece(Square),
    /// The target is too far, too near or not in a line, or a piece of the opponent is in between.
    #[error(
        "the piece on {0} cannot move to {1}: the distance must be the number of pieces on the line, without \
         the opponent's in between"
    )]
    OutOfReach(Square, Square),
    /// The move was written with an `x`, but the target is empty.
    #[error("{0}x{1} captures nothing: write {0}-{1}")]
    NoCapture(Square, Square),
    /// A side must not pass while it has moves.
    #[error("you may pass only when you have no move")]
    Pass,
    /// The side has no moves.
    #[error("you have no move: you must pass")]
    MustPass,
}

impl Game {
    /// Creates a game with the standard start position.
    pub fn new(rules: Rules) -> Game {
        Game::from(Position::start(), rules)
    }

    /// Creates a game that begins with a position.
    pub fn from(position: Position, rules: Rules) -> Game {
        Game { rules, position, turns: Vec::new() }
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the turns so far, the first one first.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns the side to move; `None` if the game is over.
    pub fn turn(&self) -> Option<Side> {
        self.outcome().is_none().then_some(self.position.to_move())
    }

    /// Returns the moves of the side to move; none if the game is over.
    pub fn moves(&self) -> Vec<Move> {
        if self.turn().is_some() { self.position.moves() } else { Vec::new() }
    }

    /// Returns how the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        let repeated = || {
            let before = self.turns.iter().filter(|turn| turn.before == self.position).count();
            (before + 1 >= self.rules.repetition.occurrences()).then_some(Outcome::Draw)
        };
        self.position.outcome(self.rules).or_else(repeated)
    }

    /// Returns true if the side to move has to pass.
    pub fn must_pass(&self) -> bool {
        self.rules.no_move == NoMove::Pass && self.turn().is_some() && self.position.moves().is_empty()
    }

    /// Returns the legal move for a written one.
    ///
    /// # Errors
    /// The reason why it cannot be played.
    pub fn legal(&self, written: WrittenMove) -> Result<Move, IllegalMove> {
        let WrittenMove { from, to, must_capture } = written;
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver);
        }
        match self.position.at(from) {
            None => return Err(IllegalMove::Empty(from)),
            Some(side) if side != self.position.to_move() => return Err(IllegalMove::NotYours(from)),
            Some(_) if self.must_pass() => return Err(IllegalMove::MustPass),
            Some(side) if self.position.at(to) == Some(side) => return Err(IllegalMove::OwnPiece(to)),
            Some(_) => {}
        }
        let legal = self.position.moves_from(from).into_iter().find(|legal| legal.to == to);
        match legal.ok_or(IllegalMove::OutOfReach(from, to))? {
            legal if must_capture && !legal.captures => Err(IllegalMove::NoCapture(from, to)),
            legal => Ok(legal),
        }
    }

    /// Plays a move, or passes with `None`.
    ///
    /// # Errors
    /// The reason why it cannot be played. The game is unchanged then.
    pub fn play(&mut self, played: Option<Move>) -> Result<(), IllegalMove> {
        let next = match played {
            Some(Move { from, to, captures }) => {
                let legal = self.legal(WrittenMove { from, to, must_capture: captures })?;
                (Some(legal), self.position.after(legal).ok_or(IllegalMove::OutOfReach(from, to))?)
            }
            None if self.outcome().is_some() => return Err(IllegalMove::GameOver),
            None if !self.must_pass() => return Err(IllegalMove::Pass),
            None => (None, self.position.after_pass()),
        };
        self.turns.push(Turn { before: self.position, played: next.0 });
        self.position = next.1;
        Ok(())
    }

    /// Takes back the last turn and returns it; `None` if nothing was played.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.position = turn.before;
        Some(turn)
    }
}
