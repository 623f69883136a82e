//! The draught: how far every cell of a section that is open to space is from the nearest hole, so that the wind knows its way.
//!
//! It is found a few cells a tick, from the holes outwards. Meanwhile each cell that the search has settled shows its new
//! distance and all others still show those of the search before.

use crate::air::sections::{Passage, Sections};
use bevy::math::IVec2;
use serde::{Deserialize, Serialize};
use std::{cmp::Reverse, collections::BinaryHeap};

/// So many cells are settled in a tick at most.
const BUDGET: usize = 512;
/// The distance of a step along an axis: distances are counted in parts of a tile.
const STRAIGHT: u64 = 1 << 32;
/// The distance of a step to a corner: √2 of the one along an axis.
const DIAGONAL: u64 = 6_074_001_000;
/// The distance of a cell that no search has come to.
const FAR: u64 = u64::MAX;

/// The distances from the holes, as far as they are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct AirflowField {
    /// What the last whole search found.
    old: Vec<u64>,
    /// The present search; final up to `settled`.
    new: Vec<u64>,
    /// The cells that it has reached and not settled, the nearest first; of equals the one of the lower number. A cell that
    /// was reached again by a shorter way is in it twice.
    frontier: BinaryHeap<Reverse<(u64, u32)>>,
    /// The distance of the cell that was settled last.
    settled: u64,
    /// The sections have changed since the search began.
    stale: bool,
}

/// A draught as it is saved: the frontier is the cells alone, since their distances stand in `new`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedDraught {
    old: Vec<u64>,
    new: Vec<u64>,
    frontier: Vec<u32>,
    settled: u64,
    stale: bool,
}

impl AirflowField {
    /// How far a cell is from the nearest hole, in tiles; none if no search has come to it.
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

    /// The step from a cell to the one round it that is nearest to space; none where there is none nearer.
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

    /// Takes notice that sections have changed.
    pub(crate) fn invalidate(&mut self) {
        self.stale = true;
    }

    /// True while a search has not come to its end.
    fn is_searching(&self) -> bool {
        !self.new.is_empty() && self.settled != FAR
    }

    /// One tick: searches on; false if there is nothing to find out.
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

    /// Finds out all that can be known now.
    pub(crate) fn complete(&mut self, sections: &Sections) {
        while self.stale || self.is_searching() {
            if !self.is_searching() {
                self.begin(sections);
            }
            self.settle(sections, usize::MAX);
        }
    }

    /// Begins a search at all ways out.
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

    /// A cell is at most so far.
    fn enter(&mut self, cell: usize, distance: u64) {
        if distance < self.new[cell] {
            self.new[cell] = distance;
            self.frontier.push(Reverse((distance, cell as u32)));
        }
    }

    /// Settles so many cells at most; the search has come to its end when none is left.
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
        // Cells that were reached again by a shorter way are settled already, and no longer wait.
        while self.frontier.peek().is_some_and(|Reverse((distance, cell))| *distance > self.new[*cell as usize]) {
            self.frontier.pop();
        }
        if self.frontier.is_empty() {
            self.settled = FAR;
        }
    }

    /// What is saved of it.
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
    /// The draught, as it was saved; none if it cannot be one of a map with so many cells.
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
