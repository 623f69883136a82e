//! Distance fields: the distance of every cell from a goal, shared by all creatures that go there.
//!
//! A field is computed a few cells per tick. Meanwhile the settled cells return their new distance, and all others
//! still return the distance from the previous search. So moving downhill leads to the goal at any time.

use crate::{
    deck::grid::Grid,
    deck::nav_grid::{NavGrid, SIDES},
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::{cmp::Reverse, collections::BinaryHeap};

/// Distance of a cell from which no path leads to the goal.
pub(crate) const FAR: u16 = u16::MAX;

/// The cells that were reached but not settled, nearest first; ties go to the lower index.
///
/// A cell for which a shorter path is found is added again. Its older entry stays in the queue and is skipped, which is
/// faster than searching for it.
#[derive(Clone, Default)]
struct Frontier(BinaryHeap<Reverse<u64>>);

impl Frontier {
    /// Adds a cell that was reached at a shorter distance than before. Both are packed into one number, which is faster
    /// to compare than two.
    fn push(&mut self, cell: u32, distance: u16) {
        self.0.push(Reverse(u64::from(distance) << 32 | u64::from(cell)));
    }

    /// Returns the nearest cell, given the latest distances of all cells.
    fn nearest(&mut self, reached: &[u16]) -> Option<u32> {
        while let Some(&Reverse(entry)) = self.0.peek() {
            if Self::is_last(entry, reached) {
                return Some(entry as u32);
            }
            self.0.pop();
        }
        None
    }

    /// Removes and returns the nearest cell.
    fn pop(&mut self, reached: &[u16]) -> Option<u32> {
        let nearest = self.nearest(reached);
        self.0.pop();
        nearest
    }

    /// Returns all cells in the order of their indices.
    fn cells(&self, reached: &[u16]) -> Vec<u32> {
        let entries = self.0.iter().map(|entry| entry.0);
        let mut cells: Vec<u32> =
            entries.filter(|entry| Self::is_last(*entry, reached)).map(|entry| entry as u32).collect();
        cells.sort_unstable();
        cells
    }

    /// Returns true if no shorter path to the cell of an entry has been found since.
    fn is_last(entry: u64, reached: &[u16]) -> bool {
        u64::from(reached[entry as u32 as usize]) == entry >> 32
    }
}

/// The distances from all cells to a goal that are known at present.
#[derive(Clone, Default)]
pub(crate) struct Field {
    /// The cell at which the last search started, if there was one.
    goal: Option<u32>,
    /// Result of the last completed search.
    old: Vec<u16>,
    /// Result of the current search, final up to `settled`.
    new: Vec<u16>,
    frontier: Frontier,
    /// Distance of the most recently settled cell.
    settled: u16,
    /// True if the map has changed since the search began.
    stale: bool,
}

/// Save data of a [`Field`]. The frontier contains only the cells, because their distances are in `new`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedField {
    goal: Option<u32>,
    old: Vec<u16>,
    new: Vec<u16>,
    frontier: Vec<u32>,
    settled: u16,
    stale: bool,
}

impl Field {
    /// Returns the cell to which the distances lead.
    pub(crate) fn goal(&self) -> Option<usize> {
        self.goal.map(|goal| goal as usize)
    }

    /// Returns the distance of a cell from the goal, in cells, including the cost of entering it. Returns [`FAR`] if
    /// there is no path or the distance is not known yet.
    pub(crate) fn distance(&self, cell: usize) -> u16 {
        match self.new.get(cell) {
            Some(&new) if new <= self.settled => new,
            _ => self.old.get(cell).copied().unwrap_or(FAR),
        }
    }

    /// Returns true if the current search has settled a cell: its distance is final until something changes.
    pub(crate) fn has_settled(&self, cell: usize) -> bool {
        self.new.get(cell).is_some_and(|&new| new <= self.settled)
    }

    /// Returns the neighbour of a cell that is nearest to the goal, if it is nearer than the cell itself. Where the
    /// search has not been yet, the distances of the previous one lead to where it has.
    pub(crate) fn downhill(&self, grid: &Grid, cell: IVec2) -> Option<IVec2> {
        let index = grid.index(cell)?;
        // All cells nearer than a settled cell are settled, too.
        let distances = if self.has_settled(index) { &self.new } else { &self.old };
        let mut nearest = *distances.get(index)?;
        let mut found = None;
        for step in SIDES {
            let next = cell + step;
            let Some(&there) = grid.index(next).and_then(|next| distances.get(next)) else { continue };
            if there < nearest {
                (nearest, found) = (there, Some(next));
            }
        }
        found
    }

