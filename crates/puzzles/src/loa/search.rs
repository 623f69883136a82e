//! The search for a good move: deeper and deeper, on a stack of its own, so that it can be stopped after any board.
//!
//! It is the negamax of the principal variation: the first step of a ply is searched with the whole window, each later one is first
//! only asked whether it is better. Steps that come late in the order are asked less deeply, and a board where even a pass out of turn
//! is too good for the opponent is left at once. The order is what the table knows, what was too good at the same ply, and
//! what was too good often (history).

use crate::{
    loa::board::{Board, mixed},
    loa::evaluation::{MAX_EVALUATION, evaluate, gathering_point},
    loa::frame::{Frame, Step, Trial},
    loa::game::Game,
    loa::level::{Limits, MAX_DEPTH},
    loa::moves::Move,
    loa::rules::{Outcome, Rules},
    loa::transpositions::{Bound, Known, Transpositions},
};

/// What a won position is worth, less one for each ply until it is won.
const WIN: i32 = 1_000_000;
/// Scores beyond this are won, and below its negative lost.
const SURELY: i32 = WIN - 1000;
/// What a step to a square that is nearer to the other pieces is worth in the order of steps, where a step that was too good
/// for the opponent is worth the square of the plies below it.
const NEARER: u32 = 16;
/// More than any score.
const INFINITE: i32 = WIN + 1;

/// What a search knows of how the game ends if both sides play well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins, with so many plies at most.
    Wins(u32),
    /// It loses, after so many plies if it holds out.
    Loses(u32),
    /// The best line that was found ends in a draw.
    Draws,
    /// Nobody knows yet.
    Open,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move; none is a pass, or a game that is over.
    pub played: Option<Move>,
    /// What the position is worth to the side to move.
    pub score: i32,
    /// What that means.
    pub verdict: Verdict,
    /// How many plies deep the last search went that was finished.
    pub depth: u32,
    /// How many boards were looked at.
    pub nodes: u64,
    /// How the game might go on, the move first; none is a pass.
    pub line: Vec<Option<Move>>,
}

/// A search. It is a function of what it began with and of the number of boards that it has looked at, and comes to the same end
/// however these are cut. So it need not be saved: begun anew and advanced by [`Search::nodes`], it stands where it stood.
pub struct Search {
    rules: Rules,
    limits: Limits,
    seed: u64,
    /// The hashes of the game's earlier boards.
    past: Vec<u64>,
    table: Transpositions,
    /// How often and how deep a step was too good, by side, start and end.
    history: Vec<u32>,
    frames: Vec<Frame>,
    ply: usize,
    next: Next,
    nodes: u64,
    /// The depth of this iteration.
    depth: u32,
    finished: u32,
    score: i32,
    line: Vec<Step>,
}

/// What the search does next.
#[derive(Clone, Copy)]
enum Next {
    /// Looks at the board of the frame.
    Look,
    /// Hands a score up to the frame, from the one below it.
    Receive(i32),
    /// Nothing: it has come to its end.
    Rest,
}

