//! Paths that are open only for a while, and what the player can reach before they close.

use crate::{
    model::trigger::{Repeat, Trigger},
    proof::board::{Board, NOWHERE},
    proof::game_data::GameData,
    proof::state::State,
};
use std::{cmp::Reverse, collections::BinaryHeap};

/// Time during which a door can still be passed after it is released, in seconds.
const GRACE: f32 = 0.25;
/// Costs of an orthogonal and of a diagonal step, in tenths of a tile.
const STRAIGHT: u32 = 10;
const DIAGONAL: u32 = 14;

/// Distance that the player can run before a trigger undoes its actions.
pub(super) struct Open {
    /// Distance in tenths of a tile.
    reach: u32,
}

impl Open {
    /// Returns the window of a trigger that undoes its actions by itself.
    pub(super) fn of(trigger: &Trigger, game_data: &GameData) -> Option<Open> {
        let seconds = match trigger.repeat {
            Repeat::Timed(seconds) => trigger.after + seconds,
            Repeat::WhileHeld => trigger.after + GRACE,
            Repeat::Once | Repeat::Always | Repeat::Toggle => return None,
        };
        Some(Open { reach: (seconds * game_data.run * STRAIGHT as f32) as u32 })
    }

    /// Returns the pieces that the player can reach in time from one of some cells, or from an unknown position if
    /// there are none.
    pub(super) fn pieces(&self, board: &Board, state: &State, stand: &[usize]) -> Vec<usize> {
        let (level, width) = (board.level, board.level.width);
        let passes = |cell: usize| board.piece_of[cell] != NOWHERE && board.passes(state, board.piece_of[cell]);
        let mut best = vec![u32::MAX; level.cells.len()];
        let mut frontier: BinaryHeap<Reverse<(u32, usize)>> = BinaryHeap::new();
        let begin: Vec<usize> = if stand.is_empty() { vec![board.pieces[state.at].cell] } else { stand.to_vec() };
        let reach = if stand.is_empty() { u32::MAX } else { self.reach };
        for cell in begin {
            best[cell] = 0;
            frontier.push(Reverse((0, cell)));
        }
        let mut pieces = Vec::new();
        while let Some(Reverse((cost, cell))) = frontier.pop() {
            if cost > best[cell] {
                continue;
            }
            pieces.push(board.piece_of[cell]);
            let (right, left, down, up) = (cell + 1, cell - 1, cell + width, cell - width);
            let diagonal = [(down + 1, right, down), (down - 1, left, down), (up + 1, right, up), (up - 1, left, up)];
            let diagonal = diagonal.into_iter().filter(|(_, one, other)| passes(*one) && passes(*other));
            let straight = [right, left, down, up].map(|next| (next, STRAIGHT));
            for (next, step) in straight.into_iter().chain(diagonal.map(|(next, ..)| (next, DIAGONAL))) {
                let cost = cost.saturating_add(step);
                if cost <= reach && passes(next) && cost < best[next] {
                    best[next] = cost;
                    frontier.push(Reverse((cost, next)));
                }
            }
        }
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }
}
