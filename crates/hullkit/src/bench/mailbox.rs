//! The baseline of `hullkit bench loa`: Lines of Action on a plain array of squares, with moves listed and made one by
//! one.

use puzzles::loa::{Perft, Position, Side, Square};

/// The eight directions, as steps of file and row.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)];

/// A board, square by square.
pub(super) struct Mailbox {
    squares: [[Option<Side>; 8]; 8],
    to_move: Side,
}

/// File and row.
type At = (i8, i8);

impl Mailbox {
    /// Creates the board of a position.
    pub(super) fn new(position: &Position) -> Mailbox {
        let piece = |file: usize, row: usize| Square::at(file as u8, row as u8).and_then(|square| position.at(square));
        let squares = std::array::from_fn(|row| std::array::from_fn(|file| piece(file, row)));
        Mailbox { squares, to_move: position.to_move() }
    }

    /// Counts the sequences of this number of moves, at least 1. The last moves are counted without being made, as the
    /// other generator does.
    pub(super) fn perft(&mut self, depth: u32) -> Perft {
        let mut all = Perft::default();
        if self.is_together(self.to_move) || self.is_together(self.to_move.other()) {
            return all;
        }
        let moves = self.moves();
        if depth == 1 {
            let captures = moves.iter().filter(|(_, to)| self.at(*to) != Some(None)).count();
            return Perft { leaves: moves.len().max(1) as u64, captures: captures as u64 };
        }
        for (from, to) in &moves {
            let captured = self.square(*to);
            self.put(*to, Some(self.to_move));
            self.put(*from, None);
            self.to_move = self.to_move.other();
            let below = self.perft(depth - 1);
            self.to_move = self.to_move.other();
            self.put(*from, Some(self.to_move));
            self.put(*to, captured);
            all.leaves += below.leaves;
            all.captures += below.captures;
        }
        if moves.is_empty() {
            self.to_move = self.to_move.other();
            all = self.perft(depth - 1);
            self.to_move = self.to_move.other();
        }
        all
    }

    /// Returns the piece on a square, or `None` outside the board.
    fn at(&self, (file, row): At) -> Option<Option<Side>> {
        Some(*self.squares.get(usize::try_from(row).ok()?)?.get(usize::try_from(file).ok()?)?)
    }

    fn square(&self, at: At) -> Option<Side> {
        self.at(at).flatten()
    }

    fn put(&mut self, (file, row): At, piece: Option<Side>) {
        self.squares[row as usize][file as usize] = piece;
    }

    /// Returns the squares of a side's pieces.
    fn pieces(&self, side: Side) -> impl Iterator<Item = At> {
        let all = (0..8).flat_map(|row| (0..8).map(move |file| (file, row)));
        all.filter(move |at| self.square(*at) == Some(side))
    }

    fn moves(&self) -> Vec<(At, At)> {
        let mut moves = Vec::with_capacity(64);
        for from in self.pieces(self.to_move) {
            for line in 0..4 {
                let (ahead, behind) = (DIRECTIONS[line], DIRECTIONS[line + 4]);
                let distance = 1 + self.count(from, ahead) + self.count(from, behind);
                for direction in [ahead, behind] {
                    moves.extend(self.landing(from, direction, distance).map(|to| (from, to)));
                }
            }
        }
        moves
    }

    /// Returns the number of pieces on the line through a square.
    fn count(&self, from: At, direction: At) -> i8 {
        let mut count = 0;
        let mut at = step(from, direction);
        while let Some(piece) = self.at(at) {
            count += i8::from(piece.is_some());
            at = step(at, direction);
        }
        count
    }

    /// Returns the square on which a piece lands after this distance, if the move is legal.
    fn landing(&self, from: At, direction: At, distance: i8) -> Option<At> {
        let mut at = from;
        for _ in 1..distance {
            at = step(at, direction);
            if self.at(at)? == Some(self.to_move.other()) {
                return None;
            }
        }
        at = step(at, direction);
        (self.at(at)? != Some(self.to_move)).then_some(at)
    }

    fn is_together(&self, side: Side) -> bool {
        let Some(first) = self.pieces(side).next() else { return true };
        let mut seen = [[false; 8]; 8];
        let mut left = vec![first];
        seen[first.1 as usize][first.0 as usize] = true;
        let mut met = 0;
        while let Some(at) = left.pop() {
            met += 1;
            for direction in DIRECTIONS {
                let next = step(at, direction);
                if self.square(next) == Some(side) && !seen[next.1 as usize][next.0 as usize] {
                    seen[next.1 as usize][next.0 as usize] = true;
                    left.push(next);
                }
            }
        }
        met == self.pieces(side).count()
    }
}

fn step(at: At, direction: At) -> At {
    (at.0 + direction.0, at.1 + direction.1)
}
