//! The pads: what their sticks and buttons do, taken in event by event, so that no press is lost or counted twice.
//!
//! All pads together are one: whoever has one in his hands plays. One may come and go at any time.

use bevy::{
    input::InputSystems,
    input::gamepad::{GamepadConnection, GamepadEvent},
    prelude::*,
};
use renderer::Strength;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// What a player can choose for his pad.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct PadOptions {
    /// How far the left stick may lean without meaning anything, in percent of its way.
    pub(crate) dead_zone: Strength,
    /// How far the right stick may.
    pub(crate) turn_dead_zone: Strength,
    /// How a lean of the left stick becomes a pace, and one of the right stick a turn.
    pub(crate) walk_curve: Curve,
    pub(crate) turn_curve: Curve,
    /// How fast the right stick turns.
    pub(crate) turning: Strength,
    /// How strongly it is felt.
    pub(crate) rumble: Strength,
}

impl Default for PadOptions {
    fn default() -> Self {
        PadOptions {
            dead_zone: Strength::percent(20),
            turn_dead_zone: Strength::percent(20),
            walk_curve: Curve::Straight,
            // Small leans turn slowly, so that one can aim.
            turn_curve: Curve::Gentle,
            turning: Strength::percent(50),
            rumble: Strength::FULL,
        }
    }
}

/// What a stick gives that leans so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub(crate) enum Curve {
    /// As much as it leans.
    Straight,
    /// Little at first: a quarter at half its way.
    Gentle,
    /// Hardly anything at first: an eighth at half its way.
    Steep,
}

impl Curve {
    /// What it makes of a lean, -1 to 1.
    fn bend(self, lean: f32) -> f32 {
        match self {
            Curve::Straight => lean,
            Curve::Gentle => lean * lean.abs(),
            Curve::Steep => lean * lean * lean,
        }
    }
}

/// The largest part of a stick's way that can be dead, and the slowest turning: a pad can always be played with.
const MAX_DEAD_ZONE: f32 = 0.9;
const LEAST_TURNING: f32 = 0.1;
/// How fast a stick turns that leans all the way with all of the turning, in radians a second.
const TURN: f32 = 6.0;
/// How far a stick must lean to be a step in a menu, and how far it must come back before it can be another.
const STEP: f32 = 0.6;
const BACK: f32 = 0.35;

/// The device that was used last: what is said of keys is said of this one.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Device {
    /// Keyboard and mouse.
    #[default]
    Keys,
    Pad,
}

impl Device {
    /// The words for this device.
    pub(crate) fn words<T>(self, keys: T, pad: T) -> T {
        match self {
            Device::Keys => keys,
            Device::Pad => pad,
        }
    }
}

/// A button that is held.
#[derive(Clone, Copy, Debug)]
struct Held {
    pad: Entity,
    button: GamepadButton,
}

/// What the pads do.
#[derive(Resource, Debug, Default)]
pub(crate) struct Pads {
    /// Where the left stick leans, beyond its dead zone: to the right and forwards, -1 to 1 each.
    pub(crate) walk: Vec2,
    /// How fast the right stick turns to the right, in radians a second.
    pub(crate) turn: f32,
    /// What went down since the last picture, in its order.
    pub(crate) pressed: Vec<GamepadButton>,
    /// The steps of the left stick: one that leans far counts as its side of the cross, but for a deck.
    steps: Vec<GamepadButton>,
    held: Vec<Held>,
    /// The step that the left stick is at.
    leans: Option<GamepadButton>,
    /// Where the left stick is, for steps.
    stick: Vec2,
}

impl Pads {
    /// Whether one of these buttons is held.
    pub(crate) fn held(&self, buttons: &[GamepadButton]) -> bool {
        self.held.iter().any(|held| buttons.contains(&held.button))
    }

    /// The steps of the left stick, as presses of the cross.
    pub(crate) fn steps(&self) -> impl Iterator<Item = GamepadButton> {
        self.steps.iter().copied()
    }

    /// Whether anything was done since the last picture.
    fn is_touched(&self) -> bool {
        !self.pressed.is_empty() || !self.steps.is_empty() || self.walk != Vec2::ZERO || self.turn != 0.0
    }

    fn follow(&mut self, event: &GamepadEvent) {
        match event {
            GamepadEvent::Button(change) => {
                let is_it = |held: &Held| (held.pad, held.button) == (change.entity, change.button);
                let was_held = self.held.iter().any(is_it);
                if change.state.is_pressed() && !was_held {
                    self.held.push(Held { pad: change.entity, button: change.button });
                    self.pressed.push(change.button);
                } else if !change.state.is_pressed() {
                    self.held.retain(|held| !is_it(held));
                }
            }
            GamepadEvent::Axis(change) => {
                match change.axis {
                    GamepadAxis::LeftStickX => self.stick.x = change.value,
                    GamepadAxis::LeftStickY => self.stick.y = change.value,
                    _ => return,
                }
                self.step();
            }
            GamepadEvent::Connection(change) => {
                if change.connection == GamepadConnection::Disconnected {
                    self.held.retain(|held| held.pad != change.gamepad);
                    (self.stick, self.leans) = (Vec2::ZERO, None);
                }
            }
        }
    }

