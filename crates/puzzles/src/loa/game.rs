//! A game: rules, a position, and how it came to be.

use crate::{
    loa::moves::{Move, WrittenMove},
    loa::position::Position,
    loa::rules::{NoMove, Outcome, Rules},
    loa::square::{Side, Square},
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A game that is played. It can be saved and goes on as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    rules: Rules,
    position: Position,
    turns: Vec<Turn>,
}

/// What was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// The position before.
    pub before: Position,
    /// The move; none is a pass.
    pub played: Option<Move>,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// Nobody moves any more.
    #[error("the game is over")]
    GameOver,
    /// There is nothing to move.
    #[error("{0} is empty: begin with one of your own pieces")]
    Empty(Square),
    /// It is the opponent's.
    #[error("the piece on {0} is not yours")]
    NotYours(Square),
    /// Nobody captures his own.
    #[error("one of your own pieces stands on {0}")]
    OwnPiece(Square),
    /// Too far, not far enough, not in a line, or something is in between.
    #[error(
        "the piece on {0} cannot go to {1}: it goes in a line, as far as there are pieces on that line, and not over the opponent's"
    )]
    OutOfReach(Square, Square),
    /// An `x` was written, but nothing stands there.
    #[error("{0}x{1} captures nothing: write {0}-{1}")]
    NoCapture(Square, Square),
    /// There are moves.
    #[error("you may pass only when you have no move")]
    Pass,
    /// There are none.
    #[error("you have no move: pass")]
    MustPass,
}

impl Game {
    /// A game from the start.
    pub fn new(rules: Rules) -> Game {
        Game::from(Position::start(), rules)
    }

    /// A game that begins in a position.
    pub fn from(position: Position, rules: Rules) -> Game {
        Game { rules, position, turns: Vec::new() }
    }

    /// What the game is played by.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What was played so far, the first turn first.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Whose turn it is; none if the game is over.
    pub fn turn(&self) -> Option<Side> {
        self.outcome().is_none().then_some(self.position.to_move())
    }

    /// The moves of the side to move; none if the game is over.
    pub fn moves(&self) -> Vec<Move> {
        if self.turn().is_some() { self.position.moves() } else { Vec::new() }
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        let repeated = || {
            let before = self.turns.iter().filter(|turn| turn.before == self.position).count();
            (before + 1 >= self.rules.repetition.occurrences()).then_some(Outcome::Draw)
        };
        self.position.outcome(self.rules).or_else(repeated)
    }

    /// Whether the side to move has to pass.
    pub fn must_pass(&self) -> bool {
        self.rules.no_move == NoMove::Pass && self.turn().is_some() && self.position.moves().is_empty()
    }

    /// The legal move that somebody wrote.
    ///
    /// # Errors
    /// Why it cannot be played.
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

    /// Plays a move, or passes with none.
    ///
    /// # Errors
    /// Why it cannot be played; nothing has changed then.
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

    /// Takes back the last turn and tells it; none if nothing was played.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.position = turn.before;
        Some(turn)
    }
}
