//! What a player does, tick by tick: he walks, turns, aims, fires, uses his hands, and stops when something happens.
//!
//! Everything goes through intents. What is to be done, and what is said of it, is decided elsewhere.

pub(crate) mod aim;
pub(crate) mod board;
pub(crate) mod event_text;
pub(crate) mod hand;
pub(crate) mod play;
pub(crate) mod throw;
pub(crate) mod walk;
pub(crate) mod way;
