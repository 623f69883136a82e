//! `hullkit bench panguru`: benchmarks the solver of Panguru, with plain iterative deepening as the baseline.

use crate::command_line::failure::{Failure, say};
use clap::Args;
use puzzles::panguru::{Board, Generator, POSITIONS, Solver};
use serde::Serialize;
use std::{hint::black_box, time::Instant};

/// The hardest board of the reference implementation. It needs 21 moves.
const HARD: [&str; 2] = ["YGBWPCYRPOOGRCB", "PRRCGOCBBGYPOY-"];
/// The colour that has one plate and no pebble on these boards.
const SINGLE: char = 'W';
/// The number of times that each board is solved. The best time counts.
const ROUNDS: usize = 3;
/// Plain deepening is slow, so it solves only one random board in this many.
const PLAIN_ONE_OF: usize = 20;

/// Times exact solutions of random boards of seven pairs and of a hard board. The baseline is plain iterative
/// deepening, whose bound is the number of misplaced pebbles and which finds only one solution.
#[derive(Args)]
pub(crate) struct Panguru {
    /// The number of random boards.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    boards: u32,
    /// The seed of the random boards.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Leave out the baseline.
    #[arg(long)]
    bare: bool,
    /// Print one JSON object per line, for the random boards and for the hard one: boards, count, median_ms,
    /// mean_ms, worst_ms, worst, most_moves, most_looked_at, most_mib, plain_count, plain_mean_ms, plain_worst_ms (null
    /// with --bare).
    #[arg(long)]
    json: bool,
}

/// The printed results of some boards.
#[derive(Serialize)]
struct Figures {
    boards: &'static str,
    count: usize,
    median_ms: f64,
    mean_ms: f64,
    worst_ms: f64,
    /// The board that took longest.
    worst: String,
    most_moves: u32,
    /// The most positions visited for one board, and the most memory used for one.
    most_looked_at: u64,
    most_mib: f64,
    /// The number of boards that plain deepening solved, and its times.
    plain_count: usize,
    plain_mean_ms: Option<f64>,
    plain_worst_ms: Option<f64>,
}

impl Panguru {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut generator = Generator::new(self.seed, true);
        let random: Vec<Board> = (0..self.boards).map(|_| generator.shuffled()).collect();
        let hard = Board::read(HARD[0], HARD[1], true).map_err(Failure::data)?;
        for (name, boards) in [("random", random), ("hard", vec![hard])] {
            let figures = self.measure(name, &boards)?;
            say(&if self.json { serde_json::to_string(&figures).map_err(Failure::data)? } else { figures.text() })?;
        }
        Ok(())
    }

    fn measure(&self, name: &'static str, boards: &[Board]) -> Result<Figures, Failure> {
        let mut times: Vec<f64> = Vec::new();
        let mut figures = Figures {
            boards: name,
            count: boards.len(),
            median_ms: 0.0,
            mean_ms: 0.0,
            worst_ms: 0.0,
            worst: String::new(),
            most_moves: 0,
            most_looked_at: 0,
            most_mib: 0.0,
            plain_count: 0,
            plain_mean_ms: None,
            plain_worst_ms: None,
        };
        let mut plain = Vec::new();
        for (number, board) in boards.iter().enumerate() {
            let mut optimum = 0;
            let ms = least_ms(|| {
                let mut solver = Solver::new(board)?;
                optimum = solver.advance(u64::MAX)?.optimum;
                figures.most_looked_at = figures.most_looked_at.max(solver.visited());
                figures.most_mib = figures.most_mib.max(solver.peak_bytes() as f64 / f64::from(1 << 20));
                Some(())
            });
            if ms > figures.worst_ms {
                (figures.worst_ms, figures.worst) = (ms, board.to_string());
            }
            figures.most_moves = figures.most_moves.max(optimum);
            times.push(ms);
            if !self.bare && number % PLAIN_ONE_OF == 0 {
                let began = Instant::now();
                let moves = black_box(Plain::new(board).solve());
                plain.push(began.elapsed().as_secs_f64() * 1e3);
                if moves != optimum {
                    return Err(Failure::data(format!("{board}: {optimum} moves, but plain deepening finds {moves}")));
                }
            }
        }
        times.sort_by(f64::total_cmp);
        figures.median_ms = times[times.len() / 2];
        figures.mean_ms = times.iter().sum::<f64>() / times.len() as f64;
        figures.plain_count = plain.len();
        figures.plain_worst_ms = plain.iter().copied().max_by(f64::total_cmp);
        figures.plain_mean_ms = figures.plain_worst_ms.map(|_| plain.iter().sum::<f64>() / plain.len() as f64);
        Ok(figures)
    }
}

/// Returns the best time of some rounds, in milliseconds.
fn least_ms(mut what: impl FnMut() -> Option<()>) -> f64 {
    let round = |_| {
        let began = Instant::now();
        black_box(what());
        began.elapsed().as_secs_f64() * 1e3
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

impl Figures {
    /// Returns the results for people.
    fn text(&self) -> String {
        let Figures { boards, count, median_ms, mean_ms, worst_ms, worst, most_mib, .. } = self;
        let plain = match (self.plain_mean_ms, self.plain_worst_ms) {
            (Some(mean), Some(worst)) => {
                format!("; plain deepening of {}: mean {mean:.1} ms, worst {worst:.1} ms", self.plain_count)
            }
            _ => String::new(),
        };
        format!(
            "{boards:6} {count} boards: median {median_ms:.3} ms, mean {mean_ms:.3} ms, worst {worst_ms:.1} ms ({worst}), \
             {most_mib:.1} MiB at most{plain}"
        )
    }
}

/// Plain iterative deepening. Its bound is the number of misplaced pebbles, plus one if the hole is at its goal before
/// they are.
struct Plain {
    plates: [char; POSITIONS],
    pebbles: [char; POSITIONS],
    in_line: [Vec<usize>; POSITIONS],
}

impl Plain {
    fn new(board: &Board) -> Plain {
        let in_line = |hole: usize| {
            let mut letters: String = std::iter::repeat_n('A', POSITIONS).collect();
            letters.replace_range(hole..=hole, "-");
            let board = Board::read(&"A".repeat(POSITIONS), &letters, board.centreline());
            board.map_or_else(|_| Vec::new(), |board| board.moves().collect())
        };
        Plain {
            plates: board.plates().map(char::from),
            pebbles: board.pebbles().map(|pebble| pebble.map_or('-', char::from)),
            in_line: std::array::from_fn(in_line),
        }
    }

    /// Returns the number of moves of the shortest solution.
    fn solve(&mut self) -> u32 {
        let hole = self.pebbles.iter().position(|pebble| *pebble == '-').unwrap_or(0);
        (0..).find(|moves| self.can_be_solved(hole, hole, *moves)).unwrap_or(0)
    }

    fn can_be_solved(&mut self, hole: usize, came_from: usize, moves: u32) -> bool {
        let pairs = || self.pebbles.iter().zip(&self.plates);
        let misplaced = pairs().filter(|(pebble, plate)| **pebble != '-' && pebble != plate).count() as u32;
        let is_home = misplaced > 0 && self.plates[hole] == SINGLE;
        if misplaced + u32::from(is_home) > moves {
            return false;
        }
        if misplaced == 0 {
            return true;
        }
        for at in 0..self.in_line[hole].len() {
            let position = self.in_line[hole][at];
            if position != came_from {
                self.pebbles.swap(position, hole);
                let solved = self.can_be_solved(position, hole, moves - 1);
                self.pebbles.swap(position, hole);
                if solved {
                    return true;
                }
            }
        }
        false
    }
}
