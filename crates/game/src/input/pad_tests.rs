//! Tests of gamepads.

use super::*;
use crate::window::focus;
use GamepadButton::{DPadDown, DPadRight, DPadUp, East, RightTrigger2, South};
use bevy::{
    input::InputPlugin,
    input::gamepad::{
        GamepadConnectionEvent, RawGamepadAxisChangedEvent, RawGamepadButtonChangedEvent, RawGamepadEvent,
    },
};

use bevy_window::WindowFocused;

/// Creates a game with a gamepad.
fn game() -> (App, Entity) {
    let mut app = App::new();
    app.add_plugins((InputPlugin, plugin));
    let pad = app.world_mut().spawn_empty().id();
    connect(&mut app, pad, true);
    (app, pad)
}

fn connect(app: &mut App, pad: Entity, comes: bool) {
    let here = GamepadConnection::Connected { name: "pad".to_owned(), vendor_id: None, product_id: None };
    let connection = if comes { here } else { GamepadConnection::Disconnected };
    let event = GamepadConnectionEvent::new(pad, connection);
    app.world_mut().write_message(event.clone());
    app.world_mut().write_message(RawGamepadEvent::from(event));
    app.update();
}

fn button(app: &mut App, pad: Entity, button: GamepadButton, value: f32) {
    app.world_mut().write_message(RawGamepadEvent::from(RawGamepadButtonChangedEvent::new(pad, button, value)));
}

fn axis(app: &mut App, pad: Entity, axis: GamepadAxis, value: f32) {
    app.world_mut().write_message(RawGamepadEvent::from(RawGamepadAxisChangedEvent::new(pad, axis, value)));
}

/// Runs a frame and returns the state of the gamepads.
fn seen(app: &mut App) -> &Pads {
    app.update();
    app.world().resource::<Pads>()
}

#[test]
fn press_of_any_duration_counts_once() {
    let (mut app, pad) = game();
    button(&mut app, pad, South, 1.0);
    button(&mut app, pad, South, 0.0);
    button(&mut app, pad, South, 1.0);
    let pads = seen(&mut app);
    assert_eq!((pads.pressed.as_slice(), pads.held(&[South])), ([South, South].as_slice(), true));
    let pads = seen(&mut app);
    assert_eq!((pads.pressed.len(), pads.held(&[South])), (0, true), "the button must be held");
    button(&mut app, pad, South, 0.0);
    let pads = seen(&mut app);
    assert_eq!((pads.pressed.len(), pads.held(&[South])), (0, false));
}

#[test]
fn jittering_trigger_is_pressed_once() {
    let (mut app, pad) = game();
    let mut presses = 0;
    for value in [0.3, 0.8, 0.78, 0.9, 0.7, 1.0, 0.2] {
        button(&mut app, pad, RightTrigger2, value);
        presses += seen(&mut app).pressed.len();
    }
    assert_eq!((presses, app.world().resource::<Pads>().held(&[RightTrigger2])), (1, false));
}

#[test]
fn disconnected_gamepad_releases_and_a_reconnected_one_works() {
    let (mut app, pad) = game();
    button(&mut app, pad, South, 1.0);
    axis(&mut app, pad, GamepadAxis::LeftStickY, 1.0);
    assert!(seen(&mut app).walk.y > 0.9);
    connect(&mut app, pad, false);
    let pads = seen(&mut app);
    assert_eq!((pads.walk, pads.held(&[South])), (Vec2::ZERO, false));
    connect(&mut app, pad, true);
    button(&mut app, pad, South, 1.0);
    assert_eq!(seen(&mut app).pressed, [South]);
}

/// Gives the focus to the window or takes it away.
fn focus(app: &mut App, focused: bool) {
    let window = Entity::PLACEHOLDER;
    app.world_mut().write_message(WindowFocused { window, focused });
}

