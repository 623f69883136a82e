//! Ways out of the game. The rule: however the game ends, the deck that is played is saved, and what was recorded is written.
//!
//! `leave` is the way out of whoever is asked to go; `abrupt_end` is for a game that is given no time for that.

pub(crate) mod abrupt_end;
pub(crate) mod leave;

pub(crate) fn plugin(app: &mut bevy::app::App) {
    app.add_plugins((leave::plugin, abrupt_end::plugin));
}
