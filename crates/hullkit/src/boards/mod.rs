//! Board games: commands that play and solve the games of the terminals.
//!
//! The games themselves are in the crate `puzzles`; only their command lines are here.

pub(crate) mod loa;
pub(crate) mod panguru;
