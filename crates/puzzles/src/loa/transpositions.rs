//! The transposition table: search results of boards that may occur again.

use crate::{loa::moves::Move, loa::square::Square};

/// Number of entries: 4 MiB in total.
const ENTRIES: usize = 1 << 18;

/// Relation of a stored score to the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score is at least the stored one.
    Lower,
    /// The stored score is the true score.
    Exact,
    /// The true score is at most the stored one.
    Upper,
}

/// Search result of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    /// Number of plies searched below the board.
    pub(crate) depth: i32,
    /// The best move; `None` is a pass, or not known.
    pub(crate) best: Option<Move>,
}

/// The transposition table, of fixed size. Each hash has one place, and a new entry overwrites the old one.
pub(crate) struct Transpositions {
    /// Hash and content of each entry. Untouched zeros take no physical memory.
    entries: Vec<[u64; 2]>,
}

impl Transpositions {
    /// Creates an empty table.
    pub(crate) fn new() -> Transpositions {
        Transpositions { entries: vec![[0; 2]; ENTRIES] }
    }

    fn place(hash: u64) -> usize {
        (hash >> 46) as usize
    }

    /// Returns the result stored for a hash.
    pub(crate) fn get(&self, hash: u64) -> Option<Known> {
        let [key, content] = self.entries[Self::place(hash)];
        let bound = match content & 3 {
            1 => Bound::Lower,
            2 => Bound::Exact,
            3 => Bound::Upper,
            _ => return None,
        };
        let square = |shift: u32| Square::numbered((content >> shift & 63) as u32);
        let best =
            (content >> 2 & 1 == 1).then(|| Move { from: square(4), to: square(10), captures: content >> 3 & 1 == 1 });
        let known = Known { score: (content >> 32) as i32, bound, depth: (content >> 16 & 0xFF) as i32, best };
        (key == hash).then_some(known)
    }

    /// Stores the result for a hash.
    pub(crate) fn put(&mut self, hash: u64, known: Known) {
        let bound = match known.bound {
            Bound::Lower => 1,
            Bound::Exact => 2,
            Bound::Upper => 3,
        };
        let best = known.best.map_or(0, |best| {
            1 << 2 | u64::from(best.captures) << 3 | (best.from.index() as u64) << 4 | (best.to.index() as u64) << 10
        });
        let depth = known.depth.clamp(0, 255) as u64;
        let score = u64::from(known.score as u32);
        self.entries[Self::place(hash)] = [hash, bound | best | depth << 16 | score << 32];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transpositions_are_stored_and_found() {
        let mut table = Transpositions::new();
        let [from, to] = ["b8", "h1"].map(|name| Square::named(name).unwrap());
        let hash = 0xFEDC_BA98_7654_3210;
        assert_eq!((table.get(hash), table.get(0)), (None, None));
        for (score, bound, best) in [
            (-1_000_000, Bound::Lower, Some(Move { from, to, captures: true })),
            (0, Bound::Exact, Some(Move { from: to, to: from, captures: false })),
            (77, Bound::Upper, None),
        ] {
            let known = Known { score, bound, depth: 7, best };
            table.put(hash, known);
            assert_eq!((table.get(hash), table.get(hash ^ 1)), (Some(known), None));
        }
    }
}
