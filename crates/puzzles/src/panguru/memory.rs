//! The solver's hash table of boards. It grows with the task, up to a limit.

/// Initial and maximum number of places, of 16 bytes each. While the table grows it also holds the old half, so it
/// never takes more than 24 MiB.
const MIN_PLACES: usize = 1 << 10;
const MAX_PLACES: usize = 1 << 20;

/// Result for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// Minimum number of moves that solve the board.
    pub(crate) moves: u32,
    /// Number of ways in which that many moves solve it.
    pub(crate) ways: u32,
}

/// The hash table. Each board has a few possible places. Once the table cannot grow any more, new entries overwrite old
/// ones.
pub(crate) struct Memory {
    /// Board and result of each place. No board is 0, because a board has pebbles.
    places: Vec<[u64; 2]>,
    used: usize,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory { places: vec![[0; 2]; MIN_PLACES], used: 0 }
    }

    /// Returns the peak memory so far, in bytes: that of the last growth.
    pub(crate) fn peak_bytes(&self) -> usize {
        let before = if self.places.len() > MIN_PLACES { self.places.len() / 2 } else { 0 };
        (self.places.len() + before) * size_of::<[u64; 2]>()
    }

    /// Returns the place of a board, or the place where it would be stored.
    fn place(&self, board: u64) -> usize {
        let mask = self.places.len() - 1;
        let first = (board.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize;
        let near = |step: usize| (first + step) & mask;
        let fits = |place: &usize| [0, board].contains(&self.places[*place][0]);
        (0..8).map(near).find(fits).unwrap_or(first & mask)
    }

    /// Returns the result stored for a board.
    pub(crate) fn get(&self, board: u64) -> Option<Known> {
        let [key, known] = self.places[self.place(board)];
        (key == board).then_some(Known { moves: (known >> 32) as u32, ways: known as u32 })
    }

    /// Stores the result for a board.
    pub(crate) fn put(&mut self, board: u64, known: Known) {
        if self.used * 2 > self.places.len() && self.places.len() < MAX_PLACES {
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
