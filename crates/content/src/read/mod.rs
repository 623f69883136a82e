//! File formats: pure functions that convert the bytes of files to game data, and functions that read whole groups of
//! files from a file system.
//!
//! Programs without a window call these functions directly; the loaders in `load` are thin wrappers around them.
//! Nothing here depends on the asset server or on file watching.

pub(crate) mod art;
pub(crate) mod check;
pub(crate) mod decks;
pub(crate) mod demo_content;
pub(crate) mod level_reference;
pub(crate) mod named;
pub(crate) mod rules;
pub(crate) mod score;
pub(crate) mod sound;
pub(crate) mod wolf;
pub(crate) mod wolf_files;
pub(crate) mod words;
