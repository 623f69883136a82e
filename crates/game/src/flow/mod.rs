//! The phases that the game goes through, the page that is open, and the skill: what every other room may ask about.
//! No picture, no key and no file is known here.

pub(crate) mod page;
pub(crate) mod phase;
pub(crate) mod skill;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((phase::plugin, page::plugin));
}
