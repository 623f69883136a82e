//! Ends of a running game: signals that ask the program to end.
//!
//! The rule for every program that runs a game: each end except SIGKILL works like `quit`. The game is saved, the
//! recording is written, and the terminal is restored.

pub(crate) mod signals;
