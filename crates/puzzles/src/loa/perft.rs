//! Perft: how many games of so many moves there are, which tells whether moves are made as the rules say.

use crate::{loa::board::Board, loa::position::Position, loa::rules::Rules};

/// What [`perft`] counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// The positions so many moves away, counted once for each way that leads there.
    pub leaves: u64,
    /// How many of the last moves on these ways capture.
    pub captures: u64,
}

/// The deepest perft: its count surely fits, because no board has 256 moves, and more would take hours.
pub const MAX_PERFT: u32 = 7;

/// Counts the ways of `depth` moves from a position. A game that is over goes on nowhere; a pass is one move. The last move of
/// each way is counted without being made. A depth of more than 7 counts as 7.
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
            board.each_move(|legal| {
                let below = count(&board.after(legal), rules, depth - 1);
                all.leaves += below.leaves;
                all.captures += below.captures;
            });
            all
        }
    }
}
