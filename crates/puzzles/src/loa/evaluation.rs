//! The evaluation of a position whose game is not over.
//!
//! The features are those of the strongest published programs (Winands, "Informed Search in Complex Games", 2004):
//! distance of the pieces to their centre of mass, centralisation, mobility, neighbours, groups, and walled-in pieces
//! of the opponent. The weights were tuned by play. The evaluation uses whole numbers only, so it is the same on every
//! machine.

use crate::{
    loa::board::Board,
    loa::groups::{NOT_A, NOT_H, spread},
    loa::square::{Side, Square},
};

/// Maximum absolute value of an evaluation.
pub(crate) const MAX_EVALUATION: i32 = 50_000;

/// Cost of each square of distance to the centre of mass beyond the minimum, divided by the number of pieces.
const CONCENTRATION: i32 = 400;
/// Value of a neighbour, divided by the number of pieces.
const CONNECTEDNESS: i32 = 100;
/// Value of a point of [`CENTRALISATION`], divided by the number of pieces.
const CENTRE: i32 = 90;
/// Cost of each group.
const GROUP: i32 = 5;
/// Value of a move, and the additional value of a capture.
const MOVE: i32 = 11;
const CAPTURE: i32 = 3;
/// Value of an opponent's piece at the edge that is blocked by a wall of this side's pieces.
const WALL: i32 = 25;
/// Tempo bonus for the side to move.
const TO_MOVE: i32 = 40;

/// Squares worth 1, 2 and 3 more than the corners: all except the corners, those off the edge, and the middle sixteen.
const CENTRALISATION: [u64; 3] = [0x7EFF_FFFF_FFFF_FF7E, 0x007E_7E7E_7E7E_7E00, 0x0000_3C3C_3C3C_0000];

/// Minimum sum of distances to their centre of mass, by number of pieces.
const MIN_DISTANCE: [i32; 25] =
    [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38];

/// Evaluates a board for the side to move. The result is never 0, which is the value of a draw.
pub(crate) fn evaluate(board: &Board) -> i32 {
    let us = board.to_move;
    let worth = side_value(board, us) - side_value(board, us.other()) + TO_MOVE;
    if worth == 0 { 1 } else { worth.clamp(-MAX_EVALUATION, MAX_EVALUATION) }
}

fn side_value(board: &Board, side: Side) -> i32 {
    let (own, other) = (board.pieces[side as usize], board.pieces[side.other() as usize]);
    let pieces = count(own).max(1);
    let excess = distances(own, pieces) - MIN_DISTANCE[pieces.min(24) as usize];
    let shared = CONNECTEDNESS * 2 * links(own) + CENTRE * centralisation(own) - CONCENTRATION * excess;
    let mobility = board.mobility();
    let moves = MOVE * mobility.moves(side) as i32 + CAPTURE * mobility.captures(side) as i32;
    shared / pieces + moves + WALL * count(walled(own, other)) - GROUP * i32::from(board.euler(side))
}

/// Returns the square where the pieces of the side to move gather.
pub(crate) fn gathering_point(board: &Board) -> Square {
    let own = board.pieces[board.to_move as usize];
    centre_of_mass(own, count(own).max(1))
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// Returns the sum of all pieces' distances to their centre of mass, in king's moves.
fn distances(own: u64, pieces: i32) -> i32 {
    let mut near = centre_of_mass(own, pieces).bit();
    let mut sum = 0;
    while own & !near != 0 {
        sum += count(own & !near);
        near = spread(near);
    }
    sum
}

/// Returns the square nearest to the centre of mass of all pieces.
fn centre_of_mass(own: u64, pieces: i32) -> Square {
    // The sum of the pieces' files is the sum of the three bits of their numbers; likewise for the rows.
    let files = [0xAAAA_AAAA_AAAA_AAAA, 0xCCCC_CCCC_CCCC_CCCC, 0xF0F0_F0F0_F0F0_F0F0];
    let rows = [0xFF00_FF00_FF00_FF00, 0xFFFF_0000_FFFF_0000, 0xFFFF_FFFF_0000_0000];
    let mean = |bits: [u64; 3]| {
        let sum = count(own & bits[0]) + 2 * count(own & bits[1]) + 4 * count(own & bits[2]);
        (2 * sum + pieces) / (2 * pieces)
    };
    Square::numbered((mean(rows) * 8 + mean(files)) as u32)
}

/// Returns the number of pairs of neighbouring pieces.
fn links(own: u64) -> i32 {
    let right = own << 1 & NOT_A;
    let left = own >> 1 & NOT_H;
    count(own & right) + count(own & own << 8) + count(own & right << 8) + count(own & left << 8)
}

fn centralisation(own: u64) -> i32 {
    CENTRALISATION.into_iter().map(|squares| count(own & squares)).sum()
}

/// Returns the opponent's pieces at an edge that have one of this side's pieces in front and one next to that. Nearly
/// all their moves inwards are blocked.
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
    fn evaluation_is_symmetric_for_both_sides() {
        let black = "1b4b1/w2b4/8/3bw3/4w3/2b4w/1w6/4b3 b";
        let white = "1w4w1/b2w4/8/3wb3/4b3/2w4b/1b6/4w3 w";
        assert_eq!(evaluate(&board(black)), evaluate(&board(white)));
    }

    #[test]
    fn each_feature_changes_the_evaluation() {
        let value = |text: &str| side_value(&board(text), Side::Black);
        let far = "b6b/8/8/8/8/8/8/b6b b";
        assert!(value("8/2b2b2/8/8/8/8/2b2b2/8 b") > value(far), "nearer to each other");
        assert!(value("8/8/2b1b3/8/2b1b3/8/8/8 b") > value("b1b5/8/b1b5/8/8/8/8/8 b"), "nearer to the centre");
        let own = board("w7/8/8/8/8/8/8/8 b").pieces[Side::White as usize];
        let wall = board("8/bb6/8/8/8/8/8/8 b").pieces[Side::Black as usize];
        assert_eq!(walled(wall, own), own);
        assert_eq!(walled(wall >> 8, own), 0);
        assert_eq!(links(board("8/8/2bb4/3b4/8/8/8/8 b").pieces[0]), 3);
        assert_eq!(distances(board("8/8/2bbb3/2bbb3/2bbb3/8/8/8 b").pieces[0], 9), MIN_DISTANCE[9]);
    }
}
