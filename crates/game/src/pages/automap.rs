//! Input of the automap: its mode, its zoom, and the visible part of the deck.

use crate::{
    campaign::contributors::{Contributors, RunResumed},
    files::settings::Settings,
    files::settings_file,
    flow::phase::{Flow, Phase, is_at_board},
    input::action::Action,
    input::bindings::Bindings,
    input::controls::TakeControls,
    input::pad::Device,
    input::presses::Presses,
};
use bevy::{app::RunFixedMainLoop, prelude::*};
use campaign::Extras;
use engine::{Deck, Grid, Player, Position, RunBegan};
use localization::{Key, Said, say};
use renderer::{Automap, MapNotes, MapScale, MapView};

/// Directions in which a map that does not follow the player can be moved.
const WAYS: [(Action, Vec2); 4] = [
    (Action::MapUp, Vec2::NEG_Y),
    (Action::MapRight, Vec2::X),
    (Action::MapDown, Vec2::Y),
    (Action::MapLeft, Vec2::NEG_X),
];
/// Distance per press, as a share of the frame height.
const STEP: f32 = 0.25;

/// Map actions with their labels, for the help line below the full-screen map.
const HELP: [(Action, Key); 7] = [
    (Action::Map, say!("overlay, full, off")),
    (Action::MapNearer, say!("zoom in")),
    (Action::MapFarther, say!("zoom out")),
    (Action::MapFollow, say!("follow / pan")),
    (Action::MapTurn, say!("rotate")),
    (Action::MapThick, say!("thick lines")),
    (Action::MapNote, say!("marker: ? ! + x, none")),
];

/// Returns the help line for a device.
fn help(bindings: &Bindings, device: Device) -> Said {
    let said = HELP.map(|(action, words)| (bindings.hint(action, device), words));
    let said = said.into_iter().filter(|(hint, _)| *hint != "-");
    Said::joined(said.map(|(hint, words)| Said::joined([hint, words.into()], ": ")), "   ")
}

pub(crate) fn plugin(app: &mut App) {
    let is_played = in_state(Flow::Running).and_then(not(is_at_board));
    app.add_systems(RunFixedMainLoop, follow.in_set(TakeControls::Board).run_if(is_played));
    app.add_systems(OnEnter(Phase::Deck), close);
    app.world_mut().get_resource_or_init::<Contributors>().0.push(keep_notes);
    app.add_observer(begin).add_observer(restore);
    app.add_systems(OnEnter(Flow::Paused), settings_file::save);
    app.add_systems(OnExit(Phase::Deck), settings_file::save);
}

/// Name of the section with the notes in a save.
const NOTES: &str = "notes";

fn keep_notes(world: &mut World, extras: &mut Extras) {
    extras.put(NOTES, world.resource::<MapNotes>());
}

/// Clears the notes at the start of a run.
fn begin(_: On<RunBegan>, deck: Res<Deck>, mut notes: ResMut<MapNotes>) {
    notes.come_to(&deck.0.name);
}

/// Restores the notes of a save.
fn restore(resumed: On<RunResumed>, deck: Res<Deck>, mut notes: ResMut<MapNotes>) {
    *notes = resumed.0.get(NOTES).unwrap_or_default();
    notes.come_to(&deck.0.name);
}

/// Closes a full-screen map of an earlier run, which would hide the beginning of this one.
fn close(mut map: ResMut<Automap>) {
    map.middle = None;
    if map.view == MapView::Whole {
        map.view = MapView::Off;
    }
}

