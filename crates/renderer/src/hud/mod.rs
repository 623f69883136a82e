//! The HUD: what is laid over the deck while it is played: the weapon, numbers, messages and colours.
//!
//! What a player sees on the glass, not behind it, lives here. Menus do not.

pub(crate) mod blows;
pub(crate) mod caption;
pub(crate) mod crosshair;
pub(crate) mod face;
pub(crate) mod hud;
pub(crate) mod tint;
pub(crate) mod unseen;
pub(crate) mod weapon;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((weapon::plugin, tint::plugin, hud::plugin, caption::plugin, blows::plugin, crosshair::plugin));
    app.add_plugins(unseen::plugin);
}
