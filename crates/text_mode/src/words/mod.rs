//! The vocabulary and the language of the player: valid text, commands, and the parsing of lines.
//!
//! This module does not know about games: a line becomes a message of commands, or a sentence that describes what is
//! wrong with it. Everything is in English until the reply is translated.

pub(crate) mod clean;
pub(crate) mod compass;
pub(crate) mod message;
pub(crate) mod style;
pub(crate) mod tongue;
pub(crate) mod vocabulary;