#[test]
fn gamepads_are_ignored_without_focus() {
    let (mut app, pad) = game();
    app.add_plugins(focus::plugin);
    focus(&mut app, true);
    for held in [South, RightTrigger2] {
        button(&mut app, pad, held, 0.9);
    }
    axis(&mut app, pad, GamepadAxis::LeftStickY, 1.0);
    assert_eq!(seen(&mut app).pressed, [South, RightTrigger2]);
    focus(&mut app, false);
    let pads = seen(&mut app);
    assert_eq!((pads.walk, pads.held(&[South, RightTrigger2])), (Vec2::ZERO, false), "held inputs must be released");
    button(&mut app, pad, South, 0.0);
    button(&mut app, pad, South, 1.0);
    button(&mut app, pad, East, 1.0);
    axis(&mut app, pad, GamepadAxis::LeftStickY, -1.0);
    let pads = seen(&mut app);
    assert_eq!((pads.pressed.len(), pads.steps().count(), pads.walk), (0, 0, Vec2::ZERO));
    focus(&mut app, true);
    // A trigger that was held all the time jitters.
    button(&mut app, pad, RightTrigger2, 1.0);
    button(&mut app, pad, South, 1.0);
    let pads = seen(&mut app);
    assert_eq!((pads.pressed.len(), pads.steps().count()), (0, 0));
    assert!(!pads.held(&[South, East, RightTrigger2]), "nothing was pressed since then");
    button(&mut app, pad, South, 0.0);
    button(&mut app, pad, South, 1.0);
    let pads = seen(&mut app);
    assert_eq!((pads.pressed.as_slice(), pads.held(&[South])), ([South].as_slice(), true), "a new press must count");
}

#[test]
fn gamepad_with_two_drivers_presses_once() {
    let (mut app, pad) = game();
    let twin = app.world_mut().spawn_empty().id();
    connect(&mut app, twin, true);
    for value in [1.0, 0.0, 1.0] {
        for pad in [pad, twin] {
            button(&mut app, pad, South, value);
        }
        let presses = seen(&mut app).pressed.len();
        assert_eq!(presses, usize::from(value > 0.0));
    }
    let mut steps = Vec::new();
    for value in [0.9, 1.0, 0.0] {
        for (pad, value) in [(pad, value), (twin, value), (twin, value * 0.99)] {
            axis(&mut app, pad, GamepadAxis::LeftStickY, value);
        }
        steps.extend(seen(&mut app).steps());
    }
    assert_eq!(steps, [DPadUp]);
    connect(&mut app, pad, true);
    connect(&mut app, twin, true);
    assert!(!seen(&mut app).held(&[South]), "a reconnected gamepad must hold nothing");
}

#[test]
fn drifting_stick_does_not_block_another_gamepad() {
    let (mut app, pad) = game();
    let other = app.world_mut().spawn_empty().id();
    connect(&mut app, other, true);
    let mut steps = 0;
    for drift in [0.02, 0.05, 0.03] {
        axis(&mut app, pad, GamepadAxis::LeftStickX, 0.9 + drift);
        axis(&mut app, other, GamepadAxis::LeftStickX, drift);
        steps += seen(&mut app).steps().count();
    }
    assert_eq!(steps, 1);
}

#[test]
fn only_the_gamepad_in_use_is_reported_as_lost() {
    let (mut app, pad) = game();
    let other = app.world_mut().spawn_empty().id();
    connect(&mut app, other, true);
    button(&mut app, pad, South, 1.0);
    seen(&mut app);
    connect(&mut app, other, false);
    assert!(!app.world().resource::<Pads>().is_lost());
    connect(&mut app, pad, false);
    assert!(app.world().resource::<Pads>().is_lost());
    assert_eq!(*app.world().resource::<Device>(), Device::Keys);
    assert!(!seen(&mut app).is_lost(), "once");
}

