//! A lower bound for the number of moves that a board needs.
//!
//! The bound combines two counts. Neither exceeds the true number of moves:
//!
//! - **Reach.** Each move moves a pebble of one colour, so each colour is treated as if no other pebbles were there:
//!   how many moves bring the pebbles of this colour to plates of their colour? That is computed once for each set of
//!   positions of the pebbles, backwards from the plates. The sum over all colours is a lower bound.
//! - **Cycles.** Suppose that no pebble makes more moves than its colour needs by reach. Then a misplaced pebble that
//!   can reach its plate in one move goes straight there, and the hole moves to where the pebble was. Link the position
//!   of each such pebble with its plate, or with all plates that are open to it. The hole never leaves the positions
//!   that are linked with its own, so every other cycle needs an extra move by a pebble of one of its colours. One move
//!   can open several cycles that share a colour, so only one of them counts. A cycle counts only if none of its
//!   pebbles needs several moves, because such a pebble can go anywhere.

use crate::panguru::board::{Board, POSITIONS, in_line};

/// The solver's form of a board: colours are numbers, from 1.
pub(crate) struct Task {
    /// Colour of each plate.
    plates: [u8; POSITIONS],
    /// Number of colours.
    colours: usize,
    /// Number of moves to the plates, for each colour and each set of positions of its pebbles.
    reach: Vec<u8>,
    /// Plates of each colour, as sets.
    homes: [u16; POSITIONS + 1],
    /// Positions in line with each position, as a list and as a set.
    pub(crate) in_line: [Vec<u8>; POSITIONS],
    line_sets: [u16; POSITIONS],
}

/// The positions of the pebbles.
#[derive(Clone)]
pub(crate) struct Pebbles {
    /// Colour at each position, four bits each; 0 for the hole.
    pub(crate) packed: u64,
    /// Positions of each colour, as sets.
    of_colour: [u16; POSITIONS + 1],
    /// Position without a pebble.
    pub(crate) hole: usize,
    /// Sum of the moves that all colours need by reach.
    reach: u32,
}

impl Task {
    /// Creates the task of a board, and the positions of its pebbles. Each colour must have enough plates for its
    /// pebbles.
    pub(crate) fn new(board: &Board) -> (Task, Pebbles) {
        let mut letters = board.plates().to_vec();
        letters.sort_unstable();
        letters.dedup();
        let number = |colour| letters.iter().position(|letter| *letter == colour).map_or(0, |at| at as u8 + 1);
        let mut task = Task {
            plates: board.plates().map(number),
            colours: letters.len(),
            reach: vec![u8::MAX; (letters.len() + 1) << POSITIONS],
            homes: [0; POSITIONS + 1],
            line_sets: std::array::from_fn(|at| in_line(at, board.centreline()).map(|other| 1 << other).sum()),
            in_line: std::array::from_fn(|at| in_line(at, board.centreline()).map(|other| other as u8).collect()),
        };
        let mut pebbles = Pebbles { packed: 0, of_colour: [0; POSITIONS + 1], hole: board.hole(), reach: 0 };
        for (position, pebble) in board.pebbles().iter().enumerate() {
            task.homes[usize::from(task.plates[position])] |= 1 << position;
            if let Some(colour) = pebble.map(number) {
                pebbles.packed |= u64::from(colour) << (4 * position);
                pebbles.of_colour[usize::from(colour)] |= 1 << position;
            }
        }
        for colour in 1..=task.colours {
            task.compute_reach(colour, pebbles.of_colour[colour].count_ones());
            pebbles.reach += task.reach_of(colour, pebbles.of_colour[colour]);
        }
        (task, pebbles)
    }