    /// Takes a step if the left stick has just come to lean far to a side.
    fn step(&mut self) {
        let far = self.stick.abs().max_element();
        let side = match self.stick {
            Vec2 { x, y } if x.abs() > y.abs() && x > 0.0 => GamepadButton::DPadRight,
            Vec2 { x, y } if x.abs() > y.abs() => GamepadButton::DPadLeft,
            Vec2 { y, .. } if y > 0.0 => GamepadButton::DPadUp,
            _ => GamepadButton::DPadDown,
        };
        if far >= STEP && self.leans != Some(side) {
            self.leans = Some(side);
            self.steps.push(side);
        } else if far <= BACK {
            self.leans = None;
        }
    }
}

/// Where a stick leans beyond its dead zone; at most 1 far.
fn beyond(stick: Vec2, dead: f32) -> Vec2 {
    let far = stick.length();
    if !far.is_finite() || far <= dead {
        return Vec2::ZERO;
    }
    stick / far * ((far - dead) / (1.0 - dead)).min(1.0)
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Pads>().init_resource::<PadOptions>().init_resource::<Device>();
    app.add_systems(PreUpdate, gather.after(InputSystems));
}

pub(crate) fn gather(
    mut events: MessageReader<GamepadEvent>,
    gamepads: Query<&Gamepad>,
    options: Res<PadOptions>,
    mut pads: ResMut<Pads>,
    mut device: ResMut<Device>,
) {
    pads.pressed.clear();
    pads.steps.clear();
    for event in events.read() {
        pads.follow(event);
    }
    let farthest = |stick: fn(&Gamepad) -> Vec2, dead: Strength| {
        let dead = dead.part().min(MAX_DEAD_ZONE);
        let sticks = gamepads.iter().map(|pad| beyond(stick(pad), dead));
        sticks.fold(Vec2::ZERO, |one, other| if other.length() > one.length() { other } else { one })
    };
    let walk = farthest(Gamepad::left_stick, options.dead_zone);
    pads.walk = walk.normalize_or_zero() * options.walk_curve.bend(walk.length());
    let lean = farthest(Gamepad::right_stick, options.turn_dead_zone).x;
    pads.turn = options.turn_curve.bend(lean) * TURN * options.turning.part().max(LEAST_TURNING);
    if pads.is_touched() {
        *device = Device::Pad;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use GamepadButton::{DPadDown, DPadRight, DPadUp, East, RightTrigger2, South};
    use bevy::{
        input::InputPlugin,
        input::gamepad::{
            GamepadConnectionEvent, RawGamepadAxisChangedEvent, RawGamepadButtonChangedEvent, RawGamepadEvent,
        },
    };

    /// A game that has a pad.
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

    /// What is known after the next picture.
    fn seen(app: &mut App) -> &Pads {
        app.update();
        app.world().resource::<Pads>()
    }

    #[test]
    fn each_press_counts_once_however_short_or_long_it_is() {
        let (mut app, pad) = game();
        button(&mut app, pad, South, 1.0);
        button(&mut app, pad, South, 0.0);
        button(&mut app, pad, South, 1.0);
        let pads = seen(&mut app);
        assert_eq!((pads.pressed.as_slice(), pads.held(&[South])), ([South, South].as_slice(), true));
        let pads = seen(&mut app);
        assert_eq!((pads.pressed.len(), pads.held(&[South])), (0, true), "it is held");
        button(&mut app, pad, South, 0.0);
        let pads = seen(&mut app);
        assert_eq!((pads.pressed.len(), pads.held(&[South])), (0, false));
    }

    #[test]
    fn a_trigger_that_trembles_is_pressed_once() {
        let (mut app, pad) = game();
        let mut presses = 0;
        for value in [0.3, 0.8, 0.78, 0.9, 0.7, 1.0, 0.2] {
            button(&mut app, pad, RightTrigger2, value);
            presses += seen(&mut app).pressed.len();
        }
        assert_eq!((presses, app.world().resource::<Pads>().held(&[RightTrigger2])), (1, false));
    }

    #[test]
    fn a_pad_that_is_pulled_out_holds_nothing_and_one_that_comes_back_plays() {
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

    #[test]
    fn a_stick_in_its_dead_zone_is_still_and_beyond_it_grows_from_nothing_to_all() {
        assert_eq!(beyond(Vec2::new(0.14, 0.14), 0.2), Vec2::ZERO);
        assert!(beyond(Vec2::new(0.0, 0.21), 0.2).y < 0.02);
        assert_eq!(beyond(Vec2::new(0.0, -1.0), 0.2), Vec2::new(0.0, -1.0));
        assert!((beyond(Vec2::ONE, 0.2).length() - 1.0).abs() < 1e-6, "no corner is faster");
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
        assert!(turn(&mut app, 1.0, dead) > 0.0, "whatever is chosen, it can be played with");
    }

    #[test]
    fn each_stick_has_a_dead_zone_and_a_curve_of_its_own() {
        let (mut app, pad) = game();
        let mut leans = |options: PadOptions| {
            app.insert_resource(options);
            for along in [GamepadAxis::LeftStickY, GamepadAxis::RightStickX] {
                // A stick that has not moved tells nothing, and Bevy passes on no change that is too small.
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
    fn a_stick_is_a_step_once_each_time_that_it_leans_far() {
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
    fn the_device_that_was_used_last_is_known() {
        let (mut app, pad) = game();
        app.update();
        assert_eq!(*app.world().resource::<Device>(), Device::Keys);
        button(&mut app, pad, East, 1.0);
        seen(&mut app);
        assert_eq!(app.world().resource::<Device>().words("Esc", "B"), "B");
    }
}
