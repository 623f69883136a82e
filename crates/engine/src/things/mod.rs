//! Things: what lies about to be taken, and what stands about to be broken.
//!
//! They wait for others; none of them looks for anybody.

pub(crate) mod landing;
pub(crate) mod pickup;
pub(crate) mod prop;
pub(crate) mod saved_prop;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((landing::plugin, pickup::plugin, prop::plugin));
}
