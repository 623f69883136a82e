//! Files that the game reads at its start, user files, and file errors. Nothing here plays, makes a sound or draws a
//! page.

pub(crate) mod campaigns;
pub(crate) mod crash_folder;
pub(crate) mod crash_report;
pub(crate) mod demos_folder;
pub(crate) mod downloads;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod file_bytes;
pub(crate) mod given;
pub(crate) mod kept_file;
pub(crate) mod kernel_file;
pub(crate) mod language;
pub(crate) mod loading;
pub(crate) mod met;
pub(crate) mod mod_changes;
pub(crate) mod mods;
pub(crate) mod player_file;
pub(crate) mod presets;
pub(crate) mod reached;
pub(crate) mod saves_folder;
pub(crate) mod scores;
pub(crate) mod settings;
pub(crate) mod settings_file;
pub(crate) mod startup_error;
pub(crate) mod unknown_keys;
pub(crate) mod watched;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod window_icon;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((loading::plugin, settings::plugin, settings_file::plugin, saves_folder::plugin));
    app.add_plugins((downloads::plugin, met::plugin, crash_report::plugin, language::plugin, mod_changes::plugin));
    #[cfg(not(target_family = "wasm"))]
    app.add_plugins(window_icon::plugin);
}
