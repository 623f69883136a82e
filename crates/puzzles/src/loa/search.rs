//! The search for a good move: iterative deepening on an explicit stack, so that it can stop after any board.
//!
//! It is a principal variation search in negamax form: the first step of a ply is searched with the full window, and
//! each later one first with a null window. Late steps are searched at reduced depth, and null-move pruning leaves
//! boards where even a pass is too good for the opponent. Steps are ordered by the transposition table, killer moves
//! and history.

use crate::{
    loa::board::{Board, mix},
    loa::evaluation::{MAX_EVALUATION, evaluate, gathering_point},
    loa::frame::{Frame, Step, Trial},
    loa::game::Game,
    loa::level::{Limits, MAX_DEPTH},
    loa::moves::Move,
    loa::rules::{Outcome, Rules},
    loa::transpositions::{Bound, Known, Transpositions},
};

/// Score of a won position, minus one for each ply until the win.
const WIN: i32 = 1_000_000;
/// Scores above this are wins, and scores below its negative are losses.
const DECISIVE: i32 = WIN - 1000;
/// Priority of a step per square that it brings a piece nearer to the others. For comparison, each cutoff adds the
/// square of the remaining depth to a step's priority.
const NEARER: u32 = 16;
/// Larger than any score.
const INFINITE: i32 = WIN + 1;

/// Result of the game if both sides play well, as far as a search knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins, within at most this many plies.
    Wins(u32),
    /// The side to move loses, after this many plies if it defends well.
    Loses(u32),
    /// The best line found ends in a draw.
    Draws,
    /// The result is not known yet.
    Open,
}

/// Present result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move; `None` is a pass, or the game is over.
    pub played: Option<Move>,
    /// Score for the side to move.
    pub score: i32,
    /// Meaning of the score.
    pub verdict: Verdict,
    /// Depth of the last finished iteration, in plies.
    pub depth: u32,
    /// Number of boards visited.
    pub nodes: u64,
    /// Expected continuation, beginning with the move; `None` is a pass.
    pub line: Vec<Option<Move>>,
}

/// A search. Its state depends only on its arguments and on the number of boards visited, however the work is split
/// into steps. It therefore need not be saved: start it again, advance it by [`Search::nodes`], and it is in the same
/// state.
pub struct Search {
    rules: Rules,
    limits: Limits,
    seed: u64,
    /// Hashes of the game's earlier boards.
    past: Vec<u64>,
    table: Transpositions,
    /// History heuristic: how often and how deep a step caused a cutoff, by side, start and target.
    history: Vec<u32>,
    frames: Vec<Frame>,
    ply: usize,
    next: Next,
    nodes: u64,
    /// Depth of the present iteration.
    depth: u32,
    finished: u32,
    score: i32,
    line: Vec<Step>,
}

/// The next action of the search.
#[derive(Clone, Copy)]
enum Next {
    /// Visit the frame's board.
    Visit,
    /// Pass a score to the frame from the one below it.
    Receive(i32),
    /// Nothing: the search has finished.
    Done,
}

impl Search {
    /// Creates a search for a move in a game. The seed determines the evaluation errors of the weaker levels.
    pub fn new(game: &Game, limits: Limits, seed: u64) -> Search {
        let board = Board::new(game.position());
        let mut search = Search {
            rules: game.rules(),
            limits,
            seed,
            past: game.turns().iter().map(|turn| Board::new(&turn.before).hash).collect(),
            table: Transpositions::new(),
            history: vec![0; 2 << 12],
            frames: vec![Frame::new(board)],
            ply: 0,
            next: Next::Visit,
            nodes: 0,
            depth: 1,
            finished: 0,
            score: 0,
            line: Vec::new(),
        };
        match game.outcome() {
            Some(Outcome::Draw) => search.next = Next::Done,
            Some(Outcome::Won(side)) => {
                search.score = if side == board.to_move { WIN } else { -WIN };
                search.next = Next::Done;
            }
            None => {
                search.line.push(game.position().moves().first().copied());
                search.frames[0].begin(board, -INFINITE, INFINITE, 1);
            }
        }
        search
    }

    /// Visits at most `nodes` more boards. Returns true if the search has finished.
    pub fn advance(&mut self, nodes: u64) -> bool {
        let stop = self.nodes.saturating_add(nodes).min(self.limits.nodes);
        loop {
            match self.next {
                Next::Visit if self.nodes >= stop => return self.nodes >= self.limits.nodes,
                Next::Visit => {
                    self.nodes += 1;
                    self.visit();
                }
                Next::Receive(score) => self.receive(-score),
                Next::Done => return true,
            }
        }
    }

