//! The distances from the cells of sections that are open to space to the nearest hole. The wind follows them.
//!
//! The search settles a limited number of cells per tick, from the holes outwards. Meanwhile the settled cells return
//! their new distance, and all others still return the distance from the previous search.

use crate::air::sections::{Passage, Sections};
use bevy::math::IVec2;
use serde::{Deserialize, Serialize};
use std::{cmp::Reverse, collections::BinaryHeap};

/// Maximum number of cells that are settled per tick.
const BUDGET: usize = 512;
/// Length of a step along an axis. Distances are fixed-point numbers in units of 2^-32 tiles.
const STRAIGHT: u64 = 1 << 32;
/// Length of a diagonal step: √2 times that of a straight one.
const DIAGONAL: u64 = 6_074_001_000;
/// Distance of a cell that no search has reached.
const FAR: u64 = u64::MAX;

/// The distances from the holes that are known at present.
#[derive(Clone, Debug, Default)]
pub(crate) struct AirflowField {
    /// Result of the last completed search.
    old: Vec<u64>,
    /// Result of the current search, final up to `settled`.
    new: Vec<u64>,
    /// The cells that were reached but not settled, nearest first; ties go to the lower index. A cell that was reached
    /// a second time by a shorter path is in the queue twice.
    frontier: BinaryHeap<Reverse<(u64, u32)>>,
    /// Distance of the most recently settled cell.
    settled: u64,
    /// True if the sections have changed since the search began.
    stale: bool,
}

/// Save data of an [`AirflowField`]. The frontier contains only the cells, because their distances are in `new`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedDraught {
    old: Vec<u64>,
    new: Vec<u64>,
    frontier: Vec<u32>,
    settled: u64,
    stale: bool,
}

impl AirflowField {
    /// Returns the distance from a cell to the nearest hole in tiles, or `None` if no search has reached the cell.
    pub(crate) fn distance(&self, cell: usize) -> Option<f64> {
        let parts = self.parts(cell);
        (parts != FAR).then(|| parts as f64 / STRAIGHT as f64)
    }

    fn parts(&self, cell: usize) -> u64 {
        match self.new.get(cell) {
            Some(&new) if new <= self.settled => new,
            _ => self.old.get(cell).copied().unwrap_or(FAR),
        }
    }

    /// Returns the step from a cell to the neighbour closest to space, or `None` if no neighbour is closer than the
    /// cell itself.
    pub(crate) fn downhill(&self, sections: &Sections, cell: IVec2) -> Option<IVec2> {
        let here = self.parts(sections.index(cell)?);
        let there = |step: &IVec2| match sections.index(cell + *step) {
            Some(index) if sections.passage(index) == Passage::Shut => FAR,
            Some(index) if sections.passage(index) == Passage::Open => self.parts(index),
            _ if step.x == 0 || step.y == 0 => 0,
            _ => FAR,
        };
        let step = sections.steps_from(cell).min_by_key(there)?;
        (there(&step) < here).then_some(step)
    }

    /// Marks the distances as out of date because sections have changed.
    pub(crate) fn invalidate(&mut self) {
        self.stale = true;
    }

    /// Returns true while a search is unfinished.
    fn is_searching(&self) -> bool {
        !self.new.is_empty() && self.settled != FAR
    }

    /// Continues the search for one tick. Returns false if there is nothing to search.
    pub(crate) fn search(&mut self, sections: &Sections) -> bool {
        if !self.is_searching() && self.stale {
            self.begin(sections);
        }
        let searches = self.is_searching();
        if searches {
            self.settle(sections, BUDGET);
        }
        searches
    }

    /// Completes the current search and any that is due.
    pub(crate) fn complete(&mut self, sections: &Sections) {
        while self.stale || self.is_searching() {
            if !self.is_searching() {
                self.begin(sections);
            }
            self.settle(sections, usize::MAX);
        }
    }

    /// Starts a search at all exits to space.
    fn begin(&mut self, sections: &Sections) {
        self.stale = false;
        std::mem::swap(&mut self.old, &mut self.new);
        self.new.clear();
        if !sections.any_is_venting() {
            self.old.clear();
            return;
        }
        self.new.resize(sections.len(), FAR);
        self.settled = 0;
        for (cell, is_corner) in sections.ways_out() {
            self.enter(cell, if is_corner { DIAGONAL } else { STRAIGHT });
        }
    }

    /// Enters a distance for a cell if it is shorter than the known one.
    fn enter(&mut self, cell: usize, distance: u64) {
        if distance < self.new[cell] {
            self.new[cell] = distance;
            self.frontier.push(Reverse((distance, cell as u32)));
        }
    }

    /// Settles up to `budget` cells. The search is complete when the frontier is empty.
    fn settle(&mut self, sections: &Sections, budget: usize) {
        let mut left = budget;
        while left > 0
            && let Some(Reverse((distance, cell))) = self.frontier.pop()
        {
            if distance > self.new[cell as usize] {
                continue;
            }
            left -= 1;
            self.settled = distance;
            let at = sections.cell(cell as usize);
            for step in sections.steps_from(at) {
                let Some(next) = sections.index(at + step) else { continue };
                let there = distance + if step.x == 0 || step.y == 0 { STRAIGHT } else { DIAGONAL };
                if there < self.new[next] && sections.is_venting(next) {
                    self.enter(next, there);
                }
            }
        }
        // Drop cells that were reached again by a shorter path: they are settled already.
        while self.frontier.peek().is_some_and(|Reverse((distance, cell))| *distance > self.new[*cell as usize]) {
            self.frontier.pop();
        }
        if self.frontier.is_empty() {
            self.settled = FAR;
        }
    }

    /// Returns the save data.
    pub(crate) fn save(&self) -> SavedDraught {
        let AirflowField { old, new, frontier, settled, stale } = self.clone();
        let is_shortest = |(distance, cell): &(u64, u32)| *distance == new[*cell as usize];
        let waiting = frontier.into_iter().map(|Reverse(entry)| entry).filter(is_shortest);
        let mut frontier: Vec<u32> = waiting.map(|(_, cell)| cell).collect();
        frontier.sort_unstable();
        SavedDraught { old, new, frontier, settled, stale }
    }
}

impl SavedDraught {
    /// Restores the saved distances. Returns `None` if they do not fit a map with `cells` cells.
    pub(crate) fn restore(&self, cells: usize) -> Option<AirflowField> {
        let whole = |distances: &[u64]| distances.is_empty() || distances.len() == cells;
        let inside = |cell: &u32| self.new.get(*cell as usize).is_some_and(|distance| *distance != FAR);
        let searches = self.frontier.is_empty() == (self.settled == FAR || self.new.is_empty());
        if !whole(&self.old) || !whole(&self.new) || !self.frontier.iter().all(inside) || !searches {
            return None;
        }
        let SavedDraught { old, new, frontier, settled, stale } = self.clone();
        let frontier = frontier.into_iter().map(|cell| Reverse((new[cell as usize], cell))).collect();
        Some(AirflowField { old, new, frontier, settled, stale })
    }
}
