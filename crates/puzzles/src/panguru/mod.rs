//! Panguru: fourteen pebbles on the fifteen plates of a triangle, each of which is to come to a plate of its colour.
//!
//! A move takes one pebble in a straight line to the hole, leaping over others if need be. The lines are those of the triangle's
//! three directions, and down the centre, from the top by the middle of the third row to that of the last. Positions count row
//! by row:
//!
//! ```text
//!         0
//!        1 2
//!       3 4 5
//!      6 7 8 9
//!   10 11 12 13 14
//! ```
//!
//! [`Board`] is the rules; [`Solver`] finds the fewest moves, all first moves and how many such sequences there are; [`Generator`] makes
//! boards that need so many.

mod board;
mod bound;
mod generator;
mod memory;
mod solver;

pub use board::{Board, BoardError, Colour, POSITIONS, SlideError};
pub use generator::{Generator, MAX_GENERATED};
pub use solver::{MAX_SEQUENCES, Solution, Solver, solve};
