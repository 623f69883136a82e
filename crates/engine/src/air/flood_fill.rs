//! Floods: which cells are connected, found from several of them at once.

/// Floods over open cells, up to four at once. They are kept for their room in memory, and are no part of the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct FloodFill {
    /// Which flood has come to each cell: its number, and in which round.
    owners: Vec<u32>,
    round: u32,
    /// The flood that each has become part of.
    into: [usize; 4],
    pub(crate) going: [bool; 4],
    /// The cells that each has yet to go on from.
    pub(crate) fronts: [Vec<u32>; 4],
    /// The cells that each has come to.
    pub(crate) found: [Vec<u32>; 4],
}

impl FloodFill {
    /// For a map with so many cells.
    pub(crate) fn over(cells: usize) -> Self {
        FloodFill { owners: vec![0; cells], ..FloodFill::default() }
    }

    /// Begins anew, with no flood.
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

    /// A flood comes to a cell.
    pub(crate) fn start(&mut self, front: usize, cell: usize) {
        self.going[front] = true;
        self.owners[cell] = self.round * 4 + front as u32;
        self.fronts[front].push(cell as u32);
        self.found[front].push(cell as u32);
    }

    /// The flood that has come to a cell, if one has.
    pub(crate) fn owner(&self, cell: usize) -> Option<usize> {
        let owner = self.owners[cell];
        (owner / 4 == self.round).then(|| self.into[(owner % 4) as usize])
    }

    pub(crate) fn is_going(&self, front: usize) -> bool {
        self.going[front] && self.into[front] == front
    }

    /// Two floods have met, and go on as one.
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
