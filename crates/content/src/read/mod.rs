//! Reading: pure functions from the bytes of files to what the game uses, and the same for whole groups of files of a file system.
//!
//! Programs without a window call these functions directly; the loaders of `load` are thin wrappers around them. What the asset server
//! and the watching of files need does not belong here.

pub(crate) mod art;
pub(crate) mod check;
pub(crate) mod decks;
pub(crate) mod named;
pub(crate) mod rules;
pub(crate) mod score;
pub(crate) mod sound;
