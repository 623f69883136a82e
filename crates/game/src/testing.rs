//! Small games without a window for the tests of several modules.

use crate::{
    flow::phase::{self, Phase},
    input::{mouse_motion, pad, presses},
};
use bevy::{
    input::InputPlugin,
    prelude::*,
    state::app::StatesPlugin,
    time::{TimePlugin, TimeUpdateStrategy},
};
use bevy_window::CursorMoved;
use engine::{EnginePlugin, Start};
use level::Level;
use raycast::Frame;
use renderer::Screen;
use std::{sync::Arc, time::Duration};

/// Builds a level from rows: `#` is a wall, `@` the player, `z` a crawler, `+` a door, `T` a table and `a` a clip.
pub(crate) fn level(rows: &[&str]) -> Arc<Level> {
    let text = format!(
        "(name: \"x\", legend: {{'#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'z': (monster: \"crawler\"),
            '+': (door: \"door\"), 'T': (table: ()), 'a': (pickup: \"clip\")}}, map: {rows:?})"
    );
    Arc::new(Level::read("x", text.as_bytes()).expect("the level is valid"))
}

/// Creates a game with keyboard, mouse and gamepads that is not playing yet. Each frame advances time by
/// `milliseconds`.
pub(crate) fn game(milliseconds: u64, add: impl FnOnce(&mut App)) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, StatesPlugin, InputPlugin, EnginePlugin, phase::plugin));
    app.add_plugins((mouse_motion::plugin, pad::plugin, presses::plugin));
    app.insert_resource(Screen(Frame::new(640, 360))).add_message::<CursorMoved>();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(milliseconds)));
    add(&mut app);
    app.update();
    app
}

/// Enters a deck and starts it.
pub(crate) fn play(app: &mut App, start: &Start) {
    engine::begin(app.world_mut(), start);
    app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Deck);
    app.update();
}
