//! Exact solver: finds the minimum number of moves, all optimal first moves and the number of optimal sequences.
//!
//! It tries the smallest number of moves that [`Task::needs_more`] allows, then one more, and so on (iterative
//! deepening A*, by Korf, 1985). For each board it stores the minimum number of moves and the number of ways. The
//! number of optimal ways to solve a board does not depend on how it was reached, so ways are added up instead of being
//! listed.

use crate::{
    panguru::board::Board,
    panguru::bound::{Pebbles, Task},
    panguru::memory::{Known, Memory},
};

/// Sequences are counted up to this number.
pub const MAX_SEQUENCES: u32 = 1_000_000;

/// The optimal solutions of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Minimum number of moves.
    pub optimum: u32,
    /// Positions whose pebbles may move first, in ascending order; empty if the board is solved.
    pub first_moves: Vec<usize>,
    /// Number of optimal sequences; `None` if there are more than [`MAX_SEQUENCES`].
    pub sequences: Option<u32>,
    /// One optimal sequence: the position of the pebble that moves, move by move. The last one is where the hole ends.
    pub moves: Vec<usize>,
}

/// A solver. Its result depends on the board alone, however the work is split into steps.
pub struct Solver {
    task: Task,
    pebbles: Pebbles,
    memory: Memory,
    /// Boards from the first to the one that is being tried.
    path: Vec<Ply>,
    /// Number of moves of the present iteration.
    moves: u32,
    visited: u64,
    solution: Solution,
    done: bool,
}

/// A board on the path.
struct Ply {
    /// Position of the hole before the last move; its present position for the first board.
    came_from: usize,
    /// Number of positions in line with the hole that have been tried.
    tried: usize,
    /// Number of ways found so far to solve the board with the moves left.
    ways: u32,
}

impl Solver {
    /// Creates a solver for a board; `None` if the board cannot be solved.
    pub fn new(board: &Board) -> Option<Solver> {
        if !board.can_be_solved() {
            return None;
        }
        let (task, pebbles) = Task::new(board);
        let mut solver = Solver {
            task,
            pebbles,
            memory: Memory::new(),
            path: Vec::new(),
            moves: 0,
            visited: 0,
            solution: Solution { optimum: 0, first_moves: Vec::new(), sequences: Some(1), moves: Vec::new() },
            done: board.is_solved(),
        };
        solver.begin();
        Some(solver)
    }

    /// Returns the number of boards visited.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Returns the peak memory so far, in bytes.
    pub fn peak_bytes(&self) -> usize {
        self.task.bytes() + self.memory.peak_bytes()
    }

    /// Visits about `boards` more boards. Returns the solution, if it has been found.
    pub fn advance(&mut self, boards: u64) -> Option<&Solution> {
        let stop = self.visited.saturating_add(boards);
        while !self.done && self.visited < stop {
            self.step();
        }
        self.done.then_some(&self.solution)
    }

    /// Begins an iteration with the smallest number of moves that the bound allows.
    fn begin(&mut self) {
        while self.task.needs_more(&self.pebbles, self.moves) {
            self.moves += 1;
        }
        self.path.push(Ply { came_from: self.pebbles.hole, tried: 0, ways: 0 });
    }

    /// Tries the next move of the last board on the path, or leaves the board.
    fn step(&mut self) {
        let left = self.moves + 1 - self.path.len() as u32;
        let hole = self.pebbles.hole;
        let Some(ply) = self.path.last_mut() else { return };
        let Some(position) = self.task.in_line[hole].get(ply.tried).map(|position| usize::from(*position)) else {
            return self.leave(left);
        };
        ply.tried += 1;
        // Do not move the same pebble straight back.
        if position == ply.came_from {
            return;
        }
        self.visited += 1;
        self.task.slide(&mut self.pebbles, position);
        match self.ways(left - 1) {
            Some(ways) => {
                self.task.slide(&mut self.pebbles, hole);
                self.add(position, ways);
            }
            None => self.path.push(Ply { came_from: hole, tried: 0, ways: 0 }),
        }
    }

    /// Returns the number of ways to solve the board in `moves` moves; `None` if the board has to be searched.
    fn ways(&self, moves: u32) -> Option<u32> {
        if self.task.needs_more(&self.pebbles, moves) {
            return Some(0);
        }
        if moves == 0 {
            return Some(1);
        }

        match self.memory.get(self.pebbles.packed)? {
            known if known.moves > moves => Some(0),
            known if known.moves == moves && known.ways > 0 => Some(known.ways),
            _ => None,
        }
    }

    /// Adds the ways that begin with a position to those of the last board on the path.
    fn add(&mut self, position: usize, ways: u32) {
        if ways == 0 {
            return;
        }
        if self.solution.moves.is_empty() {
            // This is the first solution, so no stored board was solved: the path leads to the end.
            self.solution.moves = self.path.iter().skip(2).map(|ply| ply.came_from).collect();
            self.solution.moves.extend((self.path.len() > 1).then_some(self.pebbles.hole));
            self.solution.moves.push(position);
        }
        if self.path.len() == 1 {
            self.solution.first_moves.push(position);
        }
        if let Some(ply) = self.path.last_mut() {
            ply.ways = ply.ways.saturating_add(ways).min(MAX_SEQUENCES + 1);
        }
    }

    /// Leaves the last board on the path after all its moves were tried; `left` is the number of moves that were left
    /// there.
    fn leave(&mut self, left: u32) {
        let Some(Ply { came_from, ways, .. }) = self.path.pop() else { return };
        if self.path.is_empty() {
            return self.end(ways);
        }
        let moves = if ways > 0 { left } else { left + 1 };
        self.memory.put(self.pebbles.packed, Known { moves, ways });
        let position = self.pebbles.hole;
        self.task.slide(&mut self.pebbles, came_from);
        self.add(position, ways);
    }

    /// Ends with a solution, or begins an iteration with one more move.
    fn end(&mut self, ways: u32) {
        if ways == 0 {
            self.moves += 1;
            return self.begin();
        }
        self.solution.optimum = self.moves;
        self.solution.sequences = (ways <= MAX_SEQUENCES).then_some(ways);
        self.done = true;
    }
}

/// Solves a board; returns `None` if it cannot be solved.
pub fn solve(board: &Board) -> Option<Solution> {
    Solver::new(board)?.advance(u64::MAX).cloned()
}
