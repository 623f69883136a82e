//! Scripts: the minds of creatures that somebody has written in a file of the assets.
//!
//! Here stands what such a creature perceives and what becomes of what its script wishes. How a script runs, and that it can do
//! nothing else, is the affair of the crate `sandbox`; nothing here knows its language.

pub(crate) mod act;
pub(crate) mod around;
pub(crate) mod call;
pub(crate) mod scripts;
pub(crate) mod utterance;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((scripts::plugin, utterance::plugin, call::plugin, act::plugin));
}
