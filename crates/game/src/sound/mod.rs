//! What is heard: which sound for what happens, from where, and how many at once.
//! It reads reports and components, and changes nothing.

pub(crate) mod cue;
mod kept;
pub(crate) mod listener;
pub(crate) mod mixer;
pub(crate) mod push_wall_sound;
pub(crate) mod steps;
pub(crate) mod takes;
pub(crate) mod undead_voice;
pub(crate) mod voice;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((mixer::plugin, cue::plugin, push_wall_sound::plugin, undead_voice::plugin, kept::plugin));
}
