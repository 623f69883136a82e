//! Mods: commands that create, check, test and pack them.
//!
//! The format of mods belongs to `content`, and the checks of levels to `author`.

pub(crate) mod check;
pub(crate) mod command;
pub(crate) mod expectation;
pub(crate) mod new;
pub(crate) mod pack;
pub(crate) mod scenario;
pub(crate) mod test;
pub(crate) mod unused;
