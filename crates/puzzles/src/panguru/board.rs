//! The triangular board: plates, pebbles and legal moves.

use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// Number of positions. Each has a plate, and all except one have a pebble.
pub const POSITIONS: usize = 15;

/// Positions on the centreline. A pebble may move between any two of them.
const CENTRELINE: [usize; 3] = [0, 4, 12];

/// A colour: an ASCII letter. Capitals and small letters are different colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "char", into = "char")]
pub struct Colour(u8);

impl Colour {
    /// Returns the colour with a letter.
    pub fn new(letter: char) -> Option<Colour> {
        letter.is_ascii_alphabetic().then_some(Colour(letter as u8))
    }

    /// Returns the letter of the colour.
    pub fn letter(self) -> char {
        char::from(self.0)
    }
}

impl TryFrom<char> for Colour {
    type Error = String;

    fn try_from(letter: char) -> Result<Colour, String> {
        Colour::new(letter).ok_or_else(|| format!("a colour must be a letter from A to Z or a to z, got {letter:?}"))
    }
}

impl From<Colour> for char {
    fn from(colour: Colour) -> char {
        colour.letter()
    }
}

/// A board: plates with colours, and pebbles on all positions except the hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct Board {
    plates: [Colour; POSITIONS],
    /// The pebbles; `None` at exactly one position.
    pebbles: [Option<Colour>; POSITIONS],
    hole: u8,
    centreline: bool,
}

/// The saved form of a board.
#[derive(Serialize, Deserialize)]
struct Saved {
    plates: String,
    pebbles: String,
    centreline: bool,
}

/// An error in a board's text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// The text does not have fifteen letters.
    #[error("the {what} must be {POSITIONS} letters, row by row, got {count}")]
    Length {
        /// `"plates"` or `"pebbles"`.
        what: &'static str,
        /// Number of characters found.
        count: usize,
    },
    /// A character is not a letter.
    #[error("position {position} of the {what} must be a letter from A to Z or a to z, got {letter:?}")]
    Letter {
        /// `"plates"` or `"pebbles"`.
        what: &'static str,
        /// The character.
        letter: char,
        /// Its position, from 0.
        position: usize,
    },
    /// There is no hole, or more than one.
    #[error("the pebbles must have one hole, written -, got {0}")]
    Holes(usize),
}

/// Reason why a pebble cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SlideError {
    /// The position does not exist.
    #[error("the position must be from 0 to 14, got {0}")]
    NoPosition(usize),
    /// The position has no pebble.
    #[error("{0} is the hole: choose a pebble in line with it")]
    Hole(usize),
    /// The pebble is not in line with the hole.
    #[error("the pebble on {0} is not in line with the hole on {1}")]
    NotInLine(usize, usize),
}

impl Board {
    /// Reads a board: the plates' colours row by row, such as `WCBRBOGYGPCORPY`, and the pebbles' with `-` for the
    /// hole. If `centreline` is true, pebbles also move down the centre.
    ///
    /// # Errors
    /// A sentence, if the text is malformed. Unsolvable boards are accepted; check with [`Board::can_be_solved`].
    pub fn read(plates: &str, pebbles: &str, centreline: bool) -> Result<Board, BoardError> {
        let plate_letters = letters("plates", plates)?;
        let pebble_letters = letters("pebbles", pebbles)?;
        let mut board = Board { plates: [Colour(b'A'); POSITIONS], pebbles: [None; POSITIONS], hole: 0, centreline };
        for (position, letter) in plate_letters.into_iter().enumerate() {
            let wrong = BoardError::Letter { what: "plates", letter, position };
            board.plates[position] = Colour::new(letter).ok_or(wrong)?;
        }
        for (position, letter) in pebble_letters.into_iter().enumerate() {
            let wrong = BoardError::Letter { what: "pebbles", letter, position };
            match letter {
                '-' => board.hole = position as u8,
                _ => board.pebbles[position] = Some(Colour::new(letter).ok_or(wrong)?),
            }
        }
        match board.pebbles.iter().filter(|pebble| pebble.is_none()).count() {
            1 => Ok(board),
            holes => Err(BoardError::Holes(holes)),
        }
    }

    /// Returns the colours of the plates.
    pub fn plates(&self) -> &[Colour; POSITIONS] {
        &self.plates
    }