    /// Marks the field as out of date because doors or push-walls have changed the map.
    pub(crate) fn invalidate(&mut self) {
        self.stale = self.goal.is_some();
    }

    /// Continues the search for a goal, settling up to `budget` cells. A new goal or a change of the map takes effect
    /// only after the current search: otherwise a fast-moving goal could keep it from ever finishing.
    pub(crate) fn search(&mut self, ground: &NavGrid<impl Fn(usize) -> i32>, goal: usize, budget: usize) {
        let mut left = budget;
        while left > 0 {
            if !self.is_searching() {
                if self.is_of(goal) {
                    return;
                }
                self.begin(goal, ground.len());
                self.enter(goal, 0);
            }
            left = left.saturating_sub(self.settle(ground, left).max(1));
        }
    }

    /// Returns true while a search is unfinished.
    pub(crate) fn is_searching(&self) -> bool {
        !self.new.is_empty() && self.settled != FAR
    }

    /// Returns true if the last search started at this goal and nothing has changed since it began.
    pub(crate) fn is_of(&self, goal: usize) -> bool {
        self.goal() == Some(goal) && !self.stale
    }

    /// Starts a search on a map with `cells` cells, none of which has been reached.
    pub(crate) fn begin(&mut self, goal: usize, cells: usize) {
        std::mem::swap(&mut self.old, &mut self.new);
        self.new.clear();
        self.new.resize(cells, FAR);
        (self.goal, self.settled, self.stale) = (Some(goal as u32), 0, false);
    }

    /// Enters a distance for a cell if it is shorter than the known one.
    pub(crate) fn enter(&mut self, cell: usize, distance: u16) {
        if distance < self.new[cell] {
            self.new[cell] = distance;
            self.frontier.push(cell as u32, distance);
        }
    }

    /// Settles up to `budget` cells and returns how many it settled. The search is complete when the frontier is empty.
    pub(crate) fn settle(&mut self, ground: &NavGrid<impl Fn(usize) -> i32>, budget: usize) -> usize {
        let mut done = 0;
        while done < budget
            && let Some(cell) = self.frontier.pop(&self.new)
        {
            let distance = self.new[cell as usize];
            done += 1;
            self.settled = distance;
            for side in ground.beside(cell as usize).into_iter().flatten() {
                // Most neighbours have been reached before, so the cost is looked up last.
                if distance.saturating_add(1) >= self.new[side] {
                    continue;
                }
                let there = ground.cost(side).map(|cost| cost.saturating_add(distance.into()));
                if let Some(there) = there.filter(|there| *there <= ground.limit() && *there < FAR.into()) {
                    self.enter(side, there as u16);
                }
            }
        }
        if self.frontier.nearest(&self.new).is_none() {
            self.settled = FAR;
        }
        done
    }

    /// Returns the save data.
    pub(crate) fn save(&self) -> SavedField {
        let frontier = self.frontier.cells(&self.new);
        let Field { goal, old, new, settled, stale, .. } = self.clone();
        SavedField { goal, old, new, frontier, settled, stale }
    }
}

impl SavedField {
    /// Restores the saved field.
    pub(crate) fn restore(&self) -> Field {
        let SavedField { goal, old, new, frontier, settled, stale } = self.clone();
        let mut reached = Frontier::default();
        frontier.into_iter().for_each(|cell| reached.push(cell, new[cell as usize]));
        Field { goal, old, new, frontier: reached, settled, stale }
    }

    /// Returns true if this is a valid field for a map with `cells` cells.
    pub(crate) fn is_valid(&self, cells: usize) -> bool {
        // The frontier is empty exactly when there is no search or it is complete.
        let searches = self.frontier.is_empty() == (self.settled == FAR || self.new.is_empty());
        self.is_whole(cells) && (self.new.is_empty() || searches)
    }

    /// Returns true if this is a field for a map with `cells` cells whose search has begun.
    pub(crate) fn has_begun(&self, cells: usize) -> bool {
        self.is_whole(cells) && !self.new.is_empty()
    }

