//! Building blocks of pages: text, menus, lists, short notes, and the drawing order.
//!
//! The pages themselves are in `pages`.

pub(crate) mod backdrop;
pub(crate) mod front;
pub(crate) mod keyboard;
pub(crate) mod list;
pub(crate) mod menu;
pub(crate) mod note;
pub(crate) mod scroll;
pub(crate) mod text_layout;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((front::plugin, note::plugin));
}
