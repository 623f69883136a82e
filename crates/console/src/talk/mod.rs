//! The talk: numbers and repeats, replies and their room, lines of any bytes, one player or many.
//!
//! What a command does stands in the rooms before it; here nobody looks into the world.

pub(crate) mod conversation;
pub(crate) mod game_server;
pub(crate) mod incoming;
pub(crate) mod line_reader;
pub(crate) mod one;
pub(crate) mod pipes;
pub(crate) mod reply;
