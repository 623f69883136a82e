//! Panguru: a puzzle with fourteen pebbles on the fifteen plates of a triangle. The aim is to bring each pebble to a
//! plate of its colour.
//!
//! A move takes one pebble in a straight line to the hole, jumping over others if necessary. The lines are those of the
//! triangle's three directions, and optionally the centreline: the top, the middle of the third row and the middle of
//! the last row. Positions are numbered row by row:
//!
//! ```text
//!         0
//!        1 2
//!       3 4 5
//!      6 7 8 9
//!   10 11 12 13 14
//! ```
//!
//! [`Board`] implements the rules. [`Solver`] finds the minimum number of moves, all optimal first moves and the number
//! of optimal sequences. [`Generator`] makes boards with a given minimum.

mod board;
mod bound;
mod generator;
mod memory;
mod solver;

pub use board::{Board, BoardError, Colour, POSITIONS, SlideError};
pub use generator::{Generator, MAX_GENERATED};
pub use solver::{MAX_SEQUENCES, Solution, Solver, solve};
