//! Developer tools on a running deck: the console with its acts, and assists, which are acts as options.
//!
//! They change the simulation only through the intent. All pages draw over them.

pub(crate) mod assists;
pub(crate) mod command;
pub(crate) mod console;
pub(crate) mod console_history;
pub(crate) mod stepping;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((console::plugin, assists::plugin));
}
