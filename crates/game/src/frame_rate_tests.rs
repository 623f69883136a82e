//! A test of the whole input: at every frame rate the same input leads to the same world.

use crate::{input::controls, testing};
use bevy::{
    input::ButtonState::{self, Pressed, Released},
    input::keyboard::{Key, KeyboardInput},
    input::mouse::{MouseScrollUnit, MouseWheel},
    input::touch::TouchPhase,
    prelude::*,
    time::TimeUpdateStrategy,
};
use engine::{Player, Position, Start};
use std::time::Duration;

/// Input at the start of a third of a second.
enum Deed {
    Key(KeyCode, ButtonState),
    /// Press and release before the next frame.
    Tap(KeyCode),
    /// Number of notches towards the player.
    Wheel(f32),
}

/// Returns the input of each third of a second, a time that is a whole number of frames at every tested rate.
fn script() -> Vec<Vec<Deed>> {
    use Deed::{Key, Tap, Wheel};
    use KeyCode::{ControlLeft, Digit1, Digit3, KeyA, KeyD, KeyQ, KeyS, KeyW, ShiftLeft, Space};
    vec![
        vec![Key(KeyW, Pressed)],
        vec![Key(KeyW, Released), Tap(Space)],
        vec![Tap(Digit3)],
        vec![],
        vec![Tap(ControlLeft)],
        vec![],
        vec![],
        vec![Key(ShiftLeft, Pressed), Key(KeyA, Pressed)],
        vec![Key(KeyD, Pressed), Key(KeyA, Released)],
        vec![Key(ShiftLeft, Released), Key(KeyD, Released), Wheel(-2.0)],
        vec![],
        vec![],
        vec![Tap(KeyQ)],
        vec![],
        vec![],
        vec![Key(KeyS, Pressed), Tap(Digit1), Tap(Space)],
        vec![Key(KeyS, Released)],
        vec![],
        vec![],
        vec![Tap(ControlLeft)],
        vec![],
        vec![],
        vec![],
    ]
}

/// Creates a game without a window, on a deck with a door and a monster.
fn game() -> App {
    let mut app = testing::game(0, |app| {
        app.add_plugins(controls::plugin);
    });
    let mut start = Start::on(testing::level(&["########", "#..@+..#", "#####..#", "#.z....#", "########"]));
    for (item, count) in [("shotgun", 1), ("shells", 8), ("nailgun", 1), ("nails", 40)] {
        start.loadout.inventory.add(item.to_owned(), count);
    }
    testing::play(&mut app, &start);
    app
}

fn write(app: &mut App, deed: &Deed) {
    let window = Entity::PLACEHOLDER;
    let key = |key_code, state| KeyboardInput {
        key_code,
        logical_key: Key::Dead(None),
        state,
        text: None,
        repeat: false,
        window,
    };
    match *deed {
        Deed::Key(code, state) => {
            app.world_mut().write_message(key(code, state));
        }
        Deed::Tap(code) => {
            app.world_mut().write_message(key(code, Pressed));
            app.world_mut().write_message(key(code, Released));
        }
        Deed::Wheel(y) => {
            let (unit, phase) = (MouseScrollUnit::Line, TouchPhase::Moved);
            app.world_mut().write_message(MouseWheel { unit, x: 0.0, y, window, phase });
        }
    }
}

/// Plays the script at this number of frames per second. Returns the player's position, weapon and ammunition, and the
/// hash of the whole state.
fn played(rate: u32) -> (Vec2, Option<String>, u64, u64) {
    let mut app = game();
    let for_ = |app: &mut App, time| {
        app.insert_resource(TimeUpdateStrategy::ManualDuration(time));
        app.update();
    };
    // Start half a tick ahead, so that rounding cannot move a tick to another frame.
    for_(&mut app, Duration::from_secs(1) / 240);
    let picture = Duration::from_secs(1) / rate;
    for deeds in script() {
        deeds.iter().for_each(|deed| write(&mut app, deed));
        (0..rate / 3).for_each(|_| for_(&mut app, picture));
    }
    let world = app.world_mut();
    let (player, at) = world.query::<(&Player, &Position)>().single(world).unwrap();
    let (at, held, shells) = (at.0, player.held.clone(), player.inventory.count("shells"));
    (at, held, shells, engine::capture(world).hash())
}

#[test]
fn same_input_gives_the_same_world_at_30_to_240_fps() {
    let wanted = played(120);
    assert_ne!(wanted.0, Vec2::new(3.5, 1.5), "the player must have moved");
    assert_eq!(wanted.2, 7, "the player must have fired the shotgun once");
    for rate in [30, 60, 75, 144, 240] {
        assert_eq!(played(rate), wanted, "at {rate} frames per second");
    }
}
