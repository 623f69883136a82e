//! Events: what happens in a tick, and its effects: noises for monsters, sounds and captions for the player, and marks.
//!
//! Systems record events with [`event_log::EventLog`]; no system of the engine reads them. Which monsters hear a noise,
//! and how a mark looks or a sound is played, is decided elsewhere.

pub(crate) mod counts;
pub(crate) mod damage_source;
pub(crate) mod effects;
pub(crate) mod event_log;
pub(crate) mod game_event;
pub(crate) mod noises;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((noises::plugin, event_log::plugin));
}