    /// Returns the number of boards visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the best move found so far; initially any legal move.
    pub fn choice(&self) -> Choice {
        let plies = |score: i32| (WIN - score.abs()) as u32;
        let verdict = match self.score {
            score if score > DECISIVE => Verdict::Wins(plies(score)),
            score if score < -DECISIVE => Verdict::Loses(plies(score)),
            0 if self.finished > 0 || self.line.is_empty() => Verdict::Draws,
            _ => Verdict::Open,
        };
        let played = self.line.first().copied().flatten();
        let line = self.line.clone();
        Choice { played, score: self.score, verdict, depth: self.finished, nodes: self.nodes, line }
    }

    /// Visits the frame's board: scores it, or lists its steps and tries the first one.
    fn visit(&mut self) {
        if let Some(score) = self.score_of_end().or_else(|| self.table_score()).or_else(|| self.evaluated()) {
            return self.leave(score);
        }
        self.list_steps();
        if self.try_null_move() {
            return;
        }
        self.go_on();
    }

    /// Returns the score of a board where the game is over or repeats.
    fn score_of_end(&self) -> Option<i32> {
        let board = &self.frames[self.ply].board;
        if self.ply == 0 {
            return None;
        }
        match board.outcome(self.rules) {
            Some(Outcome::Draw) => return Some(0),
            Some(Outcome::Won(side)) if side == board.to_move => return Some(WIN - self.ply as i32),
            Some(Outcome::Won(_)) => return Some(self.ply as i32 - WIN),
            None => {}
        }
        // A position that repeats once can repeat again, so a cycle within the search counts as a draw.
        let cycle = self.frames[..self.ply].iter().any(|frame| frame.board.hash == board.hash);
        let before = self.past.iter().filter(|hash| **hash == board.hash).count();
        (cycle || before + 1 >= self.rules.repetition.occurrences()).then_some(0)
    }

    /// Returns the score from the transposition table, if it suffices for the frame's null window.
    fn table_score(&self) -> Option<i32> {
        let frame = &self.frames[self.ply];
        let known = self.table.get(frame.board.hash).filter(|known| known.depth >= frame.depth)?;
        let score = at_ply(known.score, self.ply);
        let enough = match known.bound {
            Bound::Exact => true,
            Bound::Lower => score >= frame.beta,
            Bound::Upper => score <= frame.alpha,
        };
        (self.ply > 0 && frame.is_scout() && enough).then_some(score)
    }

    /// Returns the evaluation of the board, if no plies are left.
    fn evaluated(&self) -> Option<i32> {
        let frame = &self.frames[self.ply];
        (frame.depth <= 0).then(|| self.evaluate_with_error(&frame.board))
    }

    fn evaluate_with_error(&self, board: &Board) -> i32 {
        let error = i64::from(self.limits.error.min(MAX_EVALUATION as u32));
        if error == 0 {
            return evaluate(board);
        }
        let noise = (mix(board.hash ^ self.seed) >> 32) as i64 % (2 * error + 1) - error;
        evaluate(board) + noise as i32
    }

    /// Lists the frame's steps with their priorities.
    fn list_steps(&mut self) {
        let frame = &mut self.frames[self.ply];
        let known = self.table.get(frame.board.hash).and_then(|known| known.best);
        let first = if self.ply == 0 { self.line.first().copied().flatten() } else { known };
        let (board, killers, history) = (frame.board, frame.killers, &self.history);
        let gathering = gathering_point(&board);
        let steps = &mut frame.steps;
        board.for_each_move(|legal| {
            let step = Some(legal);
            let place = match step {
                _ if step == first => u32::MAX,
                _ if step == killers[0] => u32::MAX - 1,
                _ if step == killers[1] => u32::MAX - 2,
                _ => {
                    let nearer = 7 + legal.from.distance(gathering) - legal.to.distance(gathering);
                    history[history_place(&board, legal)] + NEARER * nearer + u32::from(legal.captures)
                }
            };
            steps.push((step, place));
        });
        if steps.is_empty() {
            steps.push((None, 0));
        }
    }

    /// Tries a null move, if the frame is suitable for null-move pruning.
    fn try_null_move(&mut self) -> bool {
        let frame = &self.frames[self.ply];
        let after_pass = self.ply > 0 && self.frames[self.ply - 1].step.is_none();
        let sure = frame.beta.abs() > DECISIVE;
        if self.ply == 0 || after_pass || sure || !frame.is_scout() || frame.depth < 2 || frame.steps[0].0.is_none() {
            return false;
        }
        if evaluate(&frame.board) < frame.beta {
            return false;
        }
        let (board, beta, depth) = (frame.board.after_pass(), frame.beta, frame.depth - 3);
        let frame = &mut self.frames[self.ply];
        (frame.step, frame.trial) = (None, Trial::NullMove);
        self.push(board, -beta, 1 - beta, depth);
        true
    }

