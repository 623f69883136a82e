//! What keys and mouse do, as presses for menus and as the engine's intents.
//! No page is known here: a page asks what was pressed.

pub(crate) mod controls;
pub(crate) mod full_screen;
pub(crate) mod interpolation;
pub(crate) mod just_pressed;
pub(crate) mod mouse_motion;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        just_pressed::plugin,
        mouse_motion::plugin,
        controls::plugin,
        interpolation::plugin,
        full_screen::plugin,
    ));
}
