//! Playing: commands that run decks and whole campaigns, and show what is seen, recorded and saved.
//!
//! Each drives the simulation through its intents. How fast it is, is measured in `bench`.

pub(crate) mod console_game;
pub(crate) mod demo;
pub(crate) mod play;
pub(crate) mod run;
pub(crate) mod save;
pub(crate) mod shot;
pub(crate) mod terminal;
pub(crate) mod text;
pub(crate) mod trace;
pub(crate) mod travel;
pub(crate) mod views;
