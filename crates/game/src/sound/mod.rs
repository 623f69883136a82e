//! Sound: selects sounds for events, and their position and number. It reads events and components and does not change
//! the simulation.
//!
//! The crate `mixer` plays. A [`Voice`](voice::Voice) starts when its entity is spawned, is positioned through its ears,
//! and stops with its entity; the [`Outbox`](outbox::Outbox) also receives the piece of music and its mood. Each frame,
//! it is sent to `device`, natively the only file that depends on an audio library, or to `page_output` in a browser.
//! Without these, tests can inspect the entities.

pub(crate) mod bump;
pub(crate) mod cue;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod device;
#[cfg(test)]
mod every_sound;
pub(crate) mod hearing;
pub(crate) mod kept;
pub(crate) mod listener;
pub(crate) mod menu_sound;
pub(crate) mod mixing;
pub(crate) mod mood;
pub(crate) mod music;
#[cfg(test)]
mod onset;
pub(crate) mod outbox;
#[cfg(target_family = "wasm")]
pub(crate) mod page_output;
pub(crate) mod propagation;
pub(crate) mod push_wall_sound;
pub(crate) mod steps;
pub(crate) mod surroundings;
pub(crate) mod undead_voice;
pub(crate) mod variants;
pub(crate) mod voice;
pub(crate) mod voices;

pub(crate) fn plugin(app: &mut bevy::app::App) {
    #[cfg(not(target_family = "wasm"))]
    app.add_plugins(device::plugin);
    #[cfg(target_family = "wasm")]
    app.add_plugins(page_output::plugin);
    app.add_plugins((outbox::plugin, mixing::plugin, cue::plugin, push_wall_sound::plugin, undead_voice::plugin));
    app.add_plugins((bump::plugin, kept::plugin, mood::plugin, music::plugin, propagation::plugin));
    app.add_plugins((menu_sound::plugin, surroundings::plugin));
}
