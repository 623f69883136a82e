//! Exits from the game. Invariant: however the game ends, the current deck and the recording are saved.
//!
//! `leave` handles regular exits; `abrupt_end` handles ends that leave no time for them, and `page_hidden` does the same
//! in a browser. Both save from the `keepsake`.

#[cfg(not(target_family = "wasm"))]
pub(crate) mod abrupt_end;
pub(crate) mod keepsake;
pub(crate) mod leave;
#[cfg(target_family = "wasm")]
pub(crate) mod page_hidden;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod signals;

pub(crate) fn plugin(app: &mut bevy::app::App) {
    app.add_plugins((leave::plugin, keepsake::plugin));
    #[cfg(not(target_family = "wasm"))]
    app.add_plugins(signals::plugin);
}
