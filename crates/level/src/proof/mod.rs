//! The solver: whether a level can be played to its end, by whatever way a player takes, and what its author is warned of.
//!
//! Here lives what follows from how doors, push-walls, triggers and shots work together. What is a mistake of the level stands in
//! `check`; what is known of the game's tables is handed in as [`Facts`](crate::proof::facts::Facts).

pub(crate) mod board;
pub(crate) mod facts;
pub(crate) mod fights;
pub(crate) mod findings;
pub(crate) mod fire;
pub(crate) mod furniture;
pub(crate) mod hazards;
pub(crate) mod par;
pub(crate) mod prune;
pub(crate) mod pushes;
pub(crate) mod reach;
pub(crate) mod search;
pub(crate) mod state;
pub(crate) mod windows;
