//! Thinking: what is worked out at a terminal, so many boards a tick. It depends on the board alone and not on how it is cut into
//! ticks, so a state holds only how far it has come: what was restored begins anew and catches up at once.

use bevy::prelude::*;
use puzzles::{
    loa::{Game, Level, Move, Search},
    panguru::{Board, Solution, Solver},
};
use serde::{Deserialize, Serialize};

/// So many boards of a game are looked at in a tick: about a quarter of a millisecond.
const OF_A_GAME: u64 = 500;
/// So many boards of a puzzle are looked at in a tick: about half a millisecond.
const OF_A_PUZZLE: u64 = 4000;
/// Nothing that ends takes so many boards.
const MAX: u64 = 1 << 32;

/// What is being worked out, at the one terminal where the player stands.
#[derive(Resource, Default)]
pub(crate) struct PendingSearch(Option<Work>);

enum Work {
    Reply(Box<Search>),
    Solution(Box<Solver>),
}

/// How many boards were looked at for a question; none before it is asked, nor once it was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Progress(u64);

impl Progress {
    /// True if it can be that of any question.
    pub(crate) fn is_valid(self) -> bool {
        self.0 <= MAX
    }
}

/// A move, or none for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reply(pub(crate) Option<Move>);

impl PendingSearch {
    /// Thinks for a tick about the move of one who plays so well; the move, once it is found. The seed decides how he errs.
    pub(crate) fn reply(&mut self, progress: &mut Progress, game: &Game, level: Level, seed: u64) -> Option<Reply> {
        let goes_on = match &self.0 {
            Some(Work::Reply(search)) => progress.0 > 0 && search.nodes() == progress.0,
            _ => false,
        };
        if !goes_on {
            let mut search = Search::new(game, level.limits(), seed);
            search.advance(progress.0);
            self.0 = Some(Work::Reply(Box::new(search)));
        }
        let Some(Work::Reply(search)) = &mut self.0 else { return None };
        let is_done = search.advance(OF_A_GAME);
        progress.0 = search.nodes();
        is_done.then(|| Reply(search.choice().played))
    }

    /// Thinks for a tick about how a board is solved in the fewest moves, once it is known. A board that cannot be solved
    /// never is.
    pub(crate) fn solution(&mut self, progress: &mut Progress, board: &Board) -> Option<Solution> {
        let goes_on = match &self.0 {
            Some(Work::Solution(solver)) => progress.0 > 0 && solver.visited() == progress.0,
            _ => false,
        };
        if !goes_on {
            let mut solver = Solver::new(board)?;
            solver.advance(progress.0);
            self.0 = Some(Work::Solution(Box::new(solver)));
        }
        let Some(Work::Solution(solver)) = &mut self.0 else { return None };
        let solution = solver.advance(OF_A_PUZZLE).cloned();
        *progress = if solution.is_some() { Progress::default() } else { Progress(solver.visited()) };
        solution
    }
}
