//! The game in a terminal: the picture in half blocks, and the keys and the mouse as the terminal tells them.
//!
//! What a terminal can and cannot do lives here; the game itself is the one of the words.

mod board;
mod colours;
mod half_blocks;
mod keys;
mod last_resort;
mod session;
mod status;
mod streams;
mod taken;
mod terminal;

pub use colours::Colours;
pub use terminal::{Screened, TerminalError, terminal};
