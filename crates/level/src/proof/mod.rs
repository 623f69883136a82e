//! The solver: whether a level can be played to its end, by whatever way a player takes, and what its author is warned of.
//!
//! Here lives what follows from how doors, push-walls, triggers and shots work together. What is a mistake of the level stands in
//! `check`; what is known of the game's tables is handed in as [`Facts`].

mod board;
mod facts;
mod fights;
mod findings;
mod fire;
mod furniture;
mod hazards;
mod par;
mod prune;
mod pushes;
mod reach;
mod search;
mod state;
mod windows;

pub use facts::{Facts, MonsterFacts, PickupFacts};
pub use fights::Fights;
pub use findings::Finding;
