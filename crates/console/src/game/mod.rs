//! The game from deck to deck: which decks there are, how a journey goes on, what is kept, what each command does and what is
//! said of it.
//!
//! It knows nothing of lines, numbers and pipes.

pub(crate) mod deck_saves;
pub(crate) mod decks;
pub(crate) mod describe;
pub(crate) mod game;
pub(crate) mod keeping;
pub(crate) mod perform;
pub(crate) mod saving;
pub(crate) mod targets;
