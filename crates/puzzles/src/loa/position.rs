//! A board with the side to move, as text and as bitboards.

use crate::{
    loa::board::Board,
    loa::moves::Move,
    loa::rules::{Outcome, Rules},
    loa::square::{Side, Square, squares},
};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// Pieces on the board, and the side to move. Any placement of pieces is allowed, even if no game leads to it.
///
/// The text form has eight rows from the eighth to the first, made of `b`, `w` and `.` and separated by `/`, then a
/// space and the side to move: `.bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. b`. When
/// reading, a digit stands for that many empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Numbers", into = "Numbers")]
pub struct Position {
    black: u64,
    white: u64,
    to_move: Side,
}

/// The saved form of a position; one bit per square, a1 first.
#[derive(Serialize, Deserialize)]
struct Numbers {
    black: u64,
    white: u64,
    to_move: Side,
}

/// An error in a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct PositionError(String);

impl Position {
    /// Returns the start position: Black on the first and the eighth row, White on the a and the h file.
    pub fn start() -> Position {
        Position { black: 0x7E | 0x7E << 56, white: 0x0081_8181_8181_8100, to_move: Side::Black }
    }

    /// Creates a position from sets of squares with one bit per square, a1 first; `None` if a square is in both.
    pub fn new(black: u64, white: u64, to_move: Side) -> Option<Position> {
        (black & white == 0).then_some(Position { black, white, to_move })
    }

    /// Returns the side to move.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Returns the squares of a side's pieces, one bit per square, a1 first.
    pub fn pieces(&self, side: Side) -> u64 {
        if side == Side::Black { self.black } else { self.white }
    }

    /// Returns the side whose piece is on a square, if there is one.
    pub fn at(&self, square: Square) -> Option<Side> {
        [Side::Black, Side::White].into_iter().find(|side| self.pieces(*side) & square.bit() != 0)
    }

    /// Returns the moves of the side to move, even if the game is over, ordered by squares.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        Board::new(self).for_each_move(|legal| moves.push(legal));
        moves.sort_unstable();
        moves
    }

    /// Returns the moves of the piece on a square; none if it does not belong to the side to move.
    pub fn moves_from(&self, square: Square) -> Vec<Move> {
        self.moves().into_iter().filter(|legal| legal.from == square).collect()
    }

    /// Returns the position after a move, if the move is possible.
    pub fn after(&self, played: Move) -> Option<Position> {
        let legal = self.moves().contains(&played);
        legal.then(|| Board::new(self).after(played).position())
    }

    /// Returns the position with the other side to move.
    pub fn after_pass(&self) -> Position {
        Position { to_move: self.to_move.other(), ..*self }
    }

    /// Returns true if all pieces of a side are in one group, where each square has eight neighbours. One piece or none
    /// counts as a group.
    pub fn is_together(&self, side: Side) -> bool {
        Board::new(self).is_together(side)
    }

    /// Returns how the game has ended in this position, ignoring repetitions. The side not to move has made the last
    /// move.
    pub fn outcome(&self, rules: Rules) -> Option<Outcome> {
        Board::new(self).outcome(rules)
    }

    /// Returns the rows from the eighth to the first, each as eight characters of `b`, `w` and `.`.
    pub fn rows(&self) -> [String; 8] {
        let letter = |square| match self.at(square) {
            Some(Side::Black) => 'b',
            Some(Side::White) => 'w',
            None => '.',
        };
        std::array::from_fn(|down| (0..8).filter_map(|file| Square::at(file, 7 - down as u8)).map(letter).collect())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rows().join("/"), if self.to_move == Side::Black { 'b' } else { 'w' })
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        let (board, side) = text
            .trim()
            .split_once(' ')
            .ok_or_else(|| PositionError("a position must end with a space and the side to move, b or w".to_owned()))?;
        let to_move = match side.trim() {
            "b" => Side::Black,
            "w" => Side::White,
            other => {
                return Err(PositionError(format!("the side to move must be b or w, got {}", quoted_start(other))));
            }
        };
        let rows: Vec<&str> = board.split('/').take(9).collect();
        if rows.len() != 8 {
            let count = if rows.len() < 8 { rows.len().to_string() } else { "more than eight".to_owned() };
            return Err(PositionError(format!("a position must have eight rows separated by /, got {count}")));
        }
        let mut position = Position { black: 0, white: 0, to_move };
        for (row, text) in (0..8).rev().zip(rows) {
            position.read_row(row, text)?;
        }
        Ok(position)
    }
}

impl Position {
    fn read_row(&mut self, row: u8, text: &str) -> Result<(), PositionError> {
        let mut file = 0;
        for letter in text.chars() {
            let width = match letter {
                'b' | 'w' | '.' => 1,
                '1'..='8' => letter as u8 - b'0',
                _ => {
                    let what =
                        format!("row {}: squares must be b, w, . or digits from 1 to 8, got {letter:?}", row + 1);
                    return Err(PositionError(what));
                }
            };
            if file + width > 8 {
                return Err(PositionError(format!("row {} must have eight squares, got more", row + 1)));
            }
            let bit = 1 << (row * 8 + file);
            match letter {
                'b' => self.black |= bit,
                'w' => self.white |= bit,
                _ => {}
            }
            file += width;
        }
        if file < 8 {
            return Err(PositionError(format!("row {} must have eight squares, got {file}", row + 1)));
        }
        Ok(())
    }
}

/// Returns the beginning of an input in quotation marks.
fn quoted_start(text: &str) -> String {
    format!("{:?}", text.chars().take(20).collect::<String>())
}

impl TryFrom<Numbers> for Position {
    type Error = PositionError;

    fn try_from(saved: Numbers) -> Result<Position, PositionError> {
        let Numbers { black, white, to_move } = saved;
        let twice = squares(black & white).next();
        let both = || twice.map_or_else(String::new, |square| format!("{square} must hold at most one piece, got two"));
        Position::new(black, white, to_move).ok_or_else(|| PositionError(both()))
    }
}

impl From<Position> for Numbers {
    fn from(position: Position) -> Numbers {
        let Position { black, white, to_move } = position;
        Numbers { black, white, to_move }
    }
}
