//! The solver: checks whether a level can be finished, whatever the player does, and produces warnings.
//!
//! It analyses how doors, push-walls, triggers and shots interact. Errors of a level are in `check`; data from the
//! game's tables is passed in as [`GameData`](crate::proof::game_data::GameData).

pub(crate) mod board;
pub(crate) mod fights;
pub(crate) mod findings;
pub(crate) mod fire;
pub(crate) mod furniture;
pub(crate) mod game_data;
pub(crate) mod hazards;
pub(crate) mod par;
pub(crate) mod prune;
pub(crate) mod pushes;
pub(crate) mod reach;
pub(crate) mod search;
pub(crate) mod state;
pub(crate) mod windows;
