//! The decks of a campaign: which there are, how they are connected, and how those that are generated are made.
//!
//! Nothing here knows what a player has done so far.

pub(crate) mod another_seed;
pub(crate) mod campaign;
pub(crate) mod decks;
pub(crate) mod facts;
pub(crate) mod ships;
pub(crate) mod typed;
pub(crate) mod ways;
