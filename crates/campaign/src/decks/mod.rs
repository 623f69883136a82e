//! The decks of a campaign: which decks there are, how they are connected, and how generated decks are made.
//!
//! The player's progress is not known here.

pub(crate) mod another_seed;
pub(crate) mod campaign;
pub(crate) mod decks;

pub(crate) mod game_data;
pub(crate) mod ship_code;
pub(crate) mod ships;
pub(crate) mod story;
pub(crate) mod typed;
pub(crate) mod ways;
