//! The two sides, and the squares of the board.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the two players; Black begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// Moves first; starts on the first and the eighth row.
    Black,
    /// Moves second; starts on the a and the h file.
    White,
}

impl Side {
    /// Returns the opponent.
    pub fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Side::Black { "black" } else { "white" })
    }
}

/// A square, such as b8. Its number is 0 for a1, 1 for b1 and 63 for h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Square(u8);

impl Square {
    /// Returns the square in a file and a row, both from 0 to 7.
    pub fn at(file: u8, row: u8) -> Option<Square> {
        (file < 8 && row < 8).then(|| Square(row * 8 + file))
    }

    /// Returns the square with a name such as `b8`.
    pub fn named(name: &str) -> Option<Square> {
        let [file, row] = name.as_bytes() else { return None };
        Square::at(file.to_ascii_lowercase().wrapping_sub(b'a'), row.wrapping_sub(b'1'))
    }

    /// Returns the square with a number below 64.
    pub(crate) fn numbered(number: u32) -> Square {
        Square((number & 63) as u8)
    }

    /// Returns the file, from 0 for a to 7 for h.
    pub fn file(self) -> u8 {
        self.0 & 7
    }

    /// Returns the row, from 0 for the first to 7 for the eighth.
    pub fn row(self) -> u8 {
        self.0 >> 3
    }

    /// Returns the square's number.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the distance to another square in king's moves.
    pub(crate) fn distance(self, other: Square) -> u32 {
        u32::from(self.file().abs_diff(other.file()).max(self.row().abs_diff(other.row())))
    }

    /// Returns the set that contains only this square.
    pub(crate) fn bit(self) -> u64 {
        1 << self.0
    }
}

/// Returns the squares of a set, in ascending order.
pub(crate) fn squares(set: u64) -> impl Iterator<Item = Square> {
    let mut left = set;
    std::iter::from_fn(move || {
        let next = (left != 0).then(|| Square::numbered(left.trailing_zeros()));
        left &= left.wrapping_sub(1);
        next
    })
}

impl TryFrom<u8> for Square {
    type Error = String;

    fn try_from(number: u8) -> Result<Square, String> {
        if number < 64 {
            Ok(Square(number))
        } else {
            Err(format!("the number of a square must be at most 63, got {number}"))
        }
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> u8 {
        square.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.row() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_named_by_file_and_row() {
        for number in 0..64 {
            let square = Square(number);
            assert_eq!(Square::named(&square.to_string()), Some(square));
        }
        assert_eq!(Square::named("b8").map(|square| (square.file(), square.row())), Some((1, 7)));
        for wrong in ["", "b", "b9", "b0", "i1", "b88", "8b", "é1", "`1"] {
            assert_eq!(Square::named(wrong), None, "{wrong}");
        }
    }
}
