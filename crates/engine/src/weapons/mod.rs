//! Weapons: shots, what flies, and explosions.
//!
//! They collect wounds and ask no one whom they hit what he is: that is settled in `combat`.

pub(crate) mod explosion;
pub(crate) mod projectile;
pub(crate) mod shot;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((explosion::plugin, projectile::plugin, shot::plugin));
}
