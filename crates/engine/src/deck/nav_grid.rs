//! The navigation grid: cells with a cost of entering them. All path searches work on it, whatever the costs are
//! computed from.

use bevy::prelude::*;
use pathfinding::prelude::{astar, dijkstra_all};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The steps to the four neighbours of a cell, in the order in which all searches visit them.
pub(crate) const SIDES: [IVec2; 4] = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];

/// A map of cells with four neighbours each, and the cost of entering each cell. A cost of 0 or less is impassable.
///
/// Cells are numbered in row-major order. The cost of a path is the sum of its cells, except for the first, which is
/// where it starts.
#[derive(Clone, Copy)]
pub struct NavGrid<C> {
    size: IVec2,
    cost: C,
    limit: u32,
}

/// A path over a navigation grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Its total cost.
    pub cost: u32,
    /// Its cells, from the start to the goal; a single one if these are the same.
    pub cells: Vec<IVec2>,
}

impl<C: Fn(usize) -> i32> NavGrid<C> {
    /// Creates a grid of this size; `cost` returns the cost of entering the cell at an index.
    pub fn new(size: IVec2, cost: C) -> Self {
        NavGrid { size, cost, limit: u32::MAX }
    }

    /// Returns the grid with a limit: searches ignore paths that cost more.
    #[must_use]
    pub fn within(self, limit: u32) -> Self {
        NavGrid { limit, ..self }
    }

    /// Returns the number of columns and of rows.
    pub fn size(&self) -> IVec2 {
        self.size
    }

    /// Returns the maximum cost of a path.
    pub(crate) fn limit(&self) -> u32 {
        self.limit
    }

    /// Returns the number of cells.
    pub(crate) fn len(&self) -> usize {
        (self.size.x * self.size.y) as usize
    }

    /// Returns the index of a cell if it is on the map.
    pub fn index(&self, cell: IVec2) -> Option<usize> {
        // Negative coordinates wrap to values above any width.
        let inside = (cell.x as u32) < self.size.x as u32 && (cell.y as u32) < self.size.y as u32;
        inside.then(|| cell.y as usize * self.size.x as usize + cell.x as usize)
    }

    /// Returns the cell at an index.
    fn cell(&self, index: usize) -> IVec2 {
        IVec2::new(index as i32 % self.size.x, index as i32 / self.size.x)
    }

    /// Returns the cost of entering the cell at an index, or `None` if it is impassable.
    pub fn cost(&self, index: usize) -> Option<u32> {
        u32::try_from((self.cost)(index)).ok().filter(|cost| *cost > 0)
    }

    /// Returns the indices of the four neighbours of a cell that are on the map.
    pub(crate) fn beside(&self, index: usize) -> [Option<usize>; 4] {
        let cell = self.cell(index);
        SIDES.map(|step| self.index(cell + step))
    }

    /// Returns the cheapest path from one cell to another. Returns `None` if there is no path within the limit or a
    /// cell is off the map.
    pub fn way(&self, from: IVec2, to: IVec2) -> Option<Way> {
        self.search(from, to, |_, _| true)
    }

    /// Like [`way`](Self::way), but calls `look` for each visited cell, in order, with the cost of reaching it. The
    /// search is abandoned when `look` returns false.
    pub fn search(&self, from: IVec2, to: IVec2, mut look: impl FnMut(IVec2, u32) -> bool) -> Option<Way> {
        let (start, goal) = (self.index(from)?, self.index(to)?);
        if start != goal {
            // A search for a wall would visit the whole map before it failed.
            self.cost(goal)?;
        }
        let estimate = |index: &usize| (self.cell(*index) - to).abs().element_sum() as u32;
        // The library does not expose the costs of the cells it has reached.
        let mut reached = FxHashMap::default();
        reached.insert(start, 0_u32);
        let mut goes_on = true;
        let next = |&index: &usize| {
            let here = reached[&index];
            goes_on = goes_on && look(self.cell(index), here);
            let sides = self.beside(index).map(|side| {
                let side = side.filter(|_| goes_on)?;
                let cost = self.cost(side)?;
                let there = here.saturating_add(cost);
                if there.saturating_add(estimate(&side)) > self.limit {
                    return None;
                }
                let known = reached.entry(side).or_insert(there);
                *known = there.min(*known);
                Some((side, cost))
            });
            sides.into_iter().flatten()
        };
        let (cells, cost) = astar(&start, next, estimate, |index| *index == goal)?;
        Some(Way { cost, cells: cells.into_iter().map(|index| self.cell(index)).collect() })
    }

