//! Reports: what happens, told once, and what comes of it: what the undead and the player hear, what he reads, what it leaves.
//!
//! Whoever does something tells it with [`event_log::EventLog`]; nobody in the engine reads reports. Who hears a noise, and what a
//! mark or a sound is like, is no matter of this room.

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
