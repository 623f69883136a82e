//! Alt+Enter: full screen and back.

use crate::presses::Presses;
use bevy::prelude::*;
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode};

pub(crate) const FULL: WindowMode = WindowMode::BorderlessFullscreen(MonitorSelection::Current);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, toggle);
}

fn toggle(presses: Res<Presses>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    if presses.full_screen {
        window.mode = if window.mode == WindowMode::Windowed { FULL } else { WindowMode::Windowed };
    }
}