    /// Returns the colours of the pebbles; `None` for the hole.
    pub fn pebbles(&self) -> &[Option<Colour>; POSITIONS] {
        &self.pebbles
    }

    /// Returns the position without a pebble.
    pub fn hole(&self) -> usize {
        usize::from(self.hole)
    }

    /// Returns true if pebbles also move down the centre.
    pub fn centreline(&self) -> bool {
        self.centreline
    }

    /// Returns true if each pebble is on a plate of its colour.
    pub fn is_solved(&self) -> bool {
        self.pebbles.iter().zip(self.plates).all(|(pebble, plate)| pebble.is_none_or(|pebble| pebble == plate))
    }

    /// Returns true if there are enough plates for the pebbles of each colour. Such a board can always be solved,
    /// because pebbles can be brought into any order.
    pub fn can_be_solved(&self) -> bool {
        self.colour_without_plate().is_none()
    }

    /// Returns a colour that has more pebbles than plates, if there is one.
    pub fn colour_without_plate(&self) -> Option<Colour> {
        let plates = |colour: Colour| self.plates.iter().filter(|plate| **plate == colour).count();
        let pebbles = |colour: Colour| self.pebbles.iter().flatten().filter(|pebble| **pebble == colour).count();
        self.pebbles.iter().flatten().copied().find(|colour| pebbles(*colour) > plates(*colour))
    }

    /// Returns the positions whose pebbles are in line with the hole, in ascending order.
    pub fn moves(&self) -> impl Iterator<Item = usize> {
        in_line(self.hole(), self.centreline)
    }

    /// Moves the pebble at a position to the hole.
    ///
    /// # Errors
    /// The reason why it cannot move. The board is unchanged then.
    pub fn slide(&mut self, position: usize) -> Result<(), SlideError> {
        let hole = self.hole();
        match position {
            POSITIONS.. => return Err(SlideError::NoPosition(position)),
            _ if position == hole => return Err(SlideError::Hole(position)),
            _ if !is_line(position, hole, self.centreline) => return Err(SlideError::NotInLine(position, hole)),
            _ => {}
        }
        self.pebbles.swap(position, hole);
        self.hole = position as u8;
        Ok(())
    }
}

/// Returns the positions in line with a position, in ascending order.
pub(crate) fn in_line(position: usize, centreline: bool) -> impl Iterator<Item = usize> {
    (0..POSITIONS).filter(move |other| is_line(position, *other, centreline))
}

/// Returns true if a straight line connects two positions.
fn is_line(one: usize, other: usize, centreline: bool) -> bool {
    let (row, column) = place(one);
    let (other_row, other_column) = place(other);
    let down_the_centre = centreline && CENTRELINE.contains(&one) && CENTRELINE.contains(&other);
    let straight = row == other_row || column == other_column || row + other_column == other_row + column;
    one != other && (straight || down_the_centre)
}

/// Returns the row, and the index within the row.
fn place(position: usize) -> (usize, usize) {
    let row = (1..5).rev().find(|row| position >= row * (row + 1) / 2).unwrap_or(0);
    (row, position - row * (row + 1) / 2)
}

/// Returns the characters of plates or pebbles, which must be fifteen.
fn letters(what: &'static str, text: &str) -> Result<[char; POSITIONS], BoardError> {
    let letters: Vec<char> = text.chars().collect();
    let count = letters.len();
    letters.try_into().map_err(|_| BoardError::Length { what, count })
}

impl fmt::Display for Board {
    /// Writes plates and pebbles, separated by ` / `.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Saved { plates, pebbles, .. } = Saved::from(*self);
        write!(f, "{plates} / {pebbles}")
    }
}

impl TryFrom<Saved> for Board {
    type Error = BoardError;

    fn try_from(saved: Saved) -> Result<Board, BoardError> {
        Board::read(&saved.plates, &saved.pebbles, saved.centreline)
    }
}

impl From<Board> for Saved {
    fn from(board: Board) -> Saved {
        Saved {
            plates: board.plates.iter().map(|plate| plate.letter()).collect(),
            pebbles: board.pebbles.iter().map(|pebble| pebble.map_or('-', Colour::letter)).collect(),
            centreline: board.centreline,
        }
    }
}
