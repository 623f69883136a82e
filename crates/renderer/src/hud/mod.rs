//! The HUD: what is laid over the deck while it is played: the weapon, numbers, messages and colours.
//!
//! What a player sees on the glass, not behind it, lives here. Menus do not.

mod blows;
mod caption;
mod caption_kind;
mod crosshair;
mod face;
pub(crate) mod hud;
pub(crate) mod tint;
mod unseen;
pub(crate) mod weapon;

pub use caption::{DeckName, MessageLog};

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((weapon::plugin, tint::plugin, hud::plugin, caption::plugin, blows::plugin, crosshair::plugin));
    app.add_plugins(unseen::plugin);
}
