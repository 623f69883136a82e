//! What a player remembers of a deck: the cells that he has seen, and the numbers of what he has met.

use bevy::math::IVec2;
use serde::{Deserialize, Serialize};

/// What tells one thing of a deck from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Key {
    /// What has a number in the engine.
    Thing(u32),
    /// What is part of a cell: a window, a switch.
    Cell(i32, i32),
}

/// A thing that was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Met {
    key: Key,
    /// What its like are called, and its number among them, from 1.
    kind: String,
    number: u32,
}

/// What a player remembers of a deck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Memory {
    width: i32,
    height: i32,
    /// A bit a cell, row by row: it was seen.
    seen: Vec<u8>,
    /// In the order in which they were met.
    met: Vec<Met>,
}

impl Memory {
    /// Nothing yet, of a deck of this size.
    pub(crate) fn of(size: IVec2) -> Memory {
        let cells = (size.x * size.y) as usize;
        Memory { width: size.x, height: size.y, seen: vec![0; cells.div_ceil(8)], met: Vec::new() }
    }

    /// True if it can be the memory of a deck of this size: it may come from a file.
    pub(crate) fn fits(&self, size: IVec2) -> bool {
        self.width == size.x && self.height == size.y && self.seen.len() == Memory::of(size).seen.len()
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        let inside = (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y);
        inside.then(|| (cell.y * self.width + cell.x) as usize)
    }

    /// A cell is seen.
    pub(crate) fn see(&mut self, cell: IVec2) {
        if let Some(index) = self.index(cell) {
            self.seen[index / 8] |= 1 << (index % 8);
        }
    }

    /// True if a cell was seen.
    pub(crate) fn knows(&self, cell: IVec2) -> bool {
        self.index(cell).is_some_and(|index| self.seen[index / 8] & (1 << (index % 8)) != 0)
    }

    /// A thing of a kind is met: true if it is for the first time. It has its number for good then.
    pub(crate) fn meet(&mut self, key: Key, kind: &str) -> bool {
        if self.met.iter().any(|met| met.key == key) {
            return false;
        }
        let number = 1 + self.met.iter().filter(|met| met.kind == kind).count() as u32;
        self.met.push(Met { key, kind: kind.to_owned(), number });
        true
    }

    /// The number of a thing among its like; none if it was not met.
    pub(crate) fn number(&self, key: Key) -> Option<u32> {
        self.met.iter().find(|met| met.key == key).map(|met| met.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_given_in_the_order_of_meeting_and_stay() {
        let mut memory = Memory::of(IVec2::new(3, 3));
        assert!(memory.meet(Key::Thing(7), "shambler"));
        assert!(memory.meet(Key::Thing(9), "door"));
        assert!(memory.meet(Key::Thing(3), "shambler"));
        assert!(!memory.meet(Key::Thing(7), "shambler"));
        let numbers = [7, 9, 3, 4].map(|thing| memory.number(Key::Thing(thing)));
        assert_eq!(numbers, [Some(1), Some(1), Some(2), None]);
    }

    #[test]
    fn cells_are_known_that_were_seen_and_none_beside_the_map() {
        let mut memory = Memory::of(IVec2::new(5, 4));
        for cell in [(4, 3), (0, 0), (-1, 0), (5, 0), (0, 4)] {
            memory.see(cell.into());
        }
        let known: Vec<(i32, i32)> =
            (-1..6).flat_map(|y| (-1..6).map(move |x| (x, y))).filter(|cell| memory.knows((*cell).into())).collect();
        assert_eq!(known, [(0, 0), (4, 3)]);
        assert!(memory.fits(IVec2::new(5, 4)) && !memory.fits(IVec2::new(4, 5)));
    }
}