    /// Tries the frame's next step, or leaves the frame if none is left.
    fn go_on(&mut self) {
        let frame = &mut self.frames[self.ply];
        let Some(step) = frame.take_step() else {
            let best = frame.best;
            return self.leave(best);
        };
        frame.trial = match frame.taken {
            1 => Trial::FullWindow,
            4.. if frame.depth >= 3 && step.is_some_and(|legal| !legal.captures) => Trial::Reduced,
            _ => Trial::Scout,
        };
        self.try_step();
    }

    /// Searches the frame's step in the mode of its trial.
    fn try_step(&mut self) {
        let frame = &self.frames[self.ply];
        let board = frame.step.map_or_else(|| frame.board.after_pass(), |legal| frame.board.after(legal));
        let (alpha, beta, depth) = (frame.alpha, frame.beta, frame.depth - 1);
        match frame.trial {
            Trial::FullWindow => self.push(board, -beta, -alpha, depth),
            Trial::Reduced => {
                let less = if frame.taken > 12 && frame.depth > 4 { 2 } else { 1 };
                self.push(board, -alpha - 1, -alpha, depth - less);
            }
            Trial::Scout | Trial::NullMove => self.push(board, -alpha - 1, -alpha, depth),
        }
    }

    fn push(&mut self, board: Board, alpha: i32, beta: i32, depth: i32) {
        self.ply += 1;
        if self.ply == self.frames.len() {
            self.frames.push(Frame::new(board));
        }
        self.frames[self.ply].begin(board, alpha, beta, depth);
        self.next = Next::Visit;
    }

    /// Receives the score of the frame's step, from the view of the frame's side.
    fn receive(&mut self, score: i32) {
        let (above, below) = self.frames.split_at_mut(self.ply + 1);
        let frame = &mut above[self.ply];
        match frame.trial {
            Trial::NullMove if score >= frame.beta => {
                let beta = frame.beta;
                return self.leave(beta);
            }
            Trial::NullMove => return self.go_on(),
            Trial::Reduced if score > frame.alpha => {
                frame.trial = Trial::Scout;
                return self.try_step();
            }
            Trial::Scout if score > frame.alpha && score < frame.beta => {
                frame.trial = Trial::FullWindow;
                return self.try_step();
            }
            _ => {}
        }
        if score > frame.best {
            (frame.best, frame.best_step) = (score, frame.step);
            if score > frame.alpha {
                frame.alpha = score;
                frame.line.clear();
                frame.line.push(frame.step);
                frame.line.extend_from_slice(&below[0].line);
                if self.ply == 0 {
                    self.score = score;
                    self.line.clone_from(&frame.line);
                }
            }
        }
        if frame.alpha >= frame.beta { self.cut() } else { self.go_on() }
    }

    /// Leaves the frame with a cutoff: its step is too good for the opponent.
    fn cut(&mut self) {
        let frame = &mut self.frames[self.ply];
        frame.kill(frame.step);
        if let Some(legal) = frame.step {
            let place = history_place(&frame.board, legal);
            self.history[place] += (frame.depth * frame.depth) as u32;
        }
        let best = frame.best;
        self.leave(best);
    }

    /// Leaves the frame with a score.
    fn leave(&mut self, score: i32) {
        let frame = &self.frames[self.ply];
        // A board without tried steps was not searched, and the result of a null move must not be stored.
        if frame.best > i32::MIN {
            let bound = match frame.best {
                best if best >= frame.beta => Bound::Lower,
                best if best > frame.original_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let known = Known { score: from_ply(score, self.ply), bound, depth: frame.depth, best: frame.best_step };
            self.table.put(frame.board.hash, known);
        }
        if self.ply == 0 {
            return self.deepen(score);
        }
        self.ply -= 1;
        self.next = Next::Receive(score);
    }

    /// Ends an iteration, and begins the next one if it can improve the result.
    fn deepen(&mut self, score: i32) {
        self.finished = self.depth;
        let sure = score.abs() > DECISIVE;
        if sure || self.depth >= self.limits.depth.min(MAX_DEPTH) || self.frames[0].steps.len() == 1 {
            self.next = Next::Done;
            return;
        }
        self.depth += 1;
        self.history.iter_mut().for_each(|times| *times /= 2);
        let board = self.frames[0].board;
        self.frames[0].begin(board, -INFINITE, INFINITE, self.depth as i32);
        self.next = Next::Visit;
    }
}

fn history_place(board: &Board, legal: Move) -> usize {
    (board.to_move as usize) << 12 | legal.from.index() << 6 | legal.to.index()
}

/// Converts a score that counts plies from the root to one that counts them from a board at a ply.
fn from_ply(score: i32, ply: usize) -> i32 {
    match score {
        _ if score > DECISIVE => score + ply as i32,
        _ if score < -DECISIVE => score - ply as i32,
        _ => score,
    }
}

/// Converts a score in the opposite direction of [`from_ply`].
fn at_ply(score: i32, ply: usize) -> i32 {
    match score {
        _ if score > DECISIVE => score - ply as i32,
        _ if score < -DECISIVE => score + ply as i32,
        _ => score,
    }
}
