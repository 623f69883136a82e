//! F3: the map for developers, over the picture and back.

use crate::flow::Phase;
use crate::presses::Presses;
use bevy::prelude::*;
use renderer::DebugView;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, toggle.run_if(in_state(Phase::Deck)));
}

fn toggle(presses: Res<Presses>, mut view: ResMut<DebugView>) {
    if presses.debug() {
        view.shown = !view.shown;
    }
}
