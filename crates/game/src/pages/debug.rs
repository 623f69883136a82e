//! Toggles the debug map for developers.

use crate::{flow::phase::Phase, input::action::Action, input::presses::is_asked};
use bevy::prelude::*;
use renderer::DebugView;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, toggle.run_if(in_state(Phase::Deck).and_then(is_asked(Action::DebugMap))));
}

fn toggle(mut view: ResMut<DebugView>) {
    view.shown = !view.shown;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        flow::phase,
        input::bindings::Bindings,
        input::input::Input,
        input::{pad, presses},
    };
    use bevy::{
        input::{ButtonState, InputPlugin},
        state::app::StatesPlugin,
        time::TimePlugin,
    };

    #[test]
    fn rebound_debug_key_works_and_the_old_one_does_not() {
        let mut app = App::new();
        app.add_plugins((TimePlugin, StatesPlugin, InputPlugin, phase::plugin, pad::plugin, presses::plugin, plugin));
        app.init_resource::<DebugView>();
        app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Deck);
        let mut bindings = app.world_mut().resource_mut::<Bindings>();
        bindings.clear(Action::DebugMap);
        bindings.add(Action::DebugMap, Input::Key(KeyCode::KeyG));
        (0..3).for_each(|_| app.update());
        let mut shows = |key| {
            presses::send_key(&mut app, key, ButtonState::Pressed);
            app.update();
            app.world().resource::<DebugView>().shown
        };
        assert_eq!([shows(KeyCode::F3), shows(KeyCode::KeyG)], [false, true]);
    }
}
