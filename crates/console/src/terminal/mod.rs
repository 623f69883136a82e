//! The game in a terminal: the picture in half blocks, and the keys and the mouse as the terminal tells them.
//!
//! What a terminal can and cannot do lives here; the game itself is the one of the words. A terminal may report anything at any time, twice or
//! not at all: its reports are states, never keys, and what it must not be asked it is not waited for.

pub(crate) mod board;
pub(crate) mod colours;
pub(crate) mod extent;
pub(crate) mod half_blocks;
pub(crate) mod keys;
pub(crate) mod last_resort;
pub(crate) mod places;
pub(crate) mod report;
#[cfg(unix)]
pub(crate) mod report_reader;
pub(crate) mod session;
pub(crate) mod status;
pub(crate) mod streams;
pub(crate) mod taken;
pub(crate) mod terminal;
