//! The places of a board, and how the cursor moves between them.

use bevy::prelude::*;
use puzzles::loa::Square;

/// The kinds of places that can be picked on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardPlaces {
    /// The 64 squares of a table.
    Squares,
    /// The 15 positions of a lock.
    Positions {
        /// The index of the hole, 0 to 14.
        hole: u8,
    },
}

impl BoardPlaces {
    /// Returns the initial place of the cursor.
    pub fn first(self) -> u8 {
        match self {
            BoardPlaces::Squares => Square::at(3, 3).map_or(0, u8::from),
            BoardPlaces::Positions { hole } => hole,
        }
    }

    /// Returns the neighbour of a place in a direction, where y points up; the same place if there is none.
    pub fn step(self, from: u8, step: IVec2) -> u8 {
        match self {
            BoardPlaces::Squares => {
                let (file, row) = (i32::from(from % 8) + step.x, i32::from(from / 8) + step.y);
                let square = u8::try_from(file).ok().zip(u8::try_from(row).ok());
                square.and_then(|(file, row)| Square::at(file, row)).map_or(from, u8::from)
            }
            BoardPlaces::Positions { .. } => {
                let row = (1..5).rev().find(|row| i32::from(from) >= row * (row + 1) / 2).unwrap_or(0);
                let column = i32::from(from) - row * (row + 1) / 2;
                // Twice the distance of the place from the centreline. Up leads towards the centreline, and down away
                // from it.
                let aside = 2 * column - row;
                let column = column + step.x + i32::from(step.y < 0 && aside > 0) - i32::from(step.y > 0 && aside > 0);
                let row = row - step.y;
                let is_on_board = (0..5).contains(&row) && (0..=row).contains(&column);
                if is_on_board { (row * (row + 1) / 2 + column) as u8 } else { from }
            }
        }
    }
}
