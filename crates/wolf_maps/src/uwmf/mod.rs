//! The text format UWMF, which editors and ports exchange.
//!
//! It is read into the same planes of numbers as the binary formats: a game's description names textures and classes.

pub(crate) mod names;

pub(crate) mod tokens;

pub(crate) mod document;

pub(crate) mod read;

pub(crate) mod write;
