//! Lines of Action: two sides on eight by eight squares, each of which wants all its pieces in one group.
//!
//! Black moves first. A piece goes in a straight line, exactly as many squares as there are pieces of either colour on that
//! line. It may leap over its own, not over the opponent's, and captures what it lands on. What the sources disagree about stands
//! in [`Rules`].
//!
//! [`Position`] is a board and who is to move; [`Game`] adds rules and what was played; [`Table`] who plays, and what is selected;
//! [`Search`] finds a good move.

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
