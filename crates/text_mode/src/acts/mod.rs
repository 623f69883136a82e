//! The player's actions, tick by tick: walking, turning, aiming, shooting and using things, with interruptions.
//!
//! Everything goes through intents. Which actions to do and how to describe them is decided elsewhere.

pub(crate) mod aim;
pub(crate) mod board;
pub(crate) mod event_text;
pub(crate) mod hand;
pub(crate) mod play;
pub(crate) mod throw;
pub(crate) mod walk;
pub(crate) mod way;