impl Search {
    /// A search for the move in a game. The seed decides how the judgement of a level errs that errs.
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
            next: Next::Look,
            nodes: 0,
            depth: 1,
            finished: 0,
            score: 0,
            line: Vec::new(),
        };
        match game.outcome() {
            Some(Outcome::Draw) => search.next = Next::Rest,
            Some(Outcome::Won(side)) => {
                search.score = if side == board.to_move { WIN } else { -WIN };
                search.next = Next::Rest;
            }
            None => {
                search.line.push(game.position().moves().first().copied());
                search.frames[0].begin(board, -INFINITE, INFINITE, 1);
            }
        }
        search
    }

    /// Looks at so many more boards at most. Whether the search has come to its end.
    pub fn advance(&mut self, nodes: u64) -> bool {
        let stop = self.nodes.saturating_add(nodes).min(self.limits.nodes);
        loop {
            match self.next {
                Next::Look if self.nodes >= stop => return self.nodes >= self.limits.nodes,
                Next::Look => {
                    self.nodes += 1;
                    self.look();
                }
                Next::Receive(score) => self.receive(-score),
                Next::Rest => return true,
            }
        }
    }

    /// How many boards it has looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best that was found so far; at first any legal move.
    pub fn choice(&self) -> Choice {
        let plies = |score: i32| (WIN - score.abs()) as u32;
        let verdict = match self.score {
            score if score > SURELY => Verdict::Wins(plies(score)),
            score if score < -SURELY => Verdict::Loses(plies(score)),
            0 if self.finished > 0 || self.line.is_empty() => Verdict::Draws,
            _ => Verdict::Open,
        };
        let played = self.line.first().copied().flatten();
        let line = self.line.clone();
        Choice { played, score: self.score, verdict, depth: self.finished, nodes: self.nodes, line }
    }

    /// Looks at the frame's board: gives it its score, or lists its steps and begins with the first.
    fn look(&mut self) {
        if let Some(score) = self.ended().or_else(|| self.known()).or_else(|| self.judged()) {
            return self.leave(score);
        }
        self.list_steps();
        if self.try_out_of_turn() {
            return;
        }
        self.go_on();
    }

    /// The score of a board where the game is over.
    fn ended(&self) -> Option<i32> {
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
        // What came back once may come back again, so the search takes a circle of its own for a draw.
        let circle = self.frames[..self.ply].iter().any(|frame| frame.board.hash == board.hash);
        let before = self.past.iter().filter(|hash| **hash == board.hash).count();
        (circle || before + 1 >= self.rules.repetition.occurrences()).then_some(0)
    }

    /// The score that the table knows, where only the side of one score matters.
    fn known(&self) -> Option<i32> {
        let frame = &self.frames[self.ply];
        let known = self.table.get(frame.board.hash).filter(|known| known.depth >= frame.depth)?;
        let score = at_ply(known.score, self.ply);
        let enough = match known.bound {
            Bound::Exact => true,
            Bound::Least => score >= frame.beta,
            Bound::Most => score <= frame.alpha,
        };
        (self.ply > 0 && frame.is_scout() && enough).then_some(score)
    }

    /// What the board is worth, where no plies are left.
    fn judged(&self) -> Option<i32> {
        let frame = &self.frames[self.ply];
        (frame.depth <= 0).then(|| self.judge(&frame.board))
    }

    fn judge(&self, board: &Board) -> i32 {
        let error = i64::from(self.limits.error.min(MAX_EVALUATION as u32));
        if error == 0 {
            return evaluate(board);
        }
        let thrown = (mixed(board.hash ^ self.seed) >> 32) as i64 % (2 * error + 1) - error;
        evaluate(board) + thrown as i32
    }

    /// Lists the frame's steps, each with its place in the order.
    fn list_steps(&mut self) {
        let frame = &mut self.frames[self.ply];
        let known = self.table.get(frame.board.hash).and_then(|known| known.best);
        let first = if self.ply == 0 { self.line.first().copied().flatten() } else { known };
        let (board, killers, history) = (frame.board, frame.killers, &self.history);
        let gathering = gathering_point(&board);
        let steps = &mut frame.steps;
        board.each_move(|legal| {
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

    /// Passes out of turn, where that may be too good for the opponent.
    fn try_out_of_turn(&mut self) -> bool {
        let frame = &self.frames[self.ply];
        let after_pass = self.ply > 0 && self.frames[self.ply - 1].step.is_none();
        let sure = frame.beta.abs() > SURELY;
        if self.ply == 0 || after_pass || sure || !frame.is_scout() || frame.depth < 2 || frame.steps[0].0.is_none() {
            return false;
        }
        if evaluate(&frame.board) < frame.beta {
            return false;
        }
        let (board, beta, depth) = (frame.board.after_pass(), frame.beta, frame.depth - 3);
        let frame = &mut self.frames[self.ply];
        (frame.step, frame.trial) = (None, Trial::OutOfTurn);
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
            1 => Trial::Whole,
            4.. if frame.depth >= 3 && step.is_some_and(|legal| !legal.captures) => Trial::Reduced,
            _ => Trial::Scout,
        };
        self.try_step();
    }

    /// Goes down the frame's step, as its trial says.
    fn try_step(&mut self) {
        let frame = &self.frames[self.ply];
        let board = frame.step.map_or_else(|| frame.board.after_pass(), |legal| frame.board.after(legal));
        let (alpha, beta, depth) = (frame.alpha, frame.beta, frame.depth - 1);
        match frame.trial {
            Trial::Whole => self.push(board, -beta, -alpha, depth),
            Trial::Reduced => {
                let less = if frame.taken > 12 && frame.depth > 4 { 2 } else { 1 };
                self.push(board, -alpha - 1, -alpha, depth - less);
            }
            Trial::Scout | Trial::OutOfTurn => self.push(board, -alpha - 1, -alpha, depth),
        }
    }

    fn push(&mut self, board: Board, alpha: i32, beta: i32, depth: i32) {
        self.ply += 1;
        if self.ply == self.frames.len() {
            self.frames.push(Frame::new(board));
        }
        self.frames[self.ply].begin(board, alpha, beta, depth);
        self.next = Next::Look;
    }

    /// Takes the score of the frame's step, as it is worth to the frame's side.
    fn receive(&mut self, score: i32) {
        let (above, below) = self.frames.split_at_mut(self.ply + 1);
        let frame = &mut above[self.ply];
        match frame.trial {
            Trial::OutOfTurn if score >= frame.beta => {
                let beta = frame.beta;
                return self.leave(beta);
            }
            Trial::OutOfTurn => return self.go_on(),
            Trial::Reduced if score > frame.alpha => {
                frame.trial = Trial::Scout;
                return self.try_step();
            }
            Trial::Scout if score > frame.alpha && score < frame.beta => {
                frame.trial = Trial::Whole;
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

    /// Leaves the frame because its step is too good for the opponent.
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
        // A board that has no steps was not searched; and what a pass out of turn shows is no step.
        if frame.best > i32::MIN {
            let bound = match frame.best {
                best if best >= frame.beta => Bound::Least,
                best if best > frame.first_alpha => Bound::Exact,
                _ => Bound::Most,
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

    /// Ends an iteration, and begins the next one if that can show more.
    fn deepen(&mut self, score: i32) {
        self.finished = self.depth;
        let sure = score.abs() > SURELY;
        if sure || self.depth >= self.limits.depth.min(MAX_DEPTH) || self.frames[0].steps.len() == 1 {
            self.next = Next::Rest;
            return;
        }
        self.depth += 1;
        self.history.iter_mut().for_each(|times| *times /= 2);
        let board = self.frames[0].board;
        self.frames[0].begin(board, -INFINITE, INFINITE, self.depth as i32);
        self.next = Next::Look;
    }
}

fn history_place(board: &Board, legal: Move) -> usize {
    (board.to_move as usize) << 12 | legal.from.index() << 6 | legal.to.index()
}

/// A score that counts plies from the root, as one that counts them from a board at a ply.
fn from_ply(score: i32, ply: usize) -> i32 {
    match score {
        _ if score > SURELY => score + ply as i32,
        _ if score < -SURELY => score - ply as i32,
        _ => score,
    }
}

/// The other way round.
fn at_ply(score: i32, ply: usize) -> i32 {
    match score {
        _ if score > SURELY => score - ply as i32,
        _ if score < -SURELY => score + ply as i32,
        _ => score,
    }
}
