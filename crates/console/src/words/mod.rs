//! What a player may type: which bytes are text, which words there are, what a line says.
//!
//! Nothing here knows of a game: a line becomes a message of commands, or a sentence that says what is wrong with it.

pub(crate) mod clean;
pub(crate) mod compass;
pub(crate) mod message;
pub(crate) mod style;
pub(crate) mod vocabulary;
