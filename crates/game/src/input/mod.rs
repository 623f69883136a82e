//! Keyboard, mouse and gamepad input, as actions of the current context and as intents for the engine. This module does
//! not know any page: pages query which of their actions were triggered.

pub(crate) mod action;
pub(crate) mod aim_help;
pub(crate) mod at_board;
pub(crate) mod bindings;
pub(crate) mod board_acts;
pub(crate) mod controls;
pub(crate) mod hints;
pub(crate) mod input;
pub(crate) mod interpolation;
pub(crate) mod latch;
pub(crate) mod mouse_motion;
pub(crate) mod pad;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod pad_script;
pub(crate) mod point_and_click;
pub(crate) mod pointing;
pub(crate) mod presses;
pub(crate) mod rumble;
pub(crate) mod weapon_wheel;
pub(crate) mod wheel;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        mouse_motion::plugin,
        pad::plugin,
        presses::plugin,
        controls::plugin,
        point_and_click::plugin,
        aim_help::plugin,
        board_acts::plugin,
        interpolation::plugin,
        rumble::plugin,
    ));
    #[cfg(not(target_family = "wasm"))]
    app.add_plugins(pad_script::plugin);
}
