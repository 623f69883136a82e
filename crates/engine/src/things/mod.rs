//! Things: pickups, and props that can be broken.
//!
//! They are passive: other systems act on them.

pub(crate) mod landing;
pub(crate) mod pickup;
pub(crate) mod prop;
pub(crate) mod saved_prop;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((landing::plugin, pickup::plugin, prop::plugin));
}
