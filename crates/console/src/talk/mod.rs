//! The talk: numbers and repeats, replies and their room, lines of any bytes, one player or many.

pub(crate) mod conversation;
pub(crate) mod line_reader;
pub(crate) mod many;
pub(crate) mod one;
pub(crate) mod pipes;
pub(crate) mod reply;
