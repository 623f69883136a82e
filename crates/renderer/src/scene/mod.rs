//! The scene: the deck as the raycaster draws it, built once and brought up to date from the engine's world.
//!
//! What turns cells, doors, things and creatures into cells, models and sprites of the raycaster lives here; no pixel does.

pub(crate) mod actors;
mod aim;
mod atmosphere;
mod blasts;
pub(crate) mod faces;
mod goal;
pub(crate) mod hull;
mod map;
mod models;
mod outlines;
mod outlook;
mod reels;
mod scene;
mod secrets;
pub(crate) mod terminals;
pub(crate) mod things;

pub(crate) use scene::plugin;
