//! One ply of a search: a board, its alpha-beta window, and the moves left to try.

use crate::{loa::board::Board, loa::moves::Move};

/// A move, or a pass.
pub(crate) type Step = Option<Move>;

/// Kind of search of a frame's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trial {
    /// Null move: the side passes although it has moves. If even that is too good for the opponent, so is a move.
    NullMove,
    /// Null window at reduced depth: is the step better than the best one?
    Reduced,
    /// Null window: is the step better than the best one?
    Scout,
    /// The full window.
    FullWindow,
}

/// A ply of the search. Frames are reused, with their killer moves and the memory of their lists.
pub(crate) struct Frame {
    pub(crate) board: Board,
    /// The window: scores up to `alpha` count as `alpha`, scores from `beta` count as `beta`.
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// Lower end of the window when the frame began.
    pub(crate) original_alpha: i32,
    /// Number of plies left.
    pub(crate) depth: i32,
    /// The steps with their priorities, and how many of them have been tried.
    pub(crate) steps: Vec<(Step, u32)>,
    pub(crate) taken: usize,
    /// The step that is being tried, and how.
    pub(crate) step: Step,
    pub(crate) trial: Trial,
    /// Best score and step so far.
    pub(crate) best: i32,
    pub(crate) best_step: Step,
    /// Best line from here.
    pub(crate) line: Vec<Step>,
    /// Killer moves: steps that were too good for the opponent at this ply, the latest first.
    pub(crate) killers: [Step; 2],
}

impl Frame {
    /// Creates an empty frame.
    pub(crate) fn new(board: Board) -> Frame {
        Frame {
            board,
            alpha: 0,
            beta: 0,
            original_alpha: 0,
            depth: 0,
            steps: Vec::new(),
            taken: 0,
            step: None,
            trial: Trial::FullWindow,
            best: 0,
            best_step: None,
            line: Vec::new(),
            killers: [None; 2],
        }
    }

    /// Starts the frame with another board and window.
    pub(crate) fn begin(&mut self, board: Board, alpha: i32, beta: i32, depth: i32) {
        self.board = board;
        (self.alpha, self.beta, self.original_alpha, self.depth) = (alpha, beta, alpha, depth);
        self.steps.clear();
        self.taken = 0;
        (self.step, self.best_step) = (None, None);
        self.best = i32::MIN;
        self.line.clear();
    }

    /// Returns true if the window is a null window, which only shows on which side of `alpha` the score is.
    pub(crate) fn is_scout(&self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Returns the untried step with the highest priority, if one is left.
    pub(crate) fn take_step(&mut self) -> Option<Step> {
        let left = &mut self.steps[self.taken..];
        // Of equal priorities the earliest, so that the order is deterministic.
        let best = (0..left.len()).rev().max_by_key(|at| left[*at].1)?;
        left.swap(0, best);
        self.step = left[0].0;
        self.taken += 1;
        Some(self.step)
    }

    /// Stores a killer move.
    pub(crate) fn kill(&mut self, step: Step) {
        if self.killers[0] != step {
            self.killers = [step, self.killers[0]];
        }
    }
}
