//! The window: size, position and rate of its frames, and the mouse pointer. The renderer decides what a frame
//! contains, and `input` what a key means.

#[cfg(not(target_family = "wasm"))]
pub(crate) mod display_watch;
pub(crate) mod focus;
pub(crate) mod frame_limit;
pub(crate) mod frame_loop;
pub(crate) mod frame_upload;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod frame_waits;
pub(crate) mod game_window;
#[cfg(target_os = "macos")]
pub(crate) mod mac_files;
#[cfg(target_family = "wasm")]
pub(crate) mod page;
#[cfg(target_family = "wasm")]
pub(crate) mod page_log;
pub(crate) mod pointer;
pub(crate) mod screen_options;
pub(crate) mod shell;
pub(crate) mod stage_times;
pub(crate) mod text_dump;
pub(crate) mod time_start;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((pointer::plugin, frame_loop::plugin, frame_limit::plugin, frame_upload::plugin));
    app.add_plugins((
        game_window::plugin,
        shell::plugin,
        stage_times::plugin,
        time_start::plugin,
        text_dump::plugin,
        focus::plugin,
    ));
    #[cfg(target_os = "macos")]
    app.add_plugins(mac_files::plugin);
    #[cfg(not(target_family = "wasm"))]
    app.add_plugins((display_watch::plugin, frame_waits::plugin));
}
