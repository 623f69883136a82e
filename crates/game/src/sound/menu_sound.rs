//! Sounds of menus and pages: selecting, activating and leaving.

use crate::{
    flow::page::Page,
    flow::phase::{Flow, Phase, is_at_board},
    input::action::Action,
    input::presses::Presses,
    sound::cue::{Cue, Cues, Hear},
};
use bevy::prelude::*;
use engine::AtTerminal;

/// Loudness of these sounds.
const LOUDNESS: f32 = 0.6;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, hear.in_set(Hear));
}

fn hear(
    pressed: Option<Res<Presses>>,
    (phase, flow, page): (Res<State<Phase>>, Option<Res<State<Flow>>>, Option<Res<State<Page>>>),
    at: Option<Res<AtTerminal>>,
    mut cues: ResMut<Cues>,
) {
    let Some(pressed) = pressed else { return };
    let plays = flow.is_some_and(|flow| *flow.get() == Flow::Running);
    let has_own = match phase.get() {
        Phase::Loading | Phase::StartupError => true,
        // The pieces of the board game have their own sounds.
        _ if page.is_some_and(|page| *page.get() == Page::LinesOfAction) => true,
        _ => plays && is_at_board(at),
    };
    if !has_own {
        let name = name(&pressed, plays);
        cues.0.extend(name.map(|name| (Cue { own: true, ..Cue::around(name, LOUDNESS) }, Vec2::ZERO)));
    }
}

/// Returns the sound of the input. `plays` is true while a deck is running, otherwise a menu has the input.
fn name(pressed: &Presses, plays: bool) -> Option<&'static str> {
    if plays {
        // The pause menu opens.
        return pressed.asks(Action::Pause).then_some("menu_take");
    }
    if pressed.confirm() || pressed.click {
        Some("menu_take")
    } else if pressed.back() {
        Some("menu_back")
    } else {
        pressed.choices_and_notches().next().map(|_| "menu_move")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        flow::{page, phase},
        input::action::Context,
    };
    use bevy::state::app::StatesPlugin;

    /// Returns the sounds of keys in this phase and on this page.
    fn heard(phase: Phase, flow: Option<Flow>, page: Page, keys: &[KeyCode]) -> Vec<String> {
        let mut app = App::new();
        app.add_plugins((StatesPlugin, phase::plugin, page::plugin, plugin)).init_resource::<Time<Virtual>>();
        app.init_resource::<Cues>().init_resource::<Presses>();
        app.world_mut().resource_mut::<NextState<Phase>>().set(phase);
        app.world_mut().resource_mut::<NextState<Page>>().set(page);
        app.update();
        if let Some(flow) = flow {
            app.world_mut().resource_mut::<NextState<Flow>>().set(flow);
            app.update();
        }
        let context = if flow == Some(Flow::Running) { Context::Deck } else { Context::Menu };
        *app.world_mut().resource_mut::<Presses>() = Presses::of_keys(context, keys);
        app.update();
        app.world().resource::<Cues>().0.iter().map(|(cue, _)| cue.name.to_string()).collect()
    }

    #[test]
    fn menu_sounds_play_in_menus_and_when_the_game_pauses() {
        use KeyCode::{ArrowDown, ArrowLeft, Enter, Escape, KeyW};
        let title = |key| heard(Phase::Title, None, Page::None, &[key]);
        assert_eq!(
            [ArrowDown, ArrowLeft, Enter, Escape].map(title).concat(),
            ["menu_move", "menu_move", "menu_take", "menu_back"]
        );
        assert_eq!(title(KeyW), [""; 0]);
        let deck = |flow, key| heard(Phase::Deck, Some(flow), Page::None, &[key]);
        assert_eq!(deck(Flow::Paused, ArrowDown), ["menu_move"]);
        assert_eq!(deck(Flow::Running, Escape), ["menu_take"]);
        assert_eq!([ArrowDown, Enter].map(|key| deck(Flow::Running, key)).concat(), [""; 0]);
        assert_eq!(
            heard(Phase::Title, None, Page::LinesOfAction, &[Enter]),
            [""; 0],
            "its board has sounds of its own"
        );
        assert_eq!(heard(Phase::Loading, None, Page::None, &[Enter]), [""; 0]);
    }
}
