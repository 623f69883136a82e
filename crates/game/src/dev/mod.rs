//! Developer tools on a running deck: the console with its acts, assists (acts as options), the time, the
//! inspector and the profiler.
//!
//! They change the simulation only through the intent. All pages draw over them.

pub(crate) mod assists;
pub(crate) mod command;
pub(crate) mod console;
pub(crate) mod console_history;
pub(crate) mod inspector;
#[cfg(all(feature = "dev", not(target_family = "wasm")))]
pub(crate) mod names;
#[cfg(all(feature = "dev", not(target_family = "wasm")))]
pub(crate) mod port;
pub(crate) mod profile;
pub(crate) mod profiler;
pub(crate) mod stepping;
pub(crate) mod time;
pub(crate) mod time_bar;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((console::plugin, assists::plugin, inspector::plugin, time::plugin, time_bar::plugin));
    app.add_plugins(profiler::plugin);
}
