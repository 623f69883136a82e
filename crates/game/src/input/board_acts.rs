//! Player's actions at a board terminal of the deck, passed on to the intents.

use crate::{
    flow::phase::Flow,
    input::at_board::{Deed, OnFrame, keys},
    input::bindings::Bindings,
    input::controls::{self, Controls, TakeControls},
    input::pad::Device,
    input::presses::Presses,
};
use bevy::{app::RunFixedMainLoop, prelude::*};
use engine::{AtTerminal, BoardAct, Id, Terminal, TerminalBoard};
use renderer::{Art, BoardKeys, BoardLayout, BoardPlaces, BoardPointer, Control, Screen, board_controls};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<BoardPointer>().init_resource::<BoardKeys>().init_resource::<Board>();
    let is_played = in_state(Flow::Running).and_then(controls::somebody_plays);
    app.add_systems(RunFixedMainLoop, (come_and_go, follow).chain().in_set(TakeControls::Board).run_if(is_played));
    app.add_systems(Update, name_keys);
}

/// The board terminal that the player used in the last frame.
#[derive(Resource, Default)]
struct Board(Option<Id>);

/// Clears the cursor when the player starts to use a board or leaves it.
fn come_and_go(at: Option<Res<AtTerminal>>, mut board: ResMut<Board>, mut pointer: ResMut<BoardPointer>) {
    let at = at.and_then(|at| at.0);
    if std::mem::replace(&mut board.0, at) != at {
        *pointer = BoardPointer::default();
    }
}

/// Converts input into board actions.
fn follow(
    (at, terminals): (Option<Res<AtTerminal>>, Query<(&Id, &Terminal)>),
    (art, screen): (Option<Res<Art>>, Option<Res<Screen>>),
    pressed: Res<Presses>,
    mut pointer: ResMut<BoardPointer>,
    mut controls: ResMut<Controls>,
) {
    let (Some(at), Some(art), Some(screen)) = (at, art, screen) else { return };
    let Some((_, terminal)) = terminals.iter().find(|(id, _)| Some(**id) == at.0) else { return };
    let places = match &terminal.board {
        TerminalBoard::Table(_) => BoardPlaces::Squares,
        TerminalBoard::Conduit(lock) => BoardPlaces::Positions { hole: lock.board.hole() as u8 },
    };
    let layout = BoardLayout::of(screen.0.width(), screen.0.height());
    let board = OnFrame { places, layout, pen: art.pen(), controls: board_controls(&terminal.board) };
    for deed in board.follow(&pressed, &mut pointer) {
        controls.act(match deed {
            Deed::Pick(number) => BoardAct::Pick(number),
            Deed::Control(Control::Undo) => BoardAct::Undo,
            Deed::Control(Control::Hint) => BoardAct::Hint,
            Deed::Control(Control::Restart) => BoardAct::Restart,
            Deed::Control(Control::Company) => BoardAct::Company,
            Deed::Control(Control::Leave) => BoardAct::Leave,
        });
    }
}

