//! The phase of the game, the open page, the skill, and the exit codes. Every other module may query these. This module does not depend
//! on rendering, input or files.

pub(crate) mod dev_time;
pub(crate) mod exit_code;
pub(crate) mod page;
pub(crate) mod phase;
pub(crate) mod skill;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((phase::plugin, page::plugin, dev_time::plugin));
}
