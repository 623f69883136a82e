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
fn alt_enter_toggles_full_screen_and_does_not_confirm() {
    let bindings = Bindings::default();
    for (alt, enter) in ALT.into_iter().zip(ENTER) {
        let mut pressed = Presses::default();
        for (key, state) in [(alt, Pressed), (enter, Pressed), (enter, Released), (alt, Released)] {
            pressed.follow(key, state, false, &bindings);
        }
        assert_eq!(asked(&pressed), [Action::FullScreen]);
        pressed.follow(enter, Pressed, false, &bindings);
        assert!(pressed.confirm(), "without Alt it must be Enter again");
    }
}

#[test]
fn key_repeat_is_ignored() {
    let mut pressed = Presses::default();
    pressed.follow(KeyCode::ArrowDown, Pressed, false, &Bindings::default());
    pressed.follow(KeyCode::ArrowDown, Pressed, true, &Bindings::default());
    assert_eq!(pressed.choices().collect::<Vec<_>>(), [Choice::Down]);
}

#[test]
fn movable_map_takes_its_keys_from_the_deck() {
    let asks = |key| asked(&Presses::of_keys(Context::Map, &[key]));
    assert_eq!(asks(KeyCode::ArrowUp), [Action::MapUp]);
    assert_eq!(asks(KeyCode::KeyW), [Action::Forward]);
    assert_eq!(asks(KeyCode::KeyF), [Action::MapFollow]);
}

#[test]
fn typed_letters_trigger_nothing() {
    let mut bindings = Bindings::default();
    bindings.add(Action::MenuDown, Input::Key(KeyCode::KeyJ));
    let mut pressed = Presses::default();
    pressed.follow(KeyCode::KeyJ, Pressed, false, &bindings);
    pressed.follow(KeyCode::Enter, Pressed, false, &bindings);
    assert_eq!(asked(&pressed.while_typing()), [Action::MenuConfirm]);
}

/// Creates a game without pages, with a window that contains the pointer.
fn game() -> (App, Entity) {
    let mut app = App::new();
    app.add_plugins((TimePlugin, InputPlugin, pad::plugin, plugin)).init_resource::<Screen>();
    let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
    (app, window)
}

/// Returns the pointer after a frame in which the window reports it at this position.
fn told(app: &mut App, window: Entity, at: Vec2) -> Option<Vec2> {
    if let Some(mut window) = app.world_mut().get_mut::<Window>(window) {
        window.set_physical_cursor_position(Some(at.as_dvec2()));
    }
    app.world_mut().write_message(CursorMoved { window, position: at, delta: None });
    app.update();
    app.world().resource::<Presses>().pointer
}

#[test]
fn resting_pointer_below_a_new_window_has_not_moved() {
    let (mut app, window) = game();
    let here = Vec2::new(320.0, 200.0);
    assert_eq!(told(&mut app, window, here), None, "the window has opened below the pointer");
    assert_eq!(told(&mut app, window, here), None, "the pointer has not moved");
    assert!(told(&mut app, window, here + Vec2::X).is_some(), "the pointer has moved");
}

#[test]
fn click_counts_even_with_a_resting_pointer() {
    let (mut app, window) = game();
    app.world_mut().write_message(MouseButtonInput { button: MouseButton::Left, state: Pressed, window });
    assert!(told(&mut app, window, Vec2::new(320.0, 200.0)).is_some());
}

#[test]
fn touch_counts_as_a_click_at_its_position() {
    let (mut app, window) = game();
    let position = Vec2::new(320.0, 200.0);
    let (phase, force) = (TouchPhase::Started, None);
    app.world_mut().write_message(TouchInput { phase, position, window, force, id: 1 });
    app.update();
    let pressed = app.world().resource::<Presses>();
    assert!(pressed.click && pressed.touch);
    let there = pressed.pointer.expect("there must be a pointer");
    app.update();
    assert!(!app.world().resource::<Presses>().touch, "the touch must be reported once");
    app.world_mut().write_message(MouseButtonInput { button: MouseButton::Left, state: Pressed, window });
    assert_eq!(told(&mut app, window, position), Some(there), "the mouse must map to the same position");
    assert!(!app.world().resource::<Presses>().touch);
}

#[test]
fn wheel_moves_up_and_down_in_menus() {
    let (mut app, window) = game();
    let (unit, phase) = (MouseScrollUnit::Line, TouchPhase::Moved);
    app.world_mut().write_message(MouseWheel { unit, x: 0.0, y: -2.0, window, phase });
    app.update();
    let pressed = app.world().resource::<Presses>();
    assert_eq!(pressed.choices_and_notches().collect::<Vec<_>>(), [Choice::Down; 2]);
    assert_eq!(pressed.choices().count(), 0, "notches must not count as arrow keys");
    app.update();
    assert_eq!(app.world().resource::<Presses>().choices_and_notches().count(), 0, "notches must be reported once");
}

#[test]
fn gamepad_buttons_act_according_to_the_context() {
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
fn rebound_menu_key_works_and_the_old_one_does_not() {
    let mut bindings = Bindings::default();
    bindings.clear(Action::MenuDown);
    bindings.add(Action::MenuDown, Input::Key(KeyCode::KeyJ));
    let inputs = [KeyCode::ArrowDown, KeyCode::KeyJ].map(Input::Key);
    let pressed = Presses::of_inputs(Context::Menu, &inputs, &bindings);
    assert_eq!(pressed.choices().collect::<Vec<_>>(), [Choice::Down]);
    assert_eq!(asked(&Presses::of_inputs(Context::Deck, &inputs, &bindings)), [Action::Back, Action::Jump]);
}

#[test]
fn key_held_since_the_menu_walks_but_does_not_fire() {
    use crate::{flow::phase::Flow, testing};
    let mut app = testing::game(25, |app| {
        app.add_plugins(crate::input::controls::plugin);
    });
    testing::play(&mut app, &engine::Start::on(testing::level(&["#######", "#.@...#", "#######"])));
    let flow = |app: &mut App, to: Flow| {
        app.world_mut().resource_mut::<NextState<Flow>>().set(to);
        (0..3).for_each(|_| app.update());
        let intent = app.world().resource::<engine::Intent>();
        (intent.forward > 0.0, intent.fire)
    };
    assert_eq!(flow(&mut app, Flow::Paused), (false, false));
    [KeyCode::KeyW, KeyCode::ControlLeft].into_iter().for_each(|key| send_key(&mut app, key, Pressed));
    app.update();
    assert_eq!(flow(&mut app, Flow::Running), (true, false));
}

#[test]
fn chord_replaces_the_action_of_its_second_button() {
    use GamepadButton::{DPadDown, DPadUp, LeftTrigger};
    let bindings = Bindings::default();
    let asks = |buttons: &[GamepadButton]| {
        let inputs: Vec<Input> = buttons.iter().copied().map(Input::Pad).collect();
        asked(&Presses::of_inputs(Context::Deck, &inputs, &bindings))
    };
    assert_eq!(asks(&[DPadUp]), [Action::LastWeapon]);
    assert_eq!(asks(&[LeftTrigger, DPadUp]), [Action::WeaponWheel, Action::QuickSave]);
    assert_eq!(asks(&[DPadUp, LeftTrigger]), [Action::LastWeapon, Action::WeaponWheel], "the order matters");
    assert_eq!(asks(&[LeftTrigger, DPadUp, DPadDown]), [Action::WeaponWheel, Action::QuickSave, Action::QuickLoad]);
}