/// Names the controls' inputs on the device that was used last.
fn name_keys((device, bindings): (Res<Device>, Res<Bindings>), mut names: ResMut<BoardKeys>) {
    names.set_if_neq(keys(&bindings, *device));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{input::action::Action, input::input::Input, input::presses, testing};
    use bevy::{
        input::ButtonState,
        input::gamepad::{GamepadConnection, GamepadConnectionEvent, RawGamepadButtonChangedEvent, RawGamepadEvent},
        time::TimeUpdateStrategy,
    };
    use engine::{Intent, Player, Start};
    use puzzles::loa::Square;
    use std::time::Duration;

    /// Creates a game without a window in which the player faces a table.
    fn game() -> App {
        let mut app = testing::game(25, |app| {
            app.add_plugins((controls::plugin, plugin));
            app.insert_resource(content::read_art(&crate::files::given::shipped_files()).unwrap());
        });
        testing::play(&mut app, &Start::on(testing::level(&["######", "#@T..#", "######"])));
        app
    }

    /// Runs a frame in which a key is pressed or released.
    fn key(app: &mut App, key_code: KeyCode, state: ButtonState) {
        presses::send_key(app, key_code, state);
        app.update();
    }

    fn press_down(app: &mut App, key_code: KeyCode) {
        key(app, key_code, ButtonState::Pressed);
    }

    /// Presses keys for one frame each, with a frame after each.
    fn press(app: &mut App, keys: &[KeyCode]) {
        for &key_code in keys {
            press_down(app, key_code);
            key(app, key_code, ButtonState::Released);
        }
    }

    fn is_at_board(app: &App) -> bool {
        app.world().resource::<AtTerminal>().0.is_some()
    }

    /// Returns the selected square of the table and the last move.
    fn table(app: &mut App) -> (Option<String>, Option<String>) {
        let terminal = app.world_mut().query::<&Terminal>().single(app.world()).unwrap();
        let TerminalBoard::Table(of) = &terminal.board else { panic!("no table") };
        (of.table.selected().map(|at| at.to_string()), of.table.last_move().map(|last| last.to_string()))
    }

    #[test]
    fn keys_open_a_board_play_there_and_leave_it() {
        use KeyCode::{ArrowDown, ArrowLeft, ArrowUp, Enter, Escape, KeyW, Space};
        let mut app = game();
        press(&mut app, &[Space]);
        assert!(is_at_board(&app));
        // The cursor starts on d4.
        press(&mut app, &[ArrowUp, ArrowLeft, ArrowLeft, ArrowDown, ArrowDown, ArrowDown, Enter]);
        assert_eq!(table(&mut app), (Some("b1".to_owned()), None));
        press(&mut app, &[ArrowUp, ArrowUp, Space]);
        assert_eq!(table(&mut app).1.as_deref(), Some("b1-b3"));
        let cursor = app.world().resource::<BoardPointer>().cursor;
        assert_eq!(cursor, Square::named("b3").map(u8::from));
        press_down(&mut app, Escape);
        assert!(!is_at_board(&app));
        app.update();
        assert_eq!(*app.world().resource::<BoardPointer>(), BoardPointer::default());
        press(&mut app, &[KeyW]);
        assert!(!is_at_board(&app), "no press at the board must arrive later");
    }

    #[test]
    fn press_that_opens_or_leaves_a_board_has_no_other_effect() {
        let mut app = game();
        press(&mut app, &[KeyCode::Space]);
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Left);
        press(&mut app, &[KeyCode::Escape]);
        for _ in 0..10 {
            app.update();
            assert!(!app.world().resource::<Intent>().fire);
        }
        let player = app.world_mut().query::<&Player>().single(app.world()).unwrap();
        assert_eq!(player.since_shot, u32::MAX);
    }

    #[test]
    fn rebound_key_selects_at_a_board_and_the_old_one_does_not() {
        use KeyCode::{ArrowDown, ArrowLeft, ArrowUp, KeyW, Space};
        let mut app = game();
        let mut bindings = app.world_mut().resource_mut::<Bindings>();
        bindings.clear(Action::BoardPick);
        bindings.add(Action::BoardPick, Input::Key(KeyW));
        press(&mut app, &[Space, ArrowUp, ArrowLeft, ArrowLeft, ArrowDown, ArrowDown, ArrowDown, Space]);
        assert_eq!((is_at_board(&app), table(&mut app).0), (true, None), "the key must still work on the deck");
        press(&mut app, &[KeyW]);
        assert_eq!(table(&mut app).0.as_deref(), Some("b1"));
    }

    #[test]
    fn two_presses_between_two_ticks_are_two_board_actions() {
        let mut app = game();
        press(&mut app, &[KeyCode::Space]);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(1)));
        use KeyCode::{ArrowDown, ArrowLeft, ArrowUp, Enter};
        press(
            &mut app,
            &[ArrowUp, ArrowLeft, ArrowLeft, ArrowDown, ArrowDown, ArrowDown, Enter, ArrowUp, ArrowUp, Enter],
        );
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(25)));
        (0..4).for_each(|_| app.update());
        assert_eq!(table(&mut app).1.as_deref(), Some("b1-b3"));
    }

    #[test]
    fn gamepad_can_play_at_a_board() {
        use GamepadButton::{DPadDown, DPadLeft, DPadUp, East, South};
        let mut app = game();
        let pad = app.world_mut().spawn_empty().id();
        let here = GamepadConnection::Connected { name: "pad".to_owned(), vendor_id: None, product_id: None };
        let event = GamepadConnectionEvent::new(pad, here);
        app.world_mut().write_message(event.clone());
        app.world_mut().write_message(RawGamepadEvent::from(event));
        app.update();
        let press = |app: &mut App, buttons: &[GamepadButton]| {
            for &button in buttons {
                for value in [1.0, 0.0] {
                    let event = RawGamepadButtonChangedEvent::new(pad, button, value);
                    app.world_mut().write_message(RawGamepadEvent::from(event));
                    app.update();
                }
            }
        };
        press(&mut app, &[South]);
        assert!(is_at_board(&app));
        press(&mut app, &[DPadUp, DPadLeft, DPadLeft, DPadDown, DPadDown, DPadDown, South]);
        assert_eq!(table(&mut app), (Some("b1".to_owned()), None));
        assert_eq!(app.world().resource::<BoardKeys>().undo, "X");
        press(&mut app, &[DPadUp, DPadUp, South, East]);
        assert_eq!((table(&mut app).1.as_deref(), is_at_board(&app)), (Some("b1-b3"), false));
    }
}