    /// Returns true if all lengths and cell indices match a map with `cells` cells.
    fn is_whole(&self, cells: usize) -> bool {
        let whole = |distances: &[u16]| distances.is_empty() || distances.len() == cells;
        let inside = |&cell: &u32| (cell as usize) < cells;
        whole(&self.old)
            && whole(&self.new)
            && self.goal.iter().all(inside)
            && self.frontier.iter().all(|cell| inside(cell) && !self.new.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::paths;
    use level::Level;
    use pathfinding::prelude::dijkstra_all;
    use proptest::prelude::*;

    /// Creates a map of walls, doors and floor from one number per cell.
    fn grid(cells: &[u8], width: usize) -> Grid {
        let inner = cells.chunks(width).map(|row| {
            let row: String = row.iter().map(|cell| ['.', '.', '.', '#'][usize::from(cell % 4)]).collect();
            format!("#{row}#")
        });
        let border = "#".repeat(width + 2);
        let mut rows: Vec<String> = std::iter::once(border.clone()).chain(inner).chain([border]).collect();
        rows[1].replace_range(1..2, "@");
        for y in 1..rows.len() - 1 {
            for x in 2..width {
                let wall = |x: usize, y: usize| rows[y].as_bytes()[x] == b'#';
                let fits = wall(x, y - 1) && wall(x, y + 1) && !wall(x - 1, y) && !wall(x + 1, y);
                if fits && rows[y].as_bytes()[x] == b'.' && (x + y) % 2 == 0 {
                    rows[y].replace_range(x..x + 1, "+");
                }
            }
        }
        let text = format!(
            "(name: \"\", legend: {{ '#': (wall: \"\"), '.': (), '@': (thing: Player), '+': (door: \"\") }}, map: {rows:?})"
        );
        Grid::new(&Level::read("", text.as_bytes()).unwrap())
    }

    /// Returns the distances to a goal by a library's algorithm.
    fn plain(grid: &Grid, goal: usize) -> Vec<u16> {
        let back = |&cell: &usize| {
            let beside = SIDES.map(|step| grid.cell(cell) + step).into_iter();
            beside.filter_map(|side| Some((grid.index(side)?, paths::cost(grid, side)?))).collect::<Vec<_>>()
        };
        let found = dijkstra_all(&goal, back);
        let mut distances: Vec<u16> =
            (0..grid.len()).map(|cell| found.get(&cell).map_or(FAR, |(_, cost)| *cost as u16)).collect();
        distances[goal] = 0;
        distances
    }

    fn distances(field: &Field, grid: &Grid) -> Vec<u16> {
        (0..grid.len()).map(|cell| field.distance(cell)).collect()
    }

    proptest! {
        #[test]
        fn any_budget_gives_the_distances_of_the_library(
            cells in proptest::collection::vec(any::<u8>(), 12 * 9), budget in 1usize..60, pause in 0usize..40,
        ) {
            let grid = grid(&cells, 12);
            let goal = grid.index(IVec2::ONE).unwrap();
            let mut field = Field::default();
            for tick in 0..400 {
                field.search(&paths::ground(&grid), goal, budget);
                if tick == pause {
                    let saved = field.save();
                    prop_assert!(saved.is_valid(grid.len()));
                    field = saved.restore();
                    prop_assert_eq!(field.save(), saved);
                }
            }
            prop_assert_eq!(distances(&field, &grid), plain(&grid, goal));
        }

        #[test]
        fn downhill_leads_to_the_goal_during_a_search(
            cells in proptest::collection::vec(any::<u8>(), 12 * 9), budget in 1usize..20, ticks in 1usize..40,
        ) {
            let grid = grid(&cells, 12);
            let first = grid.index(IVec2::ONE).unwrap();
            let known = plain(&grid, first);
            let second = (0..grid.len()).rev().find(|&cell| known[cell] < FAR).unwrap();
            let mut field = Field::default();
            (0..400).for_each(|_| field.search(&paths::ground(&grid), first, budget));
            (0..ticks).for_each(|_| field.search(&paths::ground(&grid), second, budget));
            for start in (0..grid.len()).filter(|&cell| known[cell] < FAR) {
                let mut cell = grid.cell(start);
                let mut steps = 0;
                while let Some(next) = field.downhill(&grid, cell) {
                    cell = next;
                    steps += 1;
                    prop_assert!(steps < 300, "moving in a circle from {}", grid.cell(start));
                }
                let end = grid.index(cell);
                prop_assert!(end == Some(first) || end == Some(second), "stranded at {cell}");
            }
        }
    }

    proptest! {
        #[test]
        fn frontier_returns_each_cell_once_nearest_first(
            entries in proptest::collection::vec((0u32..20, 0u16..50), 0..60),
        ) {
            let (mut frontier, mut reached) = (Frontier::default(), vec![FAR; 20]);
            for (cell, distance) in entries {
                if distance < reached[cell as usize] {
                    reached[cell as usize] = distance;
                    frontier.push(cell, distance);
                }
            }
            let mut expected: Vec<u32> = (0..20).filter(|cell| reached[*cell as usize] < FAR).collect();
            prop_assert_eq!(frontier.cells(&reached), expected.clone());
            expected.sort_by_key(|cell| reached[*cell as usize]);
            let given: Vec<u32> = std::iter::from_fn(|| frontier.pop(&reached)).collect();
            prop_assert_eq!(given, expected);
        }
    }
}