#[test]
fn stick_output_grows_from_zero_beyond_the_dead_zone() {
    assert_eq!(beyond(Vec2::new(0.14, 0.14), 0.2), Vec2::ZERO);
    assert!(beyond(Vec2::new(0.0, 0.21), 0.2).y < 0.02);
    assert_eq!(beyond(Vec2::new(0.0, -1.0), 0.2), Vec2::new(0.0, -1.0));
    assert!((beyond(Vec2::ONE, 0.2).length() - 1.0).abs() < 1e-6, "diagonals must not be faster");
    assert_eq!(beyond(Vec2::new(f32::NAN, 1.0), 0.2), Vec2::ZERO);
    let (mut app, pad) = game();
    let turn = |app: &mut App, value, options| {
        app.insert_resource(options);
        axis(app, pad, GamepadAxis::RightStickX, value);
        seen(app).turn
    };
    let none = Strength::NONE;
    let plain =
        PadOptions { dead_zone: none, turn_dead_zone: none, turning: Strength::FULL, rumble: none, ..default() };
    let (half, all) = (turn(&mut app, 0.5, plain), turn(&mut app, 1.0, plain));
    assert!((all - TURN).abs() < 1e-5 && half < all / 3.0, "{half} {all}");
    let slower = turn(&mut app, -1.0, PadOptions { turning: Strength::percent(50), ..plain });
    assert!((slower + TURN / 2.0).abs() < 1e-5);
    let dead = PadOptions { turn_dead_zone: Strength::FULL, turning: Strength::NONE, ..plain };
    assert!(turn(&mut app, 1.0, dead) > 0.0, "every option must leave the gamepad usable");
}

#[test]
fn each_stick_has_its_own_dead_zone_and_curve() {
    let (mut app, pad) = game();
    let mut leans = |options: PadOptions| {
        app.insert_resource(options);
        for along in [GamepadAxis::LeftStickY, GamepadAxis::RightStickX] {
            // Move the stick first: Bevy does not report changes that are too small.
            for value in [0.0, 0.5] {
                axis(&mut app, pad, along, value);
            }
        }
        let pads = seen(&mut app);
        [pads.walk.y, pads.turn / TURN]
    };
    let none = Strength::NONE;
    let plain = PadOptions {
        dead_zone: none,
        turn_dead_zone: none,
        walk_curve: Curve::Straight,
        turn_curve: Curve::Straight,
        turning: Strength::FULL,
        rumble: none,
    };
    let near = |seen: [f32; 2], wanted: [f32; 2]| {
        assert!((seen[0] - wanted[0]).abs() < 1e-5 && (seen[1] - wanted[1]).abs() < 1e-5, "{seen:?} {wanted:?}");
    };
    near(leans(plain), [0.5, 0.5]);
    near(leans(PadOptions { walk_curve: Curve::Gentle, ..plain }), [0.25, 0.5]);
    near(leans(PadOptions { turn_curve: Curve::Steep, ..plain }), [0.5, 0.125]);
    near(leans(PadOptions { dead_zone: Strength::percent(60), ..plain }), [0.0, 0.5]);
    near(leans(PadOptions { turn_dead_zone: Strength::percent(60), ..plain }), [0.5, 0.0]);
}

#[test]
fn stick_makes_one_menu_step_per_deflection() {
    let (mut app, pad) = game();
    let mut steps = Vec::new();
    for (along, value) in [
        (GamepadAxis::LeftStickY, -0.5),
        (GamepadAxis::LeftStickY, -0.7),
        (GamepadAxis::LeftStickY, -0.5),
        (GamepadAxis::LeftStickY, -1.0),
        (GamepadAxis::LeftStickY, 0.0),
        (GamepadAxis::LeftStickX, 0.9),
        (GamepadAxis::LeftStickX, 0.1),
        (GamepadAxis::LeftStickY, 0.8),
    ] {
        axis(&mut app, pad, along, value);
        steps.extend(seen(&mut app).steps());
    }
    assert_eq!(steps, [DPadDown, DPadRight, DPadUp]);
}

#[test]
fn last_used_device_is_known() {
    let (mut app, pad) = game();
    app.update();
    assert_eq!(*app.world().resource::<Device>(), Device::Keys);
    button(&mut app, pad, East, 1.0);
    seen(&mut app);
    assert_eq!(app.world().resource::<Device>().words("Esc", "B"), "B");
}
