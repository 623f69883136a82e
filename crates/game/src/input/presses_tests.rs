use super::*;
use crate::input::pad;
use ButtonState::{Pressed, Released};
use bevy::{
    input::InputPlugin,
    input::mouse::MouseScrollUnit,
    input::touch::{TouchInput, TouchPhase},
    time::TimePlugin,
};

fn asked(presses: &Presses) -> Vec<Action> {
    presses.actions().collect()
}

#[test]
fn enter_with_either_alt_is_full_screen_and_no_confirmation() {
    let bindings = Bindings::default();
    for (alt, enter) in ALT.into_iter().zip(ENTER) {
        let mut pressed = Presses::default();
        for (key, state) in [(alt, Pressed), (enter, Pressed), (enter, Released), (alt, Released)] {
            pressed.follow(key, state, false, &bindings);
        }
        assert_eq!(asked(&pressed), [Action::FullScreen]);
        pressed.follow(enter, Pressed, false, &bindings);
        assert!(pressed.confirm(), "without Alt it is Enter again");
    }
}

#[test]
fn a_key_that_repeats_counts_once() {
    let mut pressed = Presses::default();
    pressed.follow(KeyCode::ArrowDown, Pressed, false, &Bindings::default());
    pressed.follow(KeyCode::ArrowDown, Pressed, true, &Bindings::default());
    assert_eq!(pressed.choices().collect::<Vec<_>>(), [Choice::Down]);
}

#[test]
fn the_map_that_is_moved_takes_its_keys_from_the_deck() {
    let asks = |key| asked(&Presses::of_keys(Context::Map, &[key]));
    assert_eq!(asks(KeyCode::ArrowUp), [Action::MapUp]);
    assert_eq!(asks(KeyCode::KeyW), [Action::Forward]);
    assert_eq!(asks(KeyCode::KeyF), [Action::MapFollow]);
}

#[test]
fn letters_that_are_written_ask_for_nothing() {
    let mut bindings = Bindings::default();
    bindings.add(Action::MenuDown, Input::Key(KeyCode::KeyJ));
    let mut pressed = Presses::default();
    pressed.follow(KeyCode::KeyJ, Pressed, false, &bindings);
    pressed.follow(KeyCode::Enter, Pressed, false, &bindings);
    assert_eq!(asked(&pressed.while_typing()), [Action::MenuConfirm]);
}

/// A game without pages that has a window, in which the pointer is.
fn game() -> (App, Entity) {
    let mut app = App::new();
    app.add_plugins((TimePlugin, InputPlugin, pad::plugin, plugin)).init_resource::<Screen>();
    let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
    (app, window)
}

/// What is told of the pointer after a picture in which the window was told that it is there.
fn told(app: &mut App, window: Entity, at: Vec2) -> Option<Vec2> {
    if let Some(mut window) = app.world_mut().get_mut::<Window>(window) {
        window.set_physical_cursor_position(Some(at.as_dvec2()));
    }
    app.world_mut().write_message(CursorMoved { window, position: at, delta: None });
    app.update();
    app.world().resource::<Presses>().pointer
}

#[test]
fn a_pointer_that_rests_where_a_window_opens_has_not_moved() {
    let (mut app, window) = game();
    let here = Vec2::new(320.0, 200.0);
    assert_eq!(told(&mut app, window, here), None, "the window has opened below it");
    assert_eq!(told(&mut app, window, here), None, "it is still there");
    assert!(told(&mut app, window, here + Vec2::X).is_some(), "it has moved");
}

#[test]
fn a_click_counts_wherever_the_pointer_has_rested() {
    let (mut app, window) = game();
    app.world_mut().write_message(MouseButtonInput { button: MouseButton::Left, state: Pressed, window });
    assert!(told(&mut app, window, Vec2::new(320.0, 200.0)).is_some());
}

#[test]
fn a_finger_counts_as_a_click_where_it_is() {
    let (mut app, window) = game();
    let position = Vec2::new(320.0, 200.0);
    let (phase, force) = (TouchPhase::Started, None);
    app.world_mut().write_message(TouchInput { phase, position, window, force, id: 1 });
    app.update();
    let pressed = app.world().resource::<Presses>();
    assert!(pressed.click && pressed.touch);
    let there = pressed.pointer.expect("it is somewhere");
    app.update();
    assert!(!app.world().resource::<Presses>().touch, "it has been told");
    app.world_mut().write_message(MouseButtonInput { button: MouseButton::Left, state: Pressed, window });
    assert_eq!(told(&mut app, window, position), Some(there), "the mouse means the same place");
    assert!(!app.world().resource::<Presses>().touch);
}

#[test]
fn the_wheel_goes_up_and_down_in_menus() {
    let (mut app, window) = game();
    let (unit, phase) = (MouseScrollUnit::Line, TouchPhase::Moved);
    app.world_mut().write_message(MouseWheel { unit, x: 0.0, y: -2.0, window, phase });
    app.update();
    let pressed = app.world().resource::<Presses>();
    assert_eq!(pressed.choices_and_notches().collect::<Vec<_>>(), [Choice::Down; 2]);
    assert_eq!(pressed.choices().count(), 0, "long texts go farther by a notch than by an arrow");
    app.update();
    assert_eq!(app.world().resource::<Presses>().choices_and_notches().count(), 0, "it has been told");
}

#[test]
fn a_pad_does_in_each_context_what_it_is_bound_to_there() {
    use GamepadButton::{DPadDown, East, South, Start};
    let does = |context| {
        let inputs = [South, East, Start, DPadDown].map(Input::Pad);
        asked(&Presses::of_inputs(context, &inputs, &Bindings::default()))
    };
    use Action::{BoardDown, BoardLeave, BoardPick, DemoSlower, DemoTakeOver, MenuBack, MenuConfirm, MenuDown};
    assert_eq!(does(Context::Menu), [MenuConfirm, MenuBack, MenuBack, MenuDown]);
    assert_eq!(does(Context::Deck), [Action::Use, Action::Pause, Action::Suit]);
    assert_eq!(does(Context::Board), [BoardPick, BoardLeave, BoardLeave, BoardDown]);
    assert_eq!(does(Context::Demo), [DemoTakeOver, Action::Pause, DemoSlower]);
}

#[test]
fn another_menu_key_does_what_it_is_bound_to_and_the_old_one_nothing() {
    let mut bindings = Bindings::default();
    bindings.clear(Action::MenuDown);
    bindings.add(Action::MenuDown, Input::Key(KeyCode::KeyJ));
    let inputs = [KeyCode::ArrowDown, KeyCode::KeyJ].map(Input::Key);
    let pressed = Presses::of_inputs(Context::Menu, &inputs, &bindings);
    assert_eq!(pressed.choices().collect::<Vec<_>>(), [Choice::Down]);
    assert_eq!(asked(&Presses::of_inputs(Context::Deck, &inputs, &bindings)), [Action::Back, Action::Jump]);
}
