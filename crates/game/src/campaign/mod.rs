//! The player's progress from deck to deck and the statistics of each. The pages that display it are in `pages`; game
//! rules are in the engine.

pub(crate) mod contributors;
pub(crate) mod difficulty;
pub(crate) mod journal;
pub(crate) mod keeping;
pub(crate) mod making;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod opened_files;
pub(crate) mod playback;
pub(crate) mod progress;
pub(crate) mod reload;
pub(crate) mod rewind;
pub(crate) mod run_request;
pub(crate) mod script_log;
pub(crate) mod taping;
pub(crate) mod time_demo;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((progress::plugin, keeping::plugin, script_log::plugin, reload::plugin, difficulty::plugin));
    app.add_plugins((taping::plugin, rewind::plugin, playback::plugin, time_demo::plugin, journal::plugin));
    #[cfg(not(target_family = "wasm"))]
    app.add_plugins(opened_files::plugin);
    app.add_systems(Update, journal::listen.run_if(not(resource_exists::<playback::Playback>)));
}