    /// Returns the memory used, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Task>() + self.reach.len()
    }

    fn reach_of(&self, colour: usize, positions: u16) -> u32 {
        u32::from(self.reach[colour << POSITIONS | usize::from(positions)])
    }

    /// Computes the moves that `pebbles` pebbles of a colour need from any positions, by breadth-first search backwards
    /// from their plates.
    fn compute_reach(&mut self, colour: usize, pebbles: u32) {
        let home = self.homes[colour];
        let all = &mut self.reach[colour << POSITIONS..(colour + 1) << POSITIONS];
        let in_line = self.line_sets;
        let mut next: Vec<u16> = subsets(home, pebbles);
        next.iter().for_each(|set| all[usize::from(*set)] = 0);
        let mut moves = 0;
        while !next.is_empty() {
            moves += 1;
            let mut farther = Vec::new();
            for set in next {
                for from in members(set) {
                    for to in members(in_line[from] & !set) {
                        let moved = set & !(1 << from) | 1 << to;
                        if all[usize::from(moved)] == u8::MAX {
                            all[usize::from(moved)] = moves;
                            farther.push(moved);
                        }
                    }
                }
            }
            next = farther;
        }
    }

    /// Moves the pebble at a position to the hole.
    pub(crate) fn slide(&self, pebbles: &mut Pebbles, position: usize) {
        let colour = (pebbles.packed >> (4 * position) & 15) as usize;
        let before = pebbles.of_colour[colour];
        let after = before ^ (1 << position | 1 << pebbles.hole);
        pebbles.reach = pebbles.reach + self.reach_of(colour, after) - self.reach_of(colour, before);
        pebbles.of_colour[colour] = after;
        pebbles.packed ^= (colour as u64) << (4 * position) | (colour as u64) << (4 * pebbles.hole);
        pebbles.hole = position;
    }

    /// Returns true if reach and cycles prove that more moves are needed.
    pub(crate) fn needs_more(&self, pebbles: &Pebbles, moves: u32) -> bool {
        let Some(spare) = moves.checked_sub(pebbles.reach) else { return true };
        // A cycle has at least two colours.
        spare < self.colours as u32 / 2 && self.cycles(pebbles) > spare
    }

    /// Returns the number of cycles that the hole is not on and whose pebbles can all reach their plates in one move.
    /// Of cycles that share colours, one counts.
    fn cycles(&self, pebbles: &Pebbles) -> u32 {
        let mut cycles = Cycles::default();
        let mut far = 0_u16;
        for colour in 1..=self.colours {
            let (here, home) = (pebbles.of_colour[colour], self.homes[colour]);
            let (mut wrong, mut free) = (here & !home, home & !here);
            if self.reach_of(colour, here) > wrong.count_ones() {
                // Some of them need several moves and may pass over any position.
                far |= wrong;
                cycles.link(wrong | home);
                continue;
            }
            // A pebble with only one open plate takes that plate from the others.
            let mut forced = true;
            while forced {
                forced = false;
                for position in members(wrong) {
                    let ways = self.line_sets[position] & free;
                    if ways.is_power_of_two() {
                        cycles.link(ways | 1 << position);
                        wrong &= !(1 << position);
                        free &= !ways;
                        forced = true;
                    }
                }
            }
            if wrong != 0 {
                cycles.link(wrong | free);
            }
        }
        let mut counted = 0;
        let mut colours = 0;
        for cycle in cycles.all() {
            if cycle >> pebbles.hole & 1 == 0 && cycle & far == 0 {
                let of_cycle = self.colours_in(pebbles, cycle);
                if colours & of_cycle == 0 {
                    colours |= of_cycle;
                    counted += 1;
                }
            }
        }
        counted
    }

    /// Returns the colours of the plates and pebbles at some positions.
    fn colours_in(&self, pebbles: &Pebbles, positions: u16) -> u16 {
        let mut colours = 0;
        for position in members(positions) {
            colours |= 1 << self.plates[position] | 1 << (pebbles.packed >> (4 * position) & 15);
        }
        colours
    }
}

/// Disjoint sets of linked positions.
#[derive(Default)]
struct Cycles {
    sets: [u16; POSITIONS],
    count: usize,
}

impl Cycles {
    /// Links some positions, and merges all sets that contain any of them.
    fn link(&mut self, positions: u16) {
        let mut linked = positions;
        let mut kept = 0;
        for at in 0..self.count {
            if self.sets[at] & linked == 0 {
                self.sets[kept] = self.sets[at];
                kept += 1;
            } else {
                linked |= self.sets[at];
            }
        }
        self.sets[kept] = linked;
        self.count = kept + 1;
    }

    fn all(&self) -> impl Iterator<Item = u16> {
        self.sets[..self.count].iter().copied()
    }
}

/// Returns the members of a set, in ascending order.
fn members(set: u16) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let next = (left != 0).then(|| left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        next
    })
}

/// Returns the subsets of a set with the given number of members.
fn subsets(set: u16, members: u32) -> Vec<u16> {
    let mut subsets = Vec::new();
    let mut subset = set;
    loop {
        if subset.count_ones() == members {
            subsets.push(subset);
        }
        if subset == 0 {
            return subsets;
        }
        subset = (subset - 1) & set;
    }
}