/// Handles input.
pub(super) fn follow(
    (presses, bindings, device): (Res<Presses>, Res<Bindings>, Res<Device>),
    (mut map, mut notes, mut settings): (ResMut<Automap>, ResMut<MapNotes>, ResMut<Settings>),
    (player, scale): (Option<Single<&Position, With<Player>>>, Option<Res<MapScale>>),
) {
    let scale = scale.map(|scale| *scale).unwrap_or_default();
    let Some(player) = player else { return };
    let times = |action| presses.count(action);
    let is_asked = |action| times(action) % 2 == 1;
    for _ in 0..times(Action::Map) {
        map.turn_over();
        map.help = help(&bindings, *device);
    }
    if map.view == MapView::Off {
        return;
    }
    if is_asked(Action::MapFollow) {
        map.middle = if map.middle.is_some() { None } else { Some(player.0) };
    }
    if map.middle.is_some() {
        for (_, way) in WAYS.iter().filter(|(action, _)| presses.asks(*action)) {
            map.move_by(*way * STEP, player.0, settings.map);
        }
    }
    for _ in 0..times(Action::MapNote) {
        notes.turn(Grid::cell_at(map.middle.unwrap_or(player.0)));
    }
    let mut options = settings.map;
    options.turns ^= is_asked(Action::MapTurn);
    options.thick ^= is_asked(Action::MapThick);
    for _ in 0..times(Action::MapFarther) {
        options.zoom_by(-1, scale);
    }
    for _ in 0..times(Action::MapNearer) {
        options.zoom_round(scale);
    }
    if options != settings.map {
        settings.map = options;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        input::input::Input,
        input::{controls, presses},
        testing,
    };
    use bevy::input::ButtonState;
    use engine::{Heading, Start};
    use renderer::AutomapOptions;

    /// Creates a game without a window in the middle of a room.
    fn game() -> App {
        let mut app = testing::game(25, |app| {
            app.add_plugins(controls::plugin);
            app.init_resource::<Settings>().init_resource::<Automap>().init_resource::<MapNotes>();
            let is_played = in_state(Flow::Running).and_then(not(is_at_board));
            app.add_systems(RunFixedMainLoop, follow.in_set(TakeControls::Board).run_if(is_played));
            app.add_observer(begin).add_observer(restore).add_systems(OnEnter(Phase::Deck), close);
        });
        testing::play(&mut app, &Start::on(testing::level(&["#######", "#.....#", "#..@..#", "#.....#", "#######"])));
        app
    }

    fn key(app: &mut App, key_code: KeyCode, state: ButtonState) {
        presses::send_key(app, key_code, state);
        app.update();
    }

    fn press(app: &mut App, key_code: KeyCode) -> Automap {
        key(app, key_code, ButtonState::Pressed);
        key(app, key_code, ButtonState::Released);
        app.world().resource::<Automap>().clone()
    }

    fn heading(app: &mut App) -> f32 {
        let world = app.world_mut();
        world.query_filtered::<&Heading, With<Player>>().single(world).unwrap().0
    }

    #[test]
    fn map_key_cycles_through_the_map_modes() {
        let mut app = game();
        let views = [KeyCode::Tab, KeyCode::KeyM, KeyCode::Tab].map(|code| press(&mut app, code).view);
        assert_eq!(views, [MapView::Over, MapView::Whole, MapView::Off]);
    }

    #[test]
    fn full_screen_map_does_not_stay_for_the_next_run() {
        let mut app = game();
        for (view, left) in [(MapView::Whole, MapView::Off), (MapView::Over, MapView::Over)] {
            app.world_mut().resource_mut::<Automap>().view = view;
            for phase in [Phase::Title, Phase::Deck] {
                app.world_mut().resource_mut::<NextState<Phase>>().set(phase);
                app.update();
            }
            assert_eq!(app.world().resource::<Automap>().view, left);
        }
    }

    #[test]
    fn map_keys_and_help_follow_the_bindings() {
        let mut app = game();
        let mut bindings = app.world_mut().resource_mut::<Bindings>();
        bindings.clear(Action::Map);
        bindings.add(Action::Map, Input::Key(KeyCode::KeyB));
        assert_eq!(press(&mut app, KeyCode::Tab).view, MapView::Off);
        let map = press(&mut app, KeyCode::KeyB);
        assert!(map.view == MapView::Over && map.help.english().starts_with("B: overlay, full, off   =: zoom in"));
        assert_eq!(help(&Bindings::default(), Device::Pad), "Select: overlay, full, off   right stick: zoom in");
    }

    #[test]
    fn map_keys_only_work_while_the_map_is_shown() {
        let mut app = game();
        let codes = [KeyCode::KeyR, KeyCode::KeyT, KeyCode::Minus, KeyCode::Minus, KeyCode::Equal];
        codes.into_iter().for_each(|code| _ = press(&mut app, code));
        assert_eq!(app.world().resource::<Settings>().map, AutomapOptions::default());
        press(&mut app, KeyCode::Tab);
        codes.into_iter().for_each(|code| _ = press(&mut app, code));
        let zoom = AutomapOptions::default().zoom + 1;
        assert_eq!(
            app.world().resource::<Settings>().map,
            AutomapOptions { fits: false, zoom, turns: true, thick: true, ..default() }
        );
    }

    #[test]
    fn map_notes_are_kept_in_saves() {
        let mut app = game();
        let count = |app: &App| app.world().resource::<MapNotes>().count();
        press(&mut app, KeyCode::KeyN);
        assert_eq!(count(&app), 0, "there is no map");
        press(&mut app, KeyCode::Tab);
        press(&mut app, KeyCode::KeyN);
        assert_eq!(count(&app), 1);
        let mut extras = Extras::default();
        keep_notes(app.world_mut(), &mut extras);
        app.insert_resource(MapNotes::default());
        app.world_mut().trigger(RunResumed(extras));
        assert_eq!(count(&app), 1);
    }

    #[test]
    fn arrow_keys_move_the_map_or_turn_the_player() {
        let mut app = game();
        press(&mut app, KeyCode::Tab);
        let before = heading(&mut app);
        press(&mut app, KeyCode::ArrowRight);
        let turned = heading(&mut app);
        assert!(turned != before);
        let there = press(&mut app, KeyCode::KeyF).middle.expect("it does not follow");
        let moved = press(&mut app, KeyCode::ArrowRight).middle.expect("it does not follow");
        assert!(moved.x > there.x + 1.0 && moved.y == there.y, "{there} to {moved}");
        assert_eq!(heading(&mut app), turned);
        assert_eq!(press(&mut app, KeyCode::KeyF).middle, None);
    }
}
