//! What a search has found out about boards that it may meet again: a table of a fixed size.

use crate::{loa::moves::Move, loa::square::Square};

/// How many boards the table remembers: 4 MiB in all.
const ENTRIES: usize = 1 << 18;

/// What a score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score is at least this.
    Least,
    /// It is this.
    Exact,
    /// It is at most this.
    Most,
}

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    /// How many plies below the board were searched.
    pub(crate) depth: i32,
    /// The best move; none is a pass, or not known.
    pub(crate) best: Option<Move>,
}

/// The transposition table. Each hash has one place, and what is written there last stays.
pub(crate) struct Transpositions {
    /// Hash and content. Zeros, which nobody has touched, cost no memory.
    entries: Vec<[u64; 2]>,
}

impl Transpositions {
    /// An empty table.
    pub(crate) fn new() -> Transpositions {
        Transpositions { entries: vec![[0; 2]; ENTRIES] }
    }

    fn place(hash: u64) -> usize {
        (hash >> 46) as usize
    }

    /// What is known of the board with a hash.
    pub(crate) fn get(&self, hash: u64) -> Option<Known> {
        let [key, content] = self.entries[Self::place(hash)];
        let bound = match content & 3 {
            1 => Bound::Least,
            2 => Bound::Exact,
            3 => Bound::Most,
            _ => return None,
        };
        let square = |shift: u32| Square::numbered((content >> shift & 63) as u32);
        let best =
            (content >> 2 & 1 == 1).then(|| Move { from: square(4), to: square(10), captures: content >> 3 & 1 == 1 });
        let known = Known { score: (content >> 32) as i32, bound, depth: (content >> 16 & 0xFF) as i32, best };
        (key == hash).then_some(known)
    }

    /// Remembers what is known of the board with a hash.
    pub(crate) fn put(&mut self, hash: u64, known: Known) {
        let bound = match known.bound {
            Bound::Least => 1,
            Bound::Exact => 2,
            Bound::Most => 3,
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
    fn the_table_gives_back_what_was_put_in() {
        let mut table = Transpositions::new();
        let [from, to] = ["b8", "h1"].map(|name| Square::named(name).unwrap());
        let hash = 0xFEDC_BA98_7654_3210;
        assert_eq!((table.get(hash), table.get(0)), (None, None));
        for (score, bound, best) in [
            (-1_000_000, Bound::Least, Some(Move { from, to, captures: true })),
            (0, Bound::Exact, Some(Move { from: to, to: from, captures: false })),
            (77, Bound::Most, None),
        ] {
            let known = Known { score, bound, depth: 7, best };
            table.put(hash, known);
            assert_eq!((table.get(hash), table.get(hash ^ 1)), (Some(known), None));
        }
    }
}
