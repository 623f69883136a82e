//! Scripts: creatures whose behaviour is defined by a script in the assets.
//!
//! This module defines what such creatures perceive and how their decisions are applied. The crate `sandbox` runs the
//! scripts and limits what they can do; nothing here depends on the script language.

pub(crate) mod act;
pub(crate) mod call;
pub(crate) mod mod_budget;
pub(crate) mod script_host;
pub(crate) mod script_output;
pub(crate) mod scripts;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((scripts::plugin, script_output::plugin, call::plugin, act::plugin));
}
