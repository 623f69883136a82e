//! How many moves a board needs at least.
//!
//! Two counts, both of which never say too much:
//!
//! - **Reach.** Each move moves a pebble of one colour. So the colours are looked at one by one, as if no other pebbles were there: how
//!   many moves bring the pebbles of this colour from where they are to plates of theirs? That is worked out once for each
//!   set of positions that they can be on, from the plates backwards, and the sum over all colours is a bound.
//! - **Circles.** Where no pebble makes more moves than its colour needs by reach, a misplaced pebble that can come home in one move goes
//!   straight to its plate, and the hole from there to where the pebble was. So link each such pebble's position with its plate; if several
//!   plates are open to it, with all that are. The hole never leaves the positions that are linked with its own: a circle of others needs a move
//!   more, by a pebble of one of its colours. Circles that share a colour may be opened by the same move, so only one of them
//!   counts; and one counts only if none of its pebbles has a long way, because that leads anywhere.

use crate::panguru::board::{Board, POSITIONS, in_line};

/// A board as the solver sees it: colours are numbers, from 1.
pub(crate) struct Task {
    /// The colour of each plate.
    plates: [u8; POSITIONS],
    /// How many colours there are.
    colours: usize,
    /// For each colour and each set of positions: the moves that pebbles on these need to come home.
    reach: Vec<u8>,
    /// The plates of each colour.
    homes: [u16; POSITIONS + 1],
    /// The positions in line with each, as a list and as a set.
    pub(crate) in_line: [Vec<u8>; POSITIONS],
    line_sets: [u16; POSITIONS],
}

/// Where the pebbles are.
#[derive(Clone)]
pub(crate) struct Pebbles {
    /// The colour on each position, four bits each; 0 for the hole.
    pub(crate) packed: u64,
    /// The positions of each colour, as sets.
    of_colour: [u16; POSITIONS + 1],
    /// Where no pebble is.
    pub(crate) hole: usize,
    /// The moves that all colours need by reach.
    reach: u32,
}

impl Task {
    /// The task that a board sets, and where its pebbles are. Each colour of a pebble must have plates enough.
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
            task.work_out_reach(colour, pebbles.of_colour[colour].count_ones());
            pebbles.reach += task.reach_of(colour, pebbles.of_colour[colour]);
        }
        (task, pebbles)
    }

    /// The memory that it takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Task>() + self.reach.len()
    }

    fn reach_of(&self, colour: usize, positions: u16) -> u32 {
        u32::from(self.reach[colour << POSITIONS | usize::from(positions)])
    }

    /// Fills in the moves that so many pebbles of a colour need from any positions: backwards from their plates, farther and farther.
    fn work_out_reach(&mut self, colour: usize, pebbles: u32) {
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

    /// Moves the pebble on a position to the hole.
    pub(crate) fn slide(&self, pebbles: &mut Pebbles, position: usize) {
        let colour = (pebbles.packed >> (4 * position) & 15) as usize;
        let before = pebbles.of_colour[colour];
        let after = before ^ (1 << position | 1 << pebbles.hole);
        pebbles.reach = pebbles.reach + self.reach_of(colour, after) - self.reach_of(colour, before);
        pebbles.of_colour[colour] = after;
        pebbles.packed ^= (colour as u64) << (4 * position) | (colour as u64) << (4 * pebbles.hole);
        pebbles.hole = position;
    }

    /// Whether more moves are needed than there are, as far as reach and circles tell.
    pub(crate) fn needs_more(&self, pebbles: &Pebbles, moves: u32) -> bool {
        let Some(spare) = moves.checked_sub(pebbles.reach) else { return true };
        // A circle has at least two colours.
        spare < self.colours as u32 / 2 && self.circles(pebbles) > spare
    }

    /// The circles that the hole is not on and whose pebbles can each come home in one move; of those that share colours, one.
    fn circles(&self, pebbles: &Pebbles) -> u32 {
        let mut circles = Circles::default();
        let mut far = 0_u16;
        for colour in 1..=self.colours {
            let (here, home) = (pebbles.of_colour[colour], self.homes[colour]);
            let (mut wrong, mut free) = (here & !home, home & !here);
            if self.reach_of(colour, here) > wrong.count_ones() {
                // Some of them go a long way round, over any position.
                far |= wrong;
                circles.link(wrong | home);
                continue;
            }
            // Whoever has one way home only takes its plate from the others.
            let mut forced = true;
            while forced {
                forced = false;
                for position in members(wrong) {
                    let ways = self.line_sets[position] & free;
                    if ways.is_power_of_two() {
                        circles.link(ways | 1 << position);
                        wrong &= !(1 << position);
                        free &= !ways;
                        forced = true;
                    }
                }
            }
            if wrong != 0 {
                circles.link(wrong | free);
            }
        }
        let mut counted = 0;
        let mut colours = 0;
        for circle in circles.all() {
            if circle >> pebbles.hole & 1 == 0 && circle & far == 0 {
                let of_circle = self.colours_in(pebbles, circle);
                if colours & of_circle == 0 {
                    colours |= of_circle;
                    counted += 1;
                }
            }
        }
        counted
    }

    /// The colours of the plates and pebbles on some positions.
    fn colours_in(&self, pebbles: &Pebbles, positions: u16) -> u16 {
        let mut colours = 0;
        for position in members(positions) {
            colours |= 1 << self.plates[position] | 1 << (pebbles.packed >> (4 * position) & 15);
        }
        colours
    }
}

/// Positions that are linked: no two sets have one in common.
#[derive(Default)]
struct Circles {
    sets: [u16; POSITIONS],
    count: usize,
}

impl Circles {
    /// Links some positions, and so all that were linked with any of them.
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

/// The members of a set, the least first.
fn members(set: u16) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let next = (left != 0).then(|| left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        next
    })
}

/// The subsets of a set that have so many members.
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
