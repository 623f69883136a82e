//! The pace: as many pictures as the screen shows while a deck runs, and few while nothing moves.

use crate::flow::{Flow, Phase};
use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};
use std::time::Duration;

/// Menus answer to keys and mouse at once; without any, this is the time from one picture to the next.
const IDLE: Duration = Duration::from_millis(100);

pub(crate) fn plugin(app: &mut App) {
    // A window without the focus still loads and plays at full pace: what loses the focus is paused.
    app.insert_resource(WinitSettings::continuous());
    app.add_systems(OnExit(Phase::Unpacking), slow);
    app.add_systems(OnEnter(Flow::Running), fast);
    app.add_systems(OnExit(Flow::Running), slow);
}

fn slow(mut settings: ResMut<WinitSettings>) {
    settings.focused_mode = UpdateMode::reactive(IDLE);
    settings.unfocused_mode = UpdateMode::reactive_low_power(IDLE);
}

fn fast(mut settings: ResMut<WinitSettings>) {
    *settings = WinitSettings::continuous();
}
