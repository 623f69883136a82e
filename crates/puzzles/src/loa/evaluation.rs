//! What a position is worth while nobody has won.
//!
//! The features are those of the strongest published programs (Winands, "Informed Search in Complex Games", 2004): how near
//! the pieces stand to their centre of mass, how central and how mobile they are, how many neighbours and groups they have,
//! and which of the opponent's are walled in. The weights were found by play. All of it is in whole numbers, so that it is the same
//! on every machine.

use crate::{
    loa::board::Board,
    loa::groups::{NOT_A, NOT_H, spread},
    loa::square::{Side, Square},
};

/// No evaluation is farther from 0 than this.
pub(crate) const MAX_EVALUATION: i32 = 50_000;

/// What a piece that stands one square farther from the centre of mass than it must costs, shared by all pieces.
const CONCENTRATION: i32 = 400;
/// What a neighbour is worth, shared by all pieces.
const CONNECTEDNESS: i32 = 100;
/// What the value of a square in [`CENTRALISATION`] is worth, shared by all pieces.
const CENTRE: i32 = 90;
/// What a group more than one costs.
const GROUP: i32 = 5;
/// What a move is worth, and what one that captures is worth beyond that.
const MOVE: i32 = 11;
const CAPTURE: i32 = 3;
/// What a piece of the opponent's at the edge is worth if a wall of ours stands before it.
const WALL: i32 = 25;
/// What it is worth to be to move.
const TO_MOVE: i32 = 40;

/// The squares that are worth 1, 2 and 3 more than the corners: all others, those off the edge, and the middle sixteen.
const CENTRALISATION: [u64; 3] = [0x7EFF_FFFF_FFFF_FF7E, 0x007E_7E7E_7E7E_7E00, 0x0000_3C3C_3C3C_0000];

/// The least sum of distances to their centre that so many pieces can have.
const LEAST_DISTANCE: [i32; 25] =
    [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38];

/// What the board is worth to the side to move; never 0, which is what a draw is worth.
pub(crate) fn evaluate(board: &Board) -> i32 {
    let us = board.to_move;
    let worth = side_value(board, us) - side_value(board, us.other()) + TO_MOVE;
    if worth == 0 { 1 } else { worth.clamp(-MAX_EVALUATION, MAX_EVALUATION) }
}

fn side_value(board: &Board, side: Side) -> i32 {
    let (own, other) = (board.pieces[side as usize], board.pieces[side.other() as usize]);
    let pieces = count(own).max(1);
    let excess = distances(own, pieces) - LEAST_DISTANCE[pieces.min(24) as usize];
    let shared = CONNECTEDNESS * 2 * links(own) + CENTRE * centralisation(own) - CONCENTRATION * excess;
    let mobility = board.mobility();
    let moves = MOVE * mobility.moves(side) as i32 + CAPTURE * mobility.captures(side) as i32;
    shared / pieces + moves + WALL * count(walled(own, other)) - GROUP * i32::from(board.euler(side))
}

/// Where the pieces of the side to move gather.
pub(crate) fn gathering_point(board: &Board) -> Square {
    let own = board.pieces[board.to_move as usize];
    centre_of_mass(own, count(own).max(1))
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The sum of all pieces' distances to their centre of mass, as the king walks.
fn distances(own: u64, pieces: i32) -> i32 {
    let mut near = centre_of_mass(own, pieces).bit();
    let mut sum = 0;
    while own & !near != 0 {
        sum += count(own & !near);
        near = spread(near);
    }
    sum
}

/// The square nearest to the middle of all pieces.
fn centre_of_mass(own: u64, pieces: i32) -> Square {
    // The sum of the pieces' files is that of the three bits of these numbers; and so for the rows.
    let files = [0xAAAA_AAAA_AAAA_AAAA, 0xCCCC_CCCC_CCCC_CCCC, 0xF0F0_F0F0_F0F0_F0F0];
    let rows = [0xFF00_FF00_FF00_FF00, 0xFFFF_0000_FFFF_0000, 0xFFFF_FFFF_0000_0000];
    let mean = |bits: [u64; 3]| {
        let sum = count(own & bits[0]) + 2 * count(own & bits[1]) + 4 * count(own & bits[2]);
        (2 * sum + pieces) / (2 * pieces)
    };
    Square::numbered((mean(rows) * 8 + mean(files)) as u32)
}

/// The pairs of pieces that touch.
fn links(own: u64) -> i32 {
    let right = own << 1 & NOT_A;
    let left = own >> 1 & NOT_H;
    count(own & right) + count(own & own << 8) + count(own & right << 8) + count(own & left << 8)
}

fn centralisation(own: u64) -> i32 {
    CENTRALISATION.into_iter().map(|squares| count(own & squares)).sum()
}

/// The opponent's pieces at an edge that have one of ours before them and one beside that: nearly all ways inwards are barred.
fn walled(own: u64, other: u64) -> u64 {
    let upright = |wall: u64| wall & (wall << 8 | wall >> 8);
    let level = |wall: u64| wall & (wall << 1 & NOT_A | wall >> 1 & NOT_H);
    let at_a = upright(own >> 1) & !NOT_A;
    let at_h = upright(own << 1) & !NOT_H;
    other & (at_a | at_h | level(own >> 8) & 0xFF | level(own << 8) & 0xFF << 56)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loa::position::Position;

    fn board(text: &str) -> Board {
        Board::new(&text.parse::<Position>().expect("a position"))
    }

    #[test]
    fn a_board_is_worth_the_same_to_both_sides_turned_about() {
        let black = "1b4b1/w2b4/8/3bw3/4w3/2b4w/1w6/4b3 b";
        let white = "1w4w1/b2w4/8/3wb3/4b3/2w4b/1b6/4w3 w";
        assert_eq!(evaluate(&board(black)), evaluate(&board(white)));
    }

    #[test]
    fn each_feature_is_worth_something() {
        let value = |text: &str| side_value(&board(text), Side::Black);
        let far = "b6b/8/8/8/8/8/8/b6b b";
        assert!(value("8/2b2b2/8/8/8/8/2b2b2/8 b") > value(far), "nearer to each other");
        assert!(value("8/8/2b1b3/8/2b1b3/8/8/8 b") > value("b1b5/8/b1b5/8/8/8/8/8 b"), "nearer to the centre");
        let own = board("w7/8/8/8/8/8/8/8 b").pieces[Side::White as usize];
        let wall = board("8/bb6/8/8/8/8/8/8 b").pieces[Side::Black as usize];
        assert_eq!(walled(wall, own), own);
        assert_eq!(walled(wall >> 8, own), 0);
        assert_eq!(links(board("8/8/2bb4/3b4/8/8/8/8 b").pieces[0]), 3);
        assert_eq!(distances(board("8/8/2bbb3/2bbb3/2bbb3/8/8/8 b").pieces[0], 9), LEAST_DISTANCE[9]);
    }
}
