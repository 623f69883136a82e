//! The game in a terminal: graphics in half blocks, and the keys and the mouse as the terminal reports them.
//!
//! This module handles the limits of terminals; the game itself is the same as in text mode. A terminal may report
//! anything at any time, twice or not at all. Therefore reports are states and never commands, and the game never waits
//! for an answer.

pub(crate) mod board;
pub(crate) mod colours;
pub(crate) mod console;
pub(crate) mod dev_tools;
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
