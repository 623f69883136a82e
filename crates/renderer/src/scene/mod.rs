//! The scene: the level in the raycaster's form, built once and updated from the engine's world.
//!
//! This folder turns cells, doors, things and creatures into cells, models and sprites of the raycaster. It draws no
//! pixels.

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
