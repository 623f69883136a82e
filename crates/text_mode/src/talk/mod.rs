//! Sessions: message numbers and repetitions, the size of replies, raw lines, one player or many.
//!
//! The commands are implemented in the modules before this one. This module does not access the world.

pub(crate) mod conversation;
pub(crate) mod game_server;
pub(crate) mod incoming;
pub(crate) mod line_reader;
pub(crate) mod one;
pub(crate) mod pipes;
pub(crate) mod reply;
