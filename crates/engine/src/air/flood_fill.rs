//! Flood fill from several start cells at once, to find out which cells are connected.

/// Up to four simultaneous flood fills over open cells. The struct is kept to reuse its memory and is not part of the
/// game state.
#[derive(Clone, Debug, Default)]
pub(crate) struct FloodFill {
    /// For each cell, the round in which a flood reached it and the number of the flood, as `round * 4 + flood`.
    owners: Vec<u32>,
    round: u32,
    /// For each flood, the flood that it was merged into.
    into: [usize; 4],
    pub(crate) going: [bool; 4],
    /// The cells of each flood that are still to be expanded.
    pub(crate) fronts: [Vec<u32>; 4],
    /// The cells that each flood has reached.
    pub(crate) found: [Vec<u32>; 4],
}

impl FloodFill {
    /// Creates flood fills for a map with `cells` cells.
    pub(crate) fn over(cells: usize) -> Self {
        FloodFill { owners: vec![0; cells], ..FloodFill::default() }
    }

    /// Starts a new round without any floods.
    pub(crate) fn begin(&mut self) {
        self.round += 1;
        if self.round == u32::MAX / 4 {
            self.owners.fill(0);
            self.round = 1;
        }
        self.into = [0, 1, 2, 3];
        self.going = [false; 4];
        self.fronts.iter_mut().chain(&mut self.found).for_each(Vec::clear);
    }

    /// Adds a cell to a flood.
    pub(crate) fn start(&mut self, front: usize, cell: usize) {
        self.going[front] = true;
        self.owners[cell] = self.round * 4 + front as u32;
        self.fronts[front].push(cell as u32);
        self.found[front].push(cell as u32);
    }

    /// Returns the flood that has reached a cell in this round, if any.
    pub(crate) fn owner(&self, cell: usize) -> Option<usize> {
        let owner = self.owners[cell];
        (owner / 4 == self.round).then(|| self.into[(owner % 4) as usize])
    }

    pub(crate) fn is_going(&self, front: usize) -> bool {
        self.going[front] && self.into[front] == front
    }

    /// Merges two floods that have met.
    pub(crate) fn join(&mut self, one: usize, other: usize) {
        for cells in [&mut self.fronts, &mut self.found] {
            let mut joined = std::mem::take(&mut cells[other]);
            cells[one].append(&mut joined);
            cells[other] = joined;
        }
        self.going[other] = false;
        self.into.iter_mut().filter(|into| **into == other).for_each(|into| *into = one);
    }
}
