//! Perft: counts the move sequences of a given length, a standard test of move generators.

use crate::{loa::board::Board, loa::position::Position, loa::rules::Rules};

/// Result of [`perft`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Number of positions at the given depth, counted once per move sequence.
    pub leaves: u64,
    /// Number of sequences whose last move captures.
    pub captures: u64,
}

/// Maximum depth of a perft. No board has 256 moves, so the count fits, and larger depths would take hours.
pub const MAX_PERFT: u32 = 7;

/// Counts the sequences of `depth` moves from a position. A finished game has no further moves; a pass counts as one
/// move. The last move of each sequence is counted without being made. Depths above [`MAX_PERFT`] count as
/// [`MAX_PERFT`].
pub fn perft(position: &Position, rules: Rules, depth: u32) -> Perft {
    match depth.min(MAX_PERFT) {
        0 => Perft { leaves: 1, captures: 0 },
        depth => count(&Board::new(position), rules, depth),
    }
}

fn count(board: &Board, rules: Rules, depth: u32) -> Perft {
    if board.outcome(rules).is_some() {
        return Perft::default();
    }
    let (moves, captures) = (board.mobility().moves(board.to_move), board.mobility().captures(board.to_move));
    match (depth, moves) {
        (1, 0) => Perft { leaves: 1, captures: 0 },
        (1, _) => Perft { leaves: moves, captures },
        (_, 0) => count(&board.after_pass(), rules, depth - 1),
        _ => {
            let mut all = Perft::default();
            board.for_each_move(|legal| {
                let below = count(&board.after(legal), rules, depth - 1);
                all.leaves += below.leaves;
                all.captures += below.captures;
            });
            all
        }
    }
}
