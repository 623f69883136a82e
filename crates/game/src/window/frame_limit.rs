//! The pace: as many pictures as the screen shows while something moves, and few otherwise.

use crate::flow::phase::{Flow, Phase};
use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};
use renderer::Wipe;
use std::time::Duration;

/// Menus answer to keys and mouse at once; without any, this is the time from one picture to the next.
const IDLE: Duration = Duration::from_millis(100);

pub(crate) fn plugin(app: &mut App) {
    // A window without the focus still loads and plays at full pace: what loses the focus is paused.
    app.insert_resource(WinitSettings::continuous());
    app.add_systems(Last, keep);
}

fn keep(
    phase: Res<State<Phase>>,
    flow: Option<Res<State<Flow>>>,
    wipe: Res<Wipe>,
    mut settings: ResMut<WinitSettings>,
) {
    let loads = matches!(**phase, Phase::Loading | Phase::Unpacking);
    let runs = flow.is_some_and(|flow| **flow == Flow::Running);
    *settings = if loads || runs || wipe.is_running() {
        WinitSettings::continuous()
    } else {
        WinitSettings { focused_mode: UpdateMode::reactive(IDLE), unfocused_mode: UpdateMode::reactive_low_power(IDLE) }
    };
}
