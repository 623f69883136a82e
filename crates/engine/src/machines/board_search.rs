//! Board searches: the computation of moves and solutions at a terminal, a limited number of positions per tick. The
//! result depends on the board alone, not on the division into ticks. So save data contains only the number of
//! positions searched; a restored search starts again and catches up at once.

use bevy::prelude::*;
use puzzles::{
    loa::{Game, Level, Move, Search},
    panguru::{Board, Solution, Solver},
};
use serde::{Deserialize, Serialize};

/// Positions of a game searched per tick: about a quarter of a millisecond.
const OF_A_GAME: u64 = 500;
/// Positions of a puzzle searched per tick: about half a millisecond.
const OF_A_PUZZLE: u64 = 4000;
/// Upper bound for the positions of a search that ends.
const MAX: u64 = 1 << 32;

/// The search that is under way, at the only terminal that the player can be using.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub(crate) struct PendingSearch(#[cfg_attr(feature = "dev", reflect(ignore))] Option<Work>);

enum Work {
    Reply(Box<Search>),
    Solution(Box<Solver>),
}

/// The number of positions searched; 0 before a search starts and after it has finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Progress(u64);

impl Progress {
    /// Returns true if this can be the progress of a search.
    pub(crate) fn is_valid(self) -> bool {
        self.0 <= MAX
    }
}

/// A move, or `None` for a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reply(pub(crate) Option<Move>);

impl PendingSearch {
    /// Searches for a move at a playing strength for one tick, and returns the move once it is found. `seed` decides
    /// which errors weak players make.
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

    /// Searches for the shortest solution of a board for one tick, and returns it once it is found. For an unsolvable
    /// board it never returns one.
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
