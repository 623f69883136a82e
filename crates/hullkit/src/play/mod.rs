//! Playing: commands that run decks and campaigns, and show frames, demos and saves.
//!
//! Each drives the simulation through its intents. The benchmarks are in `bench`.

pub(crate) mod console_game;
pub(crate) mod demo;
pub(crate) mod demo_content;
pub(crate) mod guided;
pub(crate) mod heavy;
pub(crate) mod play;
pub(crate) mod rooms;
pub(crate) mod run;
pub(crate) mod save;
pub(crate) mod shot;
pub(crate) mod soak;
pub(crate) mod soak_samples;
pub(crate) mod terminal;
pub(crate) mod text;
pub(crate) mod trace;
pub(crate) mod travel;
pub(crate) mod views;
