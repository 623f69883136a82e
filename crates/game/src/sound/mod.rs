//! Sound: selects sounds for events, and their position and number. It reads events and components and does not change
//! the simulation.
//!
//! The port `Mixer` consists of two components. A [`Voice`](voice::Voice) starts when its entity is spawned, is
//! positioned through its ears, and stops with its entity. A [`MusicStream`](music_stream::MusicStream) receives the
//! programme and the mood to play. `device` is the native implementation and the only file that depends on an audio
//! library. Without it, tests can inspect the entities.

pub(crate) mod bump;
pub(crate) mod cue;
pub(crate) mod device;
#[cfg(test)]
mod every_sound;
pub(crate) mod hearing;
pub(crate) mod kept;
pub(crate) mod limiter;
pub(crate) mod listener;
pub(crate) mod menu_sound;
pub(crate) mod mixer;
pub(crate) mod mood;
pub(crate) mod music;
pub(crate) mod music_stream;
#[cfg(test)]
mod onset;
pub(crate) mod propagation;
pub(crate) mod push_wall_sound;
pub(crate) mod room;
pub(crate) mod steps;
pub(crate) mod surroundings;
pub(crate) mod undead_voice;
pub(crate) mod variants;
pub(crate) mod voice;
pub(crate) mod voices;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins(device::plugin);
    app.add_plugins((mixer::plugin, cue::plugin, push_wall_sound::plugin, undead_voice::plugin, kept::plugin));
    app.add_plugins((bump::plugin, mood::plugin, music::plugin, propagation::plugin));
    app.add_plugins((menu_sound::plugin, surroundings::plugin));
}
