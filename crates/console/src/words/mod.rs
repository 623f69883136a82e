//! What a player may type, and in which language a player is spoken to: which bytes are text, which words there are, what a line says.
//!
//! Nothing here knows of a game: a line becomes a message of commands, or a sentence that says what is wrong with it. All is said in
//! English up to the reply, where the tongue of the player brings it into another language.

pub(crate) mod clean;
pub(crate) mod compass;
pub(crate) mod message;
pub(crate) mod style;
pub(crate) mod tongue;
pub(crate) mod vocabulary;
