//! Alt+Enter: full screen and back.

use crate::input::just_pressed::JustPressed;
use crate::window::game_window::FULL;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowMode};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, toggle);
}

fn toggle(pressed: Res<JustPressed>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    if pressed.full_screen {
        window.mode = if window.mode == WindowMode::Windowed { FULL } else { WindowMode::Windowed };
    }
}
