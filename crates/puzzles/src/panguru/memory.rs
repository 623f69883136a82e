//! What the solver remembers of boards that it has met. It grows with the task, up to a bound.

/// Places at first, and at most: 16 bytes each, and half as many again while it grows, so never more than 24 MiB.
const FIRST: usize = 1 << 10;
const MOST: usize = 1 << 20;

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// It needs at least so many moves.
    pub(crate) moves: u32,
    /// In so many ways that many moves solve it.
    pub(crate) ways: u32,
}

/// A table of boards. Each board has a few places; when it can grow no more, what was written there first is forgotten.
pub(crate) struct Memory {
    /// The board, and what is known. No board is 0, because a board has pebbles.
    places: Vec<[u64; 2]>,
    used: usize,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory { places: vec![[0; 2]; FIRST], used: 0 }
    }

    /// The most memory that it has taken so far, in bytes: that of its last growth.
    pub(crate) fn most_bytes(&self) -> usize {
        let before = if self.places.len() > FIRST { self.places.len() / 2 } else { 0 };
        (self.places.len() + before) * size_of::<[u64; 2]>()
    }

    /// The place of a board, or the one where it would stand.
    fn place(&self, board: u64) -> usize {
        let mask = self.places.len() - 1;
        let first = (board.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize;
        let near = |step: usize| (first + step) & mask;
        let fits = |place: &usize| [0, board].contains(&self.places[*place][0]);
        (0..8).map(near).find(fits).unwrap_or(first & mask)
    }

    /// What is known of a board.
    pub(crate) fn get(&self, board: u64) -> Option<Known> {
        let [key, known] = self.places[self.place(board)];
        (key == board).then_some(Known { moves: (known >> 32) as u32, ways: known as u32 })
    }

    /// Remembers what is known of a board.
    pub(crate) fn put(&mut self, board: u64, known: Known) {
        if self.used * 2 > self.places.len() && self.places.len() < MOST {
            self.grow();
        }
        let place = self.place(board);
        self.used += usize::from(self.places[place][0] == 0);
        self.places[place] = [board, u64::from(known.moves) << 32 | u64::from(known.ways)];
    }

    fn grow(&mut self) {
        let larger = vec![[0; 2]; self.places.len() * 2];
        for [board, known] in std::mem::replace(&mut self.places, larger) {
            if board != 0 {
                let place = self.place(board);
                self.places[place] = [board, known];
            }
        }
    }
}
