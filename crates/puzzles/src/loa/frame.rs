//! One ply of a search: a board, the window of scores that matter, and the moves that are left to try.

use crate::{loa::board::Board, loa::moves::Move};

/// A move, or a pass.
pub(crate) type Step = Option<Move>;

/// How the step below a frame is being tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trial {
    /// A pass out of turn: if even that is too good, so is a move.
    OutOfTurn,
    /// Less deep, and only whether it is better than the best so far.
    Reduced,
    /// Only whether it is better than the best so far.
    Scout,
    /// With the whole window.
    Whole,
}

/// A ply of the search. Frames stay when the search leaves them, with their killers and the room that their lists took.
pub(crate) struct Frame {
    pub(crate) board: Board,
    /// The window: scores up to `alpha` are as good as `alpha`, scores from `beta` as good as `beta`.
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// The window's lower end at first.
    pub(crate) first_alpha: i32,
    /// How many plies are left.
    pub(crate) depth: i32,
    /// The steps and their places in the order, and how many of them were taken.
    pub(crate) steps: Vec<(Step, u32)>,
    pub(crate) taken: usize,
    /// The step that is being tried, and how.
    pub(crate) step: Step,
    pub(crate) trial: Trial,
    /// The best score and step so far.
    pub(crate) best: i32,
    pub(crate) best_step: Step,
    /// The best line from here.
    pub(crate) line: Vec<Step>,
    /// Steps that were too good for the opponent at this ply, the latest first.
    pub(crate) killers: [Step; 2],
}

impl Frame {
    /// A frame that nothing is known of.
    pub(crate) fn new(board: Board) -> Frame {
        Frame {
            board,
            alpha: 0,
            beta: 0,
            first_alpha: 0,
            depth: 0,
            steps: Vec::new(),
            taken: 0,
            step: None,
            trial: Trial::Whole,
            best: 0,
            best_step: None,
            line: Vec::new(),
            killers: [None; 2],
        }
    }

    /// Begins again with another board and window.
    pub(crate) fn begin(&mut self, board: Board, alpha: i32, beta: i32, depth: i32) {
        self.board = board;
        (self.alpha, self.beta, self.first_alpha, self.depth) = (alpha, beta, alpha, depth);
        self.steps.clear();
        self.taken = 0;
        (self.step, self.best_step) = (None, None);
        self.best = i32::MIN;
        self.line.clear();
    }

    /// Whether only the side of one score matters, not the score itself.
    pub(crate) fn is_scout(&self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Takes the step that comes next in the order, if one is left.
    pub(crate) fn take_step(&mut self) -> Option<Step> {
        let left = &mut self.steps[self.taken..];
        // The earliest of the best, so that the order is always the same.
        let best = (0..left.len()).rev().max_by_key(|at| left[*at].1)?;
        left.swap(0, best);
        self.step = left[0].0;
        self.taken += 1;
        Some(self.step)
    }

    /// Remembers a step that was too good for the opponent.
    pub(crate) fn kill(&mut self, step: Step) {
        if self.killers[0] != step {
            self.killers = [step, self.killers[0]];
        }
    }
}
