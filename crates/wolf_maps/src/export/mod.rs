//! Converts a level to a map.
//!
//! `walls` writes the first plane, `things` the second, and `export` the notes about content that no plane can contain.

pub(crate) mod sketch;

pub(crate) mod walls;

pub(crate) mod things;

pub(crate) mod export;
