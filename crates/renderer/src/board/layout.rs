//! The layout of a board on a frame, used both for drawing and for pointing.

use crate::canvas::area::Area;
use bevy::math::Vec2;
use puzzles::{loa::Square, panguru::POSITIONS};

/// An action at a board other than picking a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// Takes a move back.
    Undo,
    /// Shows the next best moves.
    Hint,
    /// Restarts the game.
    Restart,
    /// Switches between two players and the computer.
    Company,
    /// Leaves the board.
    Leave,
}

/// The size of the frame for which boards are laid out, in units.
const WIDTH: f32 = 320.0;
const HEIGHT: f32 = 180.0;
/// The side of the board's pane, the size of the text pane to the left of it, and the margin around both, in units.
const BOARD: f32 = 172.0;
const WORDS: [f32; 2] = [134.0, 122.0];
const MARGIN: f32 = 4.0;
/// The side of a square, and the space for letters to the left and above, in units.
const CELL: f32 = 19.25;
const LABELS: [f32; 2] = [11.0, 5.0];
/// The distances from one plate to the next in a row, from one row to the next, and from the top to the first plate, in
/// units.
const PLATES: [f32; 3] = [32.5, 31.5, 22.0];

/// The positions of the parts of a board on a frame of a given size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardLayout {
    /// The number of pixels per unit.
    pub(super) unit: f32,
    /// The pane of the board.
    pub(super) board: Area,
    /// The text pane.
    pub(super) words: Area,
    pub(super) triangle: Triangle,
}

/// The positions of the plates of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Triangle {
    /// The centre of the first plate.
    pub(super) top: Vec2,
    /// The offsets from one plate to the next in a row, and from one row to the next.
    pub(super) step: Vec2,
    /// The radius of a plate.
    pub(super) radius: f32,
}

impl Triangle {
    /// Returns the centre of a position, 0 to 14.
    pub(super) fn position(&self, number: usize) -> Vec2 {
        let row = (1..5).rev().find(|row| number >= row * (row + 1) / 2).unwrap_or(0);
        let column = number - row * (row + 1) / 2;
        self.top + self.step * Vec2::new(column as f32 - row as f32 / 2.0, row as f32)
    }
}

impl BoardLayout {
    /// Returns the layout on a frame of this size, in pixels.
    pub fn of(width: usize, height: usize) -> BoardLayout {
        let (width, height) = (width as f32, height as f32);
        let unit = (width / WIDTH).min(height / HEIGHT);
        let area = |x: f32, y: f32, width: f32, height: f32| {
            Area::new(x.round() as i32, y.round() as i32, (width * unit).round() as i32, (height * unit).round() as i32)
        };
        let left = (width - (WIDTH - 2.0 * MARGIN) * unit) / 2.0;
        let top = (height - (HEIGHT - 2.0 * MARGIN) * unit) / 2.0;
        let right = left + (WIDTH - 2.0 * MARGIN - BOARD) * unit;
        let board = area(right, top, BOARD, BOARD);
        let [across, down, first] = PLATES;
        let triangle = Triangle {
            top: Vec2::new(right + BOARD / 2.0 * unit, top + first * unit),
            step: Vec2::new(across, down) * unit,
            radius: 15.0 * unit,
        };
        BoardLayout { unit, board, words: area(left, top, WORDS[0], WORDS[1]), triangle }
    }

    /// Returns the side of a square, in pixels.
    pub(super) fn cell(&self) -> i32 {
        (CELL * self.unit) as i32
    }

    /// Returns the area of a square.
    pub(super) fn square(&self, square: Square) -> Area {
        let cell = self.cell();
        let left = self.board.x + (LABELS[0] * self.unit) as i32;
        let top = self.board.y + (LABELS[1] * self.unit) as i32;
        Area::new(left + i32::from(square.file()) * cell, top + i32::from(7 - square.row()) * cell, cell, cell)
    }

