//! The fewest moves that solve a board, exactly, with all first moves and the number of such sequences.
//!
//! It tries whether the least number of moves that [`Task::needs_more`] leaves will do, then one more, and so on (iterative
//! deepening A*, by Korf, 1985), and remembers the boards that it has met: how many moves each needs at least, and in how many
//! ways. A board's number of ways with the fewest moves does not depend on how one got there, so ways are added up
//! instead of being listed.

use crate::{
    panguru::board::Board,
    panguru::bound::{Pebbles, Task},
    panguru::memory::{Known, Memory},
};

/// Sequences are counted up to here.
pub const MAX_SEQUENCES: u32 = 1_000_000;

/// How a board is solved in the fewest moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The fewest moves.
    pub optimum: u32,
    /// The positions whose pebbles may move first, from the least; none if the board is solved.
    pub first_moves: Vec<usize>,
    /// How many sequences of so few moves there are; none if they are more than [`MAX_SEQUENCES`].
    pub sequences: Option<u32>,
    /// One of them: the position of the pebble that moves, move by move. The last is where the hole ends.
    pub moves: Vec<usize>,
}

/// Solves a board. It depends on the board alone and can be advanced by any number of boards at a time.
pub struct Solver {
    task: Task,
    pebbles: Pebbles,
    memory: Memory,
    /// The boards from the first to the one that is being tried.
    path: Vec<Ply>,
    /// The moves that are tried now.
    moves: u32,
    looked_at: u64,
    solution: Solution,
    done: bool,
}

/// A board on the way.
struct Ply {
    /// Where the hole was before; here, at first.
    came_from: usize,
    /// How many of the positions in line with the hole were tried.
    tried: usize,
    /// In how many ways the moves that are left solve it, as far as was tried.
    ways: u32,
}

impl Solver {
    /// A solver for a board; none if it cannot be solved.
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
            looked_at: 0,
            solution: Solution { optimum: 0, first_moves: Vec::new(), sequences: Some(1), moves: Vec::new() },
            done: board.is_solved(),
        };
        solver.begin();
        Some(solver)
    }

    /// How many boards it has looked at.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// The most memory that it has taken so far, in bytes.
    pub fn most_bytes(&self) -> usize {
        self.task.bytes() + self.memory.most_bytes()
    }

    /// Looks at so many more boards, or a few more. The solution, if it has been found.
    pub fn advance(&mut self, boards: u64) -> Option<&Solution> {
        let stop = self.looked_at.saturating_add(boards);
        while !self.done && self.looked_at < stop {
            self.step();
        }
        self.done.then_some(&self.solution)
    }

    /// Tries as many moves as the bound leaves.
    fn begin(&mut self) {
        while self.task.needs_more(&self.pebbles, self.moves) {
            self.moves += 1;
        }
        self.path.push(Ply { came_from: self.pebbles.hole, tried: 0, ways: 0 });
    }

    /// Tries the next move of the last board on the path, or leaves it.
    fn step(&mut self) {
        let left = self.moves + 1 - self.path.len() as u32;
        let hole = self.pebbles.hole;
        let Some(ply) = self.path.last_mut() else { return };
        let Some(position) = self.task.in_line[hole].get(ply.tried).map(|position| usize::from(*position)) else {
            return self.leave(left);
        };
        ply.tried += 1;
        // The pebble that has just moved would move back.
        if position == ply.came_from {
            return;
        }
        self.looked_at += 1;
        self.task.slide(&mut self.pebbles, position);
        match self.ways(left - 1) {
            Some(ways) => {
                self.task.slide(&mut self.pebbles, hole);
                self.add(position, ways);
            }
            None => self.path.push(Ply { came_from: hole, tried: 0, ways: 0 }),
        }
    }

    /// In how many ways so many moves solve the board; none if it has to be tried.
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
            // Nothing was solved before, so nothing was remembered as solved: the path leads to the end.
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

    /// Leaves the last board on the path, all of whose moves were tried with so many moves left.
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

    /// Ends with a solution, or tries one move more.
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

/// The solution of a board; none if it cannot be solved.
pub fn solve(board: &Board) -> Option<Solution> {
    Solver::new(board)?.advance(u64::MAX).cloned()
}
