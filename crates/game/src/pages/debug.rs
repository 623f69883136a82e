//! F3: the map for developers, over the picture and back.

use crate::{flow::phase::Phase, input::just_pressed::JustPressed};
use bevy::prelude::*;
use renderer::DebugView;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, toggle.run_if(in_state(Phase::Deck)));
}

fn toggle(pressed: Res<JustPressed>, mut view: ResMut<DebugView>) {
    if pressed.debug() {
        view.shown = !view.shown;
    }
}