    /// Returns the minimum number of steps from a cell to each other one, regardless of costs, or `None` where no path
    /// leads.
    pub(crate) fn steps_from(&self, from: usize) -> Vec<Option<u32>> {
        let mut steps = vec![None; self.len()];
        steps[from] = Some(0);
        let mut ahead = VecDeque::from([from]);
        while let Some(cell) = ahead.pop_front() {
            for side in self.beside(cell).into_iter().flatten() {
                if steps[side].is_none() && self.cost(side).is_some() {
                    steps[side] = steps[cell].map(|steps| steps + 1);
                    ahead.push_back(side);
                }
            }
        }
        steps
    }

    /// Returns the costs of the cheapest paths from a cell to all others, by cell index. Unreachable cells are missing.
    pub fn costs_from(&self, from: usize) -> FxHashMap<usize, u32> {
        let next =
            |&index: &usize| self.beside(index).map(|side| Some((side?, self.cost(side?)?))).into_iter().flatten();
        let found = dijkstra_all(&from, next).into_iter().map(|(index, (_, cost))| (index, cost));
        found.chain([(from, 0)]).filter(|(_, cost)| *cost <= self.limit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a grid from a map of digits, each the cost of entering its cell.
    fn ground(rows: &'static [&str]) -> NavGrid<impl Fn(usize) -> i32> {
        let width = rows[0].len();
        let cost = move |index: usize| i32::from(rows[index / width].as_bytes()[index % width] - b'0');
        NavGrid::new(IVec2::new(width as i32, rows.len() as i32), cost)
    }

    fn cost(rows: &'static [&str], from: (i32, i32), to: (i32, i32)) -> Option<u32> {
        ground(rows).way(from.into(), to.into()).map(|way| way.cost)
    }

    #[test]
    fn path_cost_is_the_sum_of_its_cells_except_the_first() {
        assert_eq!(cost(&["9111"], (0, 0), (3, 0)), Some(3));
        assert_eq!(cost(&["0111"], (0, 0), (3, 0)), Some(3), "a path may start in an impassable cell");
        assert_eq!(cost(&["1119"], (0, 0), (3, 0)), Some(11));
        assert_eq!(cost(&["191", "111"], (0, 0), (2, 0)), Some(4), "around the expensive cell");
        assert_eq!(cost(&["121", "111"], (0, 0), (2, 0)), Some(3), "through the cheap cell");
        assert_eq!(cost(&["101"], (0, 0), (2, 0)), None);
        assert_eq!(cost(&["110"], (0, 0), (2, 0)), None);
        assert_eq!(cost(&["0"], (0, 0), (0, 0)), Some(0));
        for off in [(-1, 0), (3, 0), (0, 1), (i32::MAX, i32::MIN)] {
            assert_eq!((cost(&["111"], (0, 0), off), cost(&["111"], off, (0, 0))), (None, None));
        }
    }

    #[test]
    fn limit_excludes_exactly_the_more_expensive_paths() {
        let rows = &["1111", "1091", "1111"];
        let within = |limit| ground(rows).within(limit).way(IVec2::ZERO, IVec2::new(2, 1)).map(|way| way.cost);
        assert_eq!((within(10), within(11), within(u32::MAX)), (None, Some(11), Some(11)));
        assert_eq!(ground(rows).costs_from(0).get(&6), Some(&11));
        assert_eq!(ground(rows).within(10).costs_from(0).get(&6), None);
    }

    #[test]
    fn steps_from_is_a_lower_bound_for_paths() {
        let rows = &["1191", "1011", "1111"];
        let steps = ground(rows).steps_from(0);
        assert_eq!(steps[3], Some(3), "through expensive cells");
        assert_eq!(steps[5], None, "not into a wall");
        let cells = |to| ground(rows).way(IVec2::ZERO, to).map(|way| way.cells.len() as u32);
        assert_eq!(cells(IVec2::new(3, 0)), Some(8), "the cheapest path leads around it");
        assert_eq!((steps[0], cells(IVec2::ZERO)), (Some(0), Some(1)));
        assert_eq!(ground(&["101"]).steps_from(0), [Some(0), None, None]);
    }

    #[test]
    fn search_stops_when_look_returns_false() {
        let rows = &["11111111", "11111111", "11111111", "00000000", "11111111"];
        let mut seen = Vec::new();
        let found = ground(rows).search(IVec2::ZERO, IVec2::new(0, 4), |cell, cost| {
            seen.push((cell, cost));
            seen.len() < 5
        });
        assert_eq!((found, seen.len()), (None, 5));
    }
}
