//! Weapons: shots, projectiles and explosions.
//!
//! They only collect wounds; `combat` determines the effect on each target.

pub(crate) mod explosion;
pub(crate) mod projectile;
pub(crate) mod shot;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((explosion::plugin, projectile::plugin, shot::plugin));
}
