//! Mods: commands that create, check, test and pack them.
//!
//! The format of mods belongs to `content`, and the checks of levels to `author`.

pub(crate) mod check;
pub(crate) mod command;
pub(crate) mod expectation;
pub(crate) mod located;
pub(crate) mod names;
pub(crate) mod new;
pub(crate) mod pack;
pub(crate) mod scenario;
pub(crate) mod script_runs;
pub(crate) mod test;
pub(crate) mod untold;
pub(crate) mod unused;
