//! Authoring: commands that check, generate and convert levels and ships.
//!
//! Commands that read or write level files belong here. Playing levels does not.

pub(crate) mod check;
pub(crate) mod export;
pub(crate) mod generate;
pub(crate) mod import;
pub(crate) mod pack;
pub(crate) mod picture;
pub(crate) mod ship;
pub(crate) mod wolf_game;
