//! The triangle: plates, pebbles, and what may move.

use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// So many plates there are, one more than pebbles.
pub const POSITIONS: usize = 15;

/// The positions down the centre, between any two of which a pebble may go.
const CENTRELINE: [usize; 3] = [0, 4, 12];

/// A colour: an ASCII letter. Capitals and small letters are different colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "char", into = "char")]
pub struct Colour(u8);

impl Colour {
    /// The colour of a letter.
    pub fn new(letter: char) -> Option<Colour> {
        letter.is_ascii_alphabetic().then_some(Colour(letter as u8))
    }

    /// Its letter.
    pub fn letter(self) -> char {
        char::from(self.0)
    }
}

impl TryFrom<char> for Colour {
    type Error = String;

    fn try_from(letter: char) -> Result<Colour, String> {
        Colour::new(letter)
            .ok_or_else(|| format!("{letter:?} is not a colour: a colour is a letter from A to Z or a to z"))
    }
}

impl From<Colour> for char {
    fn from(colour: Colour) -> char {
        colour.letter()
    }
}

/// A board: plates with colours, and pebbles on all but one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct Board {
    plates: [Colour; POSITIONS],
    /// On exactly one plate there is none.
    pebbles: [Option<Colour>; POSITIONS],
    hole: u8,
    centreline: bool,
}

/// A board as it is saved.
#[derive(Serialize, Deserialize)]
struct Saved {
    plates: String,
    pebbles: String,
    centreline: bool,
}

/// What is wrong with a board's text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// Not fifteen letters.
    #[error("the {what} must be {POSITIONS} letters, row by row, and these are {count}")]
    Length {
        /// Plates or pebbles.
        what: &'static str,
        /// How many characters there are.
        count: usize,
    },
    /// Something else than a letter.
    #[error(
        "{letter:?} at position {position} of the {what} is not a colour: a colour is a letter from A to Z or a to z"
    )]
    Letter {
        /// Plates or pebbles.
        what: &'static str,
        /// What stands there.
        letter: char,
        /// Where, from 0.
        position: usize,
    },
    /// No hole, or more than one.
    #[error("the pebbles need one hole, written -, and have {0}")]
    Holes(usize),
}

/// Why a pebble cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SlideError {
    /// There is no such position.
    #[error("{0} is not a position: they go from 0 to 14")]
    NoPosition(usize),
    /// There is no pebble.
    #[error("{0} is the hole: choose a pebble in line with it")]
    Hole(usize),
    /// The hole is not in line.
    #[error("the pebble on {0} is not in line with the hole on {1}")]
    NotInLine(usize, usize),
}

impl Board {
    /// Reads a board: the plates' colours row by row, such as `WCBRBOGYGPCORPY`, and the pebbles' with `-` for the hole.
    /// `centreline` says whether pebbles move down the centre, too.
    ///
    /// # Errors
    /// What is wrong, in a sentence. A board that cannot be solved is none.
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

    /// The colours of the plates.
    pub fn plates(&self) -> &[Colour; POSITIONS] {
        &self.plates
    }

    /// The colours of the pebbles; none in the hole.
    pub fn pebbles(&self) -> &[Option<Colour>; POSITIONS] {
        &self.pebbles
    }

    /// Where no pebble is.
    pub fn hole(&self) -> usize {
        usize::from(self.hole)
    }

    /// Whether pebbles move down the centre, too.
    pub fn centreline(&self) -> bool {
        self.centreline
    }

    /// Whether each pebble is on a plate of its colour.
    pub fn is_solved(&self) -> bool {
        self.pebbles.iter().zip(self.plates).all(|(pebble, plate)| pebble.is_none_or(|pebble| pebble == plate))
    }

    /// Whether there are plates enough for the pebbles of each colour. Then the board can be solved: pebbles can be brought into
    /// any order.
    pub fn can_be_solved(&self) -> bool {
        self.homeless().is_none()
    }

    /// A colour that has more pebbles than plates.
    pub fn homeless(&self) -> Option<Colour> {
        let plates = |colour: Colour| self.plates.iter().filter(|plate| **plate == colour).count();
        let pebbles = |colour: Colour| self.pebbles.iter().flatten().filter(|pebble| **pebble == colour).count();
        self.pebbles.iter().flatten().copied().find(|colour| pebbles(*colour) > plates(*colour))
    }

    /// The positions whose pebbles are in line with the hole, from the least.
    pub fn moves(&self) -> impl Iterator<Item = usize> {
        in_line(self.hole(), self.centreline)
    }

    /// Moves the pebble on a position to the hole.
    ///
    /// # Errors
    /// Why it cannot; nothing has changed then.
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

/// The positions in line with one, from the least.
pub(crate) fn in_line(position: usize, centreline: bool) -> impl Iterator<Item = usize> {
    (0..POSITIONS).filter(move |other| is_line(position, *other, centreline))
}

/// Whether a straight line leads from one position to the other.
fn is_line(one: usize, other: usize, centreline: bool) -> bool {
    let (row, column) = place(one);
    let (other_row, other_column) = place(other);
    let down_the_centre = centreline && CENTRELINE.contains(&one) && CENTRELINE.contains(&other);
    let straight = row == other_row || column == other_column || row + other_column == other_row + column;
    one != other && (straight || down_the_centre)
}

/// The row and the place in the row.
fn place(position: usize) -> (usize, usize) {
    let row = (1..5).rev().find(|row| position >= row * (row + 1) / 2).unwrap_or(0);
    (row, position - row * (row + 1) / 2)
}

/// The characters of plates or pebbles, of which there must be fifteen.
fn letters(what: &'static str, text: &str) -> Result<[char; POSITIONS], BoardError> {
    let letters: Vec<char> = text.chars().collect();
    let count = letters.len();
    letters.try_into().map_err(|_| BoardError::Length { what, count })
}

impl fmt::Display for Board {
    /// Plates and pebbles, with ` / ` between them.
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
