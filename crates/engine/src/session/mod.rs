//! Sessions: starting, saving, restoring, recording and replaying runs, and the bot.
//!
//! This module uses all other modules, and none of them uses it.

pub(crate) mod begin;
pub mod bot;
pub(crate) mod container;
pub(crate) mod demo;
pub(crate) mod foreign;
pub(crate) mod headless;
pub(crate) mod identity;
pub(crate) mod loadout;
pub(crate) mod profiler;
pub(crate) mod recorder;
pub(crate) mod reload;
pub(crate) mod replay;
pub(crate) mod revisit;
pub(crate) mod rewind_buffer;
pub(crate) mod run_rules;
pub(crate) mod snapshot;
pub(crate) mod snapshot_bytes;
pub(crate) mod spawns;
pub(crate) mod state_hash;
pub(crate) mod step_times;
pub(crate) mod tape;
