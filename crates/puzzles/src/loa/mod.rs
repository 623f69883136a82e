//! Lines of Action: a game on eight by eight squares, in which each side tries to connect all its pieces into one
//! group.
//!
//! Black moves first. A piece moves in a straight line, exactly as many squares as there are pieces of either colour on
//! that line. It may jump over its own pieces but not over the opponent's, and it captures the piece it lands on.
//! [`Rules`] has the variants on which the sources disagree.
//!
//! [`Position`] is a board with the side to move. [`Game`] adds rules and history, and [`Table`] adds players and the
//! selected piece. [`Search`] finds a good move.

mod board;
mod evaluation;
mod frame;
mod game;
mod groups;
mod level;
mod lines;
mod moves;
mod perft;
mod position;
mod rules;
mod search;
mod square;
mod table;
mod transpositions;

pub use game::{Game, IllegalMove, Turn};
pub use level::{Level, Limits, MAX_DEPTH};
pub use moves::{Move, WrittenMove};
pub use perft::{MAX_PERFT, Perft, perft};
pub use position::{Position, PositionError};
pub use rules::{NoMove, Outcome, Repetition, Rules, Simultaneous};
pub use search::{Choice, Search, Verdict};
pub use square::{Side, Square};
pub use table::{Picked, Player, Table};
