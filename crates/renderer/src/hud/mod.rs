//! The HUD: everything that is drawn over the level during play: the weapon, numbers, messages and screen flashes.
//!
//! Menus do not belong here.

pub(crate) mod caption;
pub(crate) mod crosshair;
pub(crate) mod damage_indicator;
pub(crate) mod deck_title;
pub(crate) mod face;
pub(crate) mod hud;
pub(crate) mod layout;
pub(crate) mod message_log;
pub(crate) mod screen_flash;
pub(crate) mod unseen;
pub(crate) mod weapon;
pub(crate) mod wrapped;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        weapon::plugin,
        screen_flash::plugin,
        hud::plugin,
        caption::plugin,
        damage_indicator::plugin,
        crosshair::plugin,
    ));
    app.add_plugins((unseen::plugin, deck_title::plugin, message_log::plugin));
}
