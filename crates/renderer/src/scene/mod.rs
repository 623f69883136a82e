//! The scene: the deck as the raycaster draws it, built once and brought up to date from the engine's world.
//!
//! What turns cells, doors, things and creatures into cells, models and sprites of the raycaster lives here; no pixel does.

pub(crate) mod actors;
pub(crate) mod aim;
pub(crate) mod atmosphere;
pub(crate) mod blasts;
pub(crate) mod faces;
pub(crate) mod goal;
pub(crate) mod hull;
pub(crate) mod map;
pub(crate) mod models;
pub(crate) mod outlines;
pub(crate) mod reels;
pub(crate) mod scene;
pub(crate) mod secrets;
pub(crate) mod skybox;
pub(crate) mod terminals;
pub(crate) mod things;
