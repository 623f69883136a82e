//! Conduit locks: the puzzle Panguru on a panel in a wall.

use crate::{
    events::game_event::GameEvent,
    machines::board_search::{PendingSearch, Progress},
    tick::intent::BoardAct,
};
use level::{Conduit, TriggerCause};
use puzzles::panguru::{Board, Generator, POSITIONS};
use serde::{Deserialize, Serialize};

/// The state of a conduit lock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConduitLock {
    /// The initial board.
    start: Board,
    /// The current board.
    pub board: Board,
    /// The number of moves since the last restart.
    pub moves: u32,
    /// The minimum number of moves, once it is known. It is computed while the player is at the lock.
    pub optimum: Option<u32>,
    /// The positions of the pebbles that an optimal solution may move next, if the player has received a hint.
    pub hint: Vec<u8>,
    /// True while the player waits for a hint.
    wants_hint: bool,
    progress: Progress,
    /// True once it is solved, which is permanent; and whether the number of moves has been compared with the minimum.
    solved: bool,
    judged: bool,
}

impl ConduitLock {
    /// Creates a lock in its initial state.
    pub(crate) fn new(of: &Conduit) -> Self {
        let (start, optimum) = match *of {
            Conduit::Drawn(board) => (board, None),
            Conduit::Made { optimum, seed, centreline } => {
                let board = Generator::new(seed, centreline).board(optimum.into());
                (board.expect("levels ask for boards that are made"), Some(optimum.into()))
            }
        };
        ConduitLock {
            start,
            board: start,
            moves: 0,
            optimum,
            hint: Vec::new(),
            wants_hint: false,
            progress: Progress::default(),
            solved: false,
            judged: false,
        }
    }

    /// Returns true if this is a valid state of the lock with these settings.
    pub(crate) fn is_valid(&self, of: &Conduit) -> bool {
        let is_start = match of {
            Conduit::Drawn(board) => self.start == *board,
            Conduit::Made { centreline, .. } => self.start.centreline() == *centreline,
        };
        let pebbles = |board: &Board| {
            let mut pebbles = *board.pebbles();
            pebbles.sort_unstable();
            pebbles
        };
        let same_plates =
            self.board.plates() == self.start.plates() && self.board.centreline() == self.start.centreline();
        let same_pebbles = pebbles(&self.board) == pebbles(&self.start) && self.board.can_be_solved();
        let solved = !self.solved || self.board.is_solved();
        let hint = self.hint.iter().all(|position| usize::from(*position) < POSITIONS);
        is_start && same_plates && same_pebbles && solved && hint && self.progress.is_valid()
    }

    /// Returns true once it is solved, which is permanent.
    pub fn is_solved(&self) -> bool {
        self.solved
    }

    /// Returns true while a hint is being computed.
    pub fn wants_hint(&self) -> bool {
        self.wants_hint
    }

    /// Applies an action of the player. Adds the resulting events and trigger causes to `told`.
    pub(crate) fn act(&mut self, act: BoardAct, told: &mut (Vec<GameEvent>, Vec<TriggerCause>)) {
        let what = match act {
            BoardAct::Leave => return,
            BoardAct::Hint if self.wants_hint => return,
            _ if self.solved => GameEvent::BoardRefuses,
            BoardAct::Pick(position) => match self.board.slide(position.into()) {
                Ok(()) => {
                    self.moves = self.moves.saturating_add(1);
                    self.forget();
                    GameEvent::ConduitSlides
                }
                Err(_) => GameEvent::BoardRefuses,
            },
            BoardAct::Hint => {
                self.wants_hint = true;
                GameEvent::BoardPick
            }
            BoardAct::Restart => {
                (self.board, self.moves) = (self.start, 0);
                self.forget();
                GameEvent::BoardPick
            }
            BoardAct::Undo | BoardAct::Company => GameEvent::BoardRefuses,
        };
        told.0.push(what);
        if !self.solved && self.board.is_solved() {
            self.solved = true;
            told.0.push(GameEvent::ConduitOpens);
            told.1.push(TriggerCause::Solved);
        }
    }

    /// Drops the hint for a board that has changed, and the search for one.
    fn forget(&mut self) {
        self.hint.clear();
        if std::mem::take(&mut self.wants_hint) && self.optimum.is_some() {
            self.progress = Progress::default();
        }
    }

    /// Continues the search for one tick, and compares the solution with the minimum. Returns true if a hint was found
    /// in this tick.
    pub(crate) fn go_on(
        &mut self,
        thinking: &mut PendingSearch,
        told: &mut (Vec<GameEvent>, Vec<TriggerCause>),
    ) -> bool {
        let mut hinted = false;
        if self.optimum.is_none() {
            self.optimum = thinking.solution(&mut self.progress, &self.start).map(|solution| solution.optimum);
        } else if self.wants_hint
            && let Some(solution) = thinking.solution(&mut self.progress, &self.board)
        {
            self.hint = solution.first_moves.iter().map(|position| *position as u8).collect();
            self.wants_hint = false;
            hinted = true;
            told.0.push(GameEvent::BoardHint);
        }
        if let Some(optimum) = self.optimum.filter(|_| self.solved && !self.judged) {
            self.judged = true;
            told.1.extend((self.moves <= optimum).then_some(TriggerCause::SolvedBest));
        }
        hinted
    }

    /// Abandons the search and the request for a hint.
    pub(crate) fn pause(&mut self) {
        (self.wants_hint, self.progress) = (false, Progress::default());
    }
}
