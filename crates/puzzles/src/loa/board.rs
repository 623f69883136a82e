//! The board of search and perft: the pieces, and derived data that is updated with every move.

use crate::{
    loa::groups::{euler_change, is_one_group},
    loa::lines::{EMPTY, LINES, LINES_OF, Mobility, first_and_step, states},
    loa::moves::Move,
    loa::position::Position,
    loa::rules::{NoMove, Outcome, Rules, Simultaneous},
    loa::square::{Side, Square, squares},
};

/// A position with the states of its lines.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    /// The pieces of Black and White.
    pub(crate) pieces: [u64; 2],
    /// The side to move.
    pub(crate) to_move: Side,
    /// State of each line, an index into [`states`].
    lines: [u16; LINES],
    /// Number of moves of both sides.
    mobility: Mobility,
    /// Euler numbers of both sides.
    euler: [i8; 2],
    /// Zobrist hash of the position.
    pub(crate) hash: u64,
}

impl Board {
    /// Creates the board of a position.
    pub(crate) fn new(position: &Position) -> Board {
        let hash = if position.to_move() == Side::Black { 0 } else { WHITE_TO_MOVE };
        let to_move = position.to_move();
        let mut board = Board { pieces: [0; 2], to_move, lines: EMPTY, mobility: Mobility(0), euler: [0; 2], hash };
        for side in [Side::Black, Side::White] {
            squares(position.pieces(side)).for_each(|square| board.change(square, None, Some(side)));
        }
        board
    }

    /// Returns the position, without the derived data.
    pub(crate) fn position(&self) -> Position {
        let [black, white] = self.pieces;
        Position::new(black, white, self.to_move).expect("a square of the board holds one piece")
    }

    /// Replaces the piece on a square; `None` is an empty square.
    fn change(&mut self, square: Square, old: Option<Side>, new: Option<Side>) {
        let mobility = &states().mobility;
        let digit = |piece: Option<Side>| piece.map_or(0, |side| side as u16 + 1);
        let difference = digit(new).wrapping_sub(digit(old));
        for on in &LINES_OF[square.index()] {
            let state = &mut self.lines[usize::from(on.line)];
            let before = mobility[usize::from(*state)];
            *state = state.wrapping_add(difference.wrapping_mul(on.weight));
            self.mobility.0 = self.mobility.0.wrapping_sub(before).wrapping_add(mobility[usize::from(*state)]);
        }
        if let Some(side) = old {
            self.pieces[side as usize] &= !square.bit();
            self.euler[side as usize] -= euler_change(self.pieces[side as usize], square.index());
            self.hash ^= KEYS[side as usize][square.index()];
        }
        if let Some(side) = new {
            self.euler[side as usize] += euler_change(self.pieces[side as usize], square.index());
            self.pieces[side as usize] |= square.bit();
            self.hash ^= KEYS[side as usize][square.index()];
        }
    }

    /// Returns the board after a legal move.
    pub(crate) fn after(&self, played: Move) -> Board {
        let mut next = self.after_pass();
        let captured = played.captures.then_some(next.to_move);
        next.change(played.from, Some(self.to_move), None);
        next.change(played.to, captured, Some(self.to_move));
        next
    }

    /// Returns the board with the other side to move.
    pub(crate) fn after_pass(&self) -> Board {
        Board { to_move: self.to_move.other(), hash: self.hash ^ WHITE_TO_MOVE, ..*self }
    }

    /// Returns the number of moves of both sides.
    pub(crate) fn mobility(&self) -> Mobility {
        self.mobility
    }

    /// Returns the number of a side's groups minus the number of holes in them.
    pub(crate) fn euler(&self, side: Side) -> i8 {
        self.euler[side as usize]
    }

    /// Calls `visit` with each move of the side to move, line by line.
    pub(crate) fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        let states = states();
        for (line, state) in self.lines.iter().enumerate() {
            let moves = states.moves[usize::from(*state)][self.to_move as usize];
            if moves.starts == [0, 0] {
                continue;
            }
            let (first, step) = first_and_step(line);
            let far = u32::from(states.distance[usize::from(*state)]) * step;
            for direction in 0..2 {
                let mut starts = moves.starts[direction];
                while starts != 0 {
                    let place = starts.trailing_zeros();
                    let from = first + place * step;
                    let to = if direction == 0 { from + far } else { from - far };
                    let captures = moves.captures[direction] >> place & 1 == 1;
                    visit(Move { from: Square::numbered(from), to: Square::numbered(to), captures });
                    starts &= starts - 1;
                }
            }
        }
    }

    /// Returns true if all pieces of a side are in one group; also if it has one piece or none.
    pub(crate) fn is_together(&self, side: Side) -> bool {
        self.euler[side as usize] <= 1 && is_one_group(self.pieces[side as usize])
    }

    /// Returns how the game has ended, ignoring repetitions.
    pub(crate) fn outcome(&self, rules: Rules) -> Option<Outcome> {
        let mover = self.to_move.other();
        match (self.is_together(mover), self.is_together(self.to_move)) {
            (true, true) if rules.simultaneous == Simultaneous::Draw => return Some(Outcome::Draw),
            (true, _) => return Some(Outcome::Won(mover)),
            (false, true) => return Some(Outcome::Won(self.to_move)),
            (false, false) => {}
        }
        if self.mobility.moves(self.to_move) > 0 {
            return None;
        }
        match rules.no_move {
            NoMove::Loses => Some(Outcome::Won(mover)),
            NoMove::Pass => (self.mobility.moves(mover) == 0).then_some(Outcome::Draw),
        }
    }
}

/// Hash key of the side to move.
const WHITE_TO_MOVE: u64 = mix(128);

/// Hash keys of each piece on each square.
const KEYS: [[u64; 64]; 2] = {
    let mut keys = [[0; 64]; 2];
    let mut number = 0;
    while number < 128 {
        keys[number / 64][number % 64] = mix(number as u64);
        number += 1;
    }
    keys
};

/// Mixes the bits of a number (SplitMix64, by Steele, Lea and Flood).
pub(crate) const fn mix(number: u64) -> u64 {
    let mut bits = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}
