//! The game from deck to deck: the decks, the continuation of a playthrough, saves and demos, the commands and their
//! descriptions.
//!
//! This module does not know about lines, message numbers and pipes.

pub(crate) mod deck_saves;
pub(crate) mod decks;
pub(crate) mod describe;
pub(crate) mod dev_acts;
pub(crate) mod game;
pub(crate) mod keeping;
pub(crate) mod perform;
pub(crate) mod saving;
pub(crate) mod targets;
