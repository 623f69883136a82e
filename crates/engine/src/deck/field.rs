//! Distance fields: how far every cell is from a goal, for all who want to go there at once.
//!
//! A field is worked out a few cells a tick. Meanwhile each cell that the search has settled shows its new distance and all
//! others still show those of the search before, so whoever walks downhill gets to the goal at any time.

use crate::{
    deck::grid::Grid,
    deck::nav_grid::{NavGrid, SIDES},
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::{cmp::Reverse, collections::BinaryHeap};

/// The distance of a cell from which no way leads to the goal.
pub(crate) const FAR: u16 = u16::MAX;

/// The cells that the search has reached and not settled, the nearest first; of equals the one of the lower number.
///
/// A cell to which a shorter way is found enters once more and leaves its older entry behind, to be passed over: that is quicker than
/// to look for it.
#[derive(Clone, Default)]
struct Frontier(BinaryHeap<Reverse<u64>>);

impl Frontier {
    /// A cell is reached at this distance, nearer than before. Both go into one number: that is quicker to compare than two.
    fn push(&mut self, cell: u32, distance: u16) {
        self.0.push(Reverse(u64::from(distance) << 32 | u64::from(cell)));
    }

    /// The nearest cell, given the distances at which all were reached last.
    fn nearest(&mut self, reached: &[u16]) -> Option<u32> {
        while let Some(&Reverse(entry)) = self.0.peek() {
            if Self::is_last(entry, reached) {
                return Some(entry as u32);
            }
            self.0.pop();
        }
        None
    }

    /// Takes out the nearest.
    fn pop(&mut self, reached: &[u16]) -> Option<u32> {
        let nearest = self.nearest(reached);
        self.0.pop();
        nearest
    }

    /// All cells, by their numbers.
    fn cells(&self, reached: &[u16]) -> Vec<u32> {
        let entries = self.0.iter().map(|entry| entry.0);
        let mut cells: Vec<u32> =
            entries.filter(|entry| Self::is_last(*entry, reached)).map(|entry| entry as u32).collect();
        cells.sort_unstable();
        cells
    }

    /// True if no shorter way to the cell of an entry was found since.
    fn is_last(entry: u64, reached: &[u16]) -> bool {
        u64::from(reached[entry as u32 as usize]) == entry >> 32
    }
}

/// The distances of all cells from a goal, as far as they are known.
#[derive(Clone, Default)]
pub(crate) struct Field {
    /// The cell that the search set out from, once there was one.
    goal: Option<u32>,
    /// The distances that the last whole search found.
    old: Vec<u16>,
    /// The distances of the present search; final up to `settled`.
    new: Vec<u16>,
    frontier: Frontier,
    /// The distance of the cell that was settled last.
    settled: u16,
    /// Something on the map has changed since the search began.
    stale: bool,
}

/// A field as it is saved: the frontier is the cells alone, since their distances stand in `new`.
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
    /// The cell that the distances are from.
    pub(crate) fn goal(&self) -> Option<usize> {
        self.goal.map(|goal| goal as usize)
    }

    /// How far a cell is from the goal, in cells, what it costs to get into it included; [`FAR`] if no way leads there or none
    /// is known yet.
    pub(crate) fn distance(&self, cell: usize) -> u16 {
        match self.new.get(cell) {
            Some(&new) if new <= self.settled => new,
            _ => self.old.get(cell).copied().unwrap_or(FAR),
        }
    }

    /// True if the present search has been at a cell: its distance is final until something changes.
    pub(crate) fn has_settled(&self, cell: usize) -> bool {
        self.new.get(cell).is_some_and(|&new| new <= self.settled)
    }

    /// The neighbour of a cell that is nearest to the goal, if one is nearer than the cell. Where the search has not been
    /// yet, the distances of the last one lead on to where it has.
    pub(crate) fn downhill(&self, grid: &Grid, cell: IVec2) -> Option<IVec2> {
        let index = grid.index(cell)?;
        // What is nearer than a settled cell is settled, too.
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

    /// Takes notice that doors or push-walls have changed the ways.
    pub(crate) fn invalidate(&mut self) {
        self.stale = self.goal.is_some();
    }

    /// Searches on from a goal, settling so many cells at most. Another goal, or a change of the map, is followed when the
    /// present search is done: it must end some time, however fast the goal moves.
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

    /// True while a search has not come to its end.
    pub(crate) fn is_searching(&self) -> bool {
        !self.new.is_empty() && self.settled != FAR
    }

    /// True if the last search set out from this goal and nothing has changed since it began.
    pub(crate) fn is_of(&self, goal: usize) -> bool {
        self.goal() == Some(goal) && !self.stale
    }

    /// Begins a search on a map of so many cells, of which no cell has been reached yet.
    pub(crate) fn begin(&mut self, goal: usize, cells: usize) {
        std::mem::swap(&mut self.old, &mut self.new);
        self.new.clear();
        self.new.resize(cells, FAR);
        (self.goal, self.settled, self.stale) = (Some(goal as u32), 0, false);
    }

    /// A cell is at most so far.
    pub(crate) fn enter(&mut self, cell: usize, distance: u16) {
        if distance < self.new[cell] {
            self.new[cell] = distance;
            self.frontier.push(cell as u32, distance);
        }
    }

    /// Settles so many cells at most, and says how many. The search has come to its end when none is left.
    pub(crate) fn settle(&mut self, ground: &NavGrid<impl Fn(usize) -> i32>, budget: usize) -> usize {
        let mut done = 0;
        while done < budget
            && let Some(cell) = self.frontier.pop(&self.new)
        {
            let distance = self.new[cell as usize];
            done += 1;
            self.settled = distance;
            for side in ground.beside(cell as usize).into_iter().flatten() {
                // Most of them have been reached before, so what stands there is asked last.
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

    /// What is saved of it.
    pub(crate) fn save(&self) -> SavedField {
        let frontier = self.frontier.cells(&self.new);
        let Field { goal, old, new, settled, stale, .. } = self.clone();
        SavedField { goal, old, new, frontier, settled, stale }
    }
}

impl SavedField {
    /// The field, as it was saved.
    pub(crate) fn restore(&self) -> Field {
        let SavedField { goal, old, new, frontier, settled, stale } = self.clone();
        let mut reached = Frontier::default();
        frontier.into_iter().for_each(|cell| reached.push(cell, new[cell as usize]));
        Field { goal, old, new, frontier: reached, settled, stale }
    }

    /// True if it can be one of a map with so many cells.
    pub(crate) fn is_valid(&self, cells: usize) -> bool {
        // Only a search that has begun has a frontier, and one that goes on has one always.
        let searches = self.frontier.is_empty() == (self.settled == FAR || self.new.is_empty());
        self.is_whole(cells) && (self.new.is_empty() || searches)
    }

    /// True if it can be one of a map with so many cells of which a search has begun.
    pub(crate) fn has_begun(&self, cells: usize) -> bool {
        self.is_whole(cells) && !self.new.is_empty()
    }

    /// True if all that it speaks of is on a map with so many cells.
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

    /// A map of walls, doors and floor, from one number a cell.
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

    /// The distances to a goal by the plain algorithm of the library.
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
        fn a_budget_of_any_size_leads_to_the_distances_of_the_plain_algorithm(
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
        fn downhill_leads_to_the_goal_even_while_the_search_goes_on(
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
                    prop_assert!(steps < 300, "round in a circle from {}", grid.cell(start));
                }
                let end = grid.index(cell);
                prop_assert!(end == Some(first) || end == Some(second), "stranded at {cell}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_frontier_gives_the_nearest_first_and_each_cell_once_however_often_it_comes_nearer(
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
