//! Authoring: commands that check, make and convert levels and ships.
//!
//! Whatever reads or writes a level's file belongs here. Playing it does not.

pub(crate) mod check;
pub(crate) mod export;
pub(crate) mod generate;
pub(crate) mod import;
pub(crate) mod picture;
pub(crate) mod ship;
