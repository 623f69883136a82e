//! What is heard: which sound for what happens, from where, and how many at once.
//! It reads reports and components, and changes nothing.
//!
//! The port `Mixer` is two components. A [`Voice`](voice::Voice) starts when its entity is spawned, is placed by its ears, and stops with its
//! entity; a [`MusicStream`](music_stream::MusicStream) is told which programme and mood to play. `device` is the native half and the only
//! file that knows a library for sound; without it, as in tests, whoever looks at the entities sees what would be heard.

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
