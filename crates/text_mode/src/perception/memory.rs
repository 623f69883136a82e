//! The player's memory of a deck: the cells that were seen, and the numbers of the things that were met.

use bevy::math::IVec2;
use serde::{Deserialize, Serialize};

/// The identity of a thing on a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Key {
    /// A thing with an ID in the engine.
    Thing(u32),
    /// A part of a cell: a window or a switch.
    Cell(i32, i32),
}

/// A thing that was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Met {
    key: Key,
    /// The name of its kind, and its number among its kind, from 1.
    kind: String,
    number: u32,
}

/// The player's memory of a deck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Memory {
    width: i32,
    height: i32,
    /// One bit per cell, row by row: set if the cell was seen.
    seen: Vec<u8>,
    /// The things in the order in which they were met.
    met: Vec<Met>,
}

impl Memory {
    /// Creates an empty memory of a deck of this size.
    pub(crate) fn of(size: IVec2) -> Memory {
        let cells = (size.x * size.y) as usize;
        Memory { width: size.x, height: size.y, seen: vec![0; cells.div_ceil(8)], met: Vec::new() }
    }

    /// Returns true if the memory, which may come from a file, is valid for a deck of this size.
    pub(crate) fn fits(&self, size: IVec2) -> bool {
        self.width == size.x && self.height == size.y && self.seen.len() == Memory::of(size).seen.len()
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        let inside = (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y);
        inside.then(|| (cell.y * self.width + cell.x) as usize)
    }

    /// Marks a cell as seen.
    pub(crate) fn see(&mut self, cell: IVec2) {
        if let Some(index) = self.index(cell) {
            self.seen[index / 8] |= 1 << (index % 8);
        }
    }

    /// Returns true if a cell was seen.
    pub(crate) fn knows(&self, cell: IVec2) -> bool {
        self.index(cell).is_some_and(|index| self.seen[index / 8] & (1 << (index % 8)) != 0)
    }

    /// Marks a thing of a kind as met and gives it a permanent number. Returns true the first time.
    pub(crate) fn meet(&mut self, key: Key, kind: &str) -> bool {
        if self.met.iter().any(|met| met.key == key) {
            return false;
        }
        let number = 1 + self.met.iter().filter(|met| met.kind == kind).count() as u32;
        self.met.push(Met { key, kind: kind.to_owned(), number });
        true
    }

    /// Returns the number of a thing among its kind, or `None` if it was not met.
    pub(crate) fn number(&self, key: Key) -> Option<u32> {
        self.met.iter().find(|met| met.key == key).map(|met| met.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_order_of_meeting_and_stay() {
        let mut memory = Memory::of(IVec2::new(3, 3));
        assert!(memory.meet(Key::Thing(7), "shambler"));
        assert!(memory.meet(Key::Thing(9), "door"));
        assert!(memory.meet(Key::Thing(3), "shambler"));
        assert!(!memory.meet(Key::Thing(7), "shambler"));
        let numbers = [7, 9, 3, 4].map(|thing| memory.number(Key::Thing(thing)));
        assert_eq!(numbers, [Some(1), Some(1), Some(2), None]);
    }

    #[test]
    fn only_seen_cells_on_the_map_are_known() {
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
