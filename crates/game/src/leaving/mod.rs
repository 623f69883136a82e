//! Exits from the game. Invariant: however the game ends, the current deck and the recording are saved.
//!
//! `leave` handles regular exits; `abrupt_end` handles ends that leave no time for them.

pub(crate) mod abrupt_end;
pub(crate) mod leave;

pub(crate) fn plugin(app: &mut bevy::app::App) {
    app.add_plugins((leave::plugin, abrupt_end::plugin));
}
