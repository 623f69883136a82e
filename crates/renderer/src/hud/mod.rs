//! The HUD: what is laid over the deck while it is played: the weapon, numbers, messages and colours.
//!
//! What a player sees on the glass, not behind it, lives here. Menus do not.

pub(crate) mod caption;
pub(crate) mod crosshair;
pub(crate) mod damage_indicator;
pub(crate) mod face;
pub(crate) mod hud;
pub(crate) mod screen_flash;
pub(crate) mod unseen;
pub(crate) mod weapon;

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
    app.add_plugins(unseen::plugin);
}
