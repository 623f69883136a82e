//! Scripts: the minds of creatures that somebody has written in a file of the assets.
//!
//! Here stands what such a creature perceives and what becomes of what its script wishes. How a script runs, and that it can do
//! nothing else, is the affair of the crate `sandbox`; nothing here knows its language.

pub(crate) mod act;
pub(crate) mod call;
pub(crate) mod script_host;
pub(crate) mod script_output;
pub(crate) mod scripts;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((scripts::plugin, script_output::plugin, call::plugin, act::plugin));
}