    /// Returns the square at a point of the frame, if there is one.
    pub fn square_at(&self, place: Vec2) -> Option<Square> {
        let first = self.square(Square::at(0, 7)?);
        let cell = self.cell().max(1) as f32;
        let (file, down) = ((place.x - first.x as f32) / cell, (place.y - first.y as f32) / cell);
        let on_board = |at: f32| (0.0..8.0).contains(&at);
        if !on_board(file) || !on_board(down) {
            return None;
        }
        Square::at(file as u8, 7 - down as u8)
    }

    /// Returns the position of the triangle at a point of the frame, if there is one.
    pub fn position_at(&self, place: Vec2) -> Option<usize> {
        let near = |number: &usize| self.triangle.position(*number).distance(place) <= self.triangle.radius;
        (0..POSITIONS).find(near)
    }

    /// Returns the free area below the text.
    pub(crate) fn below_words(&self) -> Area {
        let Area { y, height, .. } = self.words;
        Area { y: y + height + (2.0 * self.unit) as i32, height: (24.0 * self.unit) as i32, ..self.words }
    }

    /// Returns the area of a control, from its index (0 is the top one) and the number of controls.
    pub(super) fn control(&self, number: usize, count: usize, line: i32) -> Area {
        let bottom = self.words.y + self.words.height - (2.0 * self.unit) as i32;
        Area { y: bottom - (count - number) as i32 * line, height: line, ..self.words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(usize, usize); 7] =
        [(320, 180), (320, 240), (640, 360), (1280, 720), (3840, 2160), (430, 180), (7680, 4320)];

    #[test]
    fn points_in_squares_and_on_plates_are_found() {
        for (width, height) in SIZES {
            let layout = BoardLayout::of(width, height);
            for number in 0..64_u8 {
                let square = Square::try_from(number).unwrap();
                let Area { x, y, width, height } = layout.square(square);
                for (dx, dy) in [(0, 0), (width - 1, height - 1), (width / 2, height / 2)] {
                    let place = Vec2::new((x + dx) as f32 + 0.5, (y + dy) as f32 + 0.5);
                    assert_eq!(layout.square_at(place), Some(square));
                }
            }
            for number in 0..POSITIONS {
                assert_eq!(layout.position_at(layout.triangle.position(number)), Some(number));
            }
        }
    }

    #[test]
    fn points_between_plates_and_off_the_board_are_ignored() {
        let layout = BoardLayout::of(640, 360);
        let a1 = layout.square(Square::at(0, 0).unwrap());
        for (dx, dy) in [(-1, 0), (0, a1.height), (-900, 0), (i32::from(u16::MAX), 0)] {
            assert_eq!(layout.square_at(Vec2::new((a1.x + dx) as f32 + 0.5, (a1.y + dy) as f32 + 0.5)), None);
        }
        assert_eq!((layout.square_at(Vec2::NAN), layout.position_at(Vec2::NAN)), (None, None));
        let [one, two] = [3, 4].map(|number| layout.triangle.position(number));
        assert_eq!(layout.position_at(one.midpoint(two)), None);
    }

    #[test]
    fn layout_fits_the_frame_and_panes_do_not_overlap() {
        for (width, height) in SIZES {
            let BoardLayout { board, words, triangle, .. } = BoardLayout::of(width, height);
            for area in [board, words] {
                assert!(area.x >= 0 && area.x + area.width <= width as i32, "{width}x{height}: {area:?}");
                assert!(area.y >= 0 && area.y + area.height <= height as i32, "{width}x{height}: {area:?}");
            }
            assert!(words.x + words.width < board.x);
            for number in 0..POSITIONS {
                let at = triangle.position(number);
                let (low, high) = (at - triangle.radius, at + triangle.radius);
                assert!(low.x >= board.x as f32 && high.x <= (board.x + board.width) as f32);
                assert!(low.y >= board.y as f32 && high.y <= (board.y + board.height) as f32);
            }
        }
    }
}
