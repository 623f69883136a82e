//! Sound: selects sounds for events, and their position and number. It reads events and components and does not change
//! the simulation.
//!
//! The port `Mixer` consists of two components. A [`Voice`](voice::Voice) starts when its entity is spawned, is
//! positioned through its ears, and stops with its entity. A [`MusicStream`](music_stream::MusicStream) receives the
//! programme and the mood to play. `device` is the native implementation and the only file that depends on an audio
//! library. Without it, tests can inspect the entities.

#[cfg(not(target_family = "wasm"))]
pub(crate) mod bump;
#[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a page is silent so far"))]
pub(crate) mod cue;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod device;
#[cfg(test)]
mod every_sound;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod hearing;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod kept;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod limiter;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod listener;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod menu_sound;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod mixer;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod mood;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod music;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod music_stream;
#[cfg(test)]
mod onset;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod propagation;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod push_wall_sound;
#[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a page is silent so far"))]
pub(crate) mod room;
#[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a page is silent so far"))]
pub(crate) mod steps;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod surroundings;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod undead_voice;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod variants;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod voice;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod voices;

#[cfg(not(target_family = "wasm"))]
pub(crate) fn plugin(app: &mut bevy::app::App) {
    app.add_plugins(device::plugin);
    app.add_plugins((mixer::plugin, cue::plugin, push_wall_sound::plugin, undead_voice::plugin, kept::plugin));
    app.add_plugins((bump::plugin, mood::plugin, music::plugin, propagation::plugin));
    app.add_plugins((menu_sound::plugin, surroundings::plugin));
}
