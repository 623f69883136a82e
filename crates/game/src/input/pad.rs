//! Gamepads: sticks and buttons, processed event by event so that no press is lost or counted twice.
//!
//! All connected gamepads act as one. They may connect and disconnect at any time, and may be reported by two drivers.
//!
//! Gamepads are ignored while the window has no focus. A button pressed meanwhile only counts after it was released and
//! pressed again.

use crate::window::focus::{Focus, TakeFocus};
use bevy::{
    input::InputSystems,
    input::gamepad::{GamepadConnection, GamepadEvent},
    prelude::*,
};
use renderer::Strength;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use strum::VariantArray;

/// Gamepad options.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct PadOptions {
    /// Dead zone of the left stick, in percent of its range.
    pub(crate) dead_zone: Strength,
    /// Dead zone of the right stick.
    pub(crate) turn_dead_zone: Strength,
    /// Response curves of the left stick (walking) and the right stick (turning).
    pub(crate) walk_curve: Curve,
    pub(crate) turn_curve: Curve,
    /// Turn rate of the right stick.
    pub(crate) turning: Strength,
    /// Strength of rumble.
    pub(crate) rumble: Strength,
}

impl Default for PadOptions {
    fn default() -> Self {
        PadOptions {
            dead_zone: Strength::percent(20),
            turn_dead_zone: Strength::percent(20),
            walk_curve: Curve::Straight,
            // Small deflections turn slowly, for precise aiming.
            turn_curve: Curve::Gentle,
            turning: Strength::percent(50),
            rumble: Strength::FULL,
        }
    }
}

/// Response curve of a stick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub(crate) enum Curve {
    /// Linear.
    Straight,
    /// Quadratic: a quarter at half deflection.
    Gentle,
    /// Cubic: an eighth at half deflection.
    Steep,
}

impl Curve {
    /// Maps a deflection from -1 to 1 to the output.
    fn bend(self, lean: f32) -> f32 {
        match self {
            Curve::Straight => lean,
            Curve::Gentle => lean * lean.abs(),
            Curve::Steep => lean * lean * lean,
        }
    }
}

/// Maximum dead zone and minimum turn rate, so that a gamepad always stays usable.
const MAX_DEAD_ZONE: f32 = 0.9;
const MIN_TURNING: f32 = 0.1;
/// Turn rate at full deflection and full `turning`, in radians per second.
const TURN: f32 = 6.0;
/// Stick deflections at which a menu step is triggered and after which the next one can be.
const STEP: f32 = 0.6;
const BACK: f32 = 0.35;

/// Device that was used last. Hints name its inputs.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Device {
    /// Keyboard and mouse.
    #[default]
    Keys,
    Pad,
}

impl Device {
    /// Returns the variant for this device.
    pub(crate) fn words<T>(self, keys: T, pad: T) -> T {
        match self {
            Device::Keys => keys,
            Device::Pad => pad,
        }
    }
}

/// Presses of the same button on two gamepads within this time are one press reported by two drivers.
const TWICE: Duration = Duration::from_millis(50);

/// Button that is held.
#[derive(Clone, Copy, Debug)]
struct Held {
    pad: Entity,
    button: GamepadButton,
    /// Time at which it was pressed.
    since: Duration,
    /// False if the window has lost the focus since then.
    counts: bool,
}

/// State of a left stick for menu steps.
#[derive(Clone, Copy, Debug)]
struct Stick {
    pad: Entity,
    at: Vec2,
    /// Direction of the current step.
    leans: Option<GamepadButton>,
}

/// State of all gamepads.
#[derive(Resource, Debug, Default)]
pub(crate) struct Pads {
    /// Left stick output beyond its dead zone: right and forward, each from -1 to 1.
    pub(crate) walk: Vec2,
    /// Turn rate to the right from the right stick, in radians per second.
    pub(crate) turn: f32,
    /// Right stick beyond its dead zone: right and up, with a length of at most 1.
    pub(crate) right: Vec2,
    /// Buttons pressed since the last frame, in order.
    pub(crate) pressed: Vec<GamepadButton>,
    /// Menu steps of the left stick, as presses of the D-pad. Not used on a deck.
    steps: Vec<GamepadButton>,
    held: Vec<Held>,
    sticks: Vec<Stick>,
    /// Gamepad that was used last.
    in_use: Option<Entity>,
    /// True if that gamepad was disconnected since the last frame.
    is_lost: bool,
}

impl Pads {
    /// Returns true if one of these buttons is held.
    pub(crate) fn held(&self, buttons: &[GamepadButton]) -> bool {
        self.held.iter().any(|held| held.counts && buttons.contains(&held.button))
    }

    /// Returns the menu steps of the left stick, as presses of the D-pad.
    pub(crate) fn steps(&self) -> impl Iterator<Item = GamepadButton> {
        self.steps.iter().copied()
    }

    /// Returns true if the gamepad in use was disconnected since the last frame.
    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Returns true if there was any input since the last frame.
    fn is_touched(&self) -> bool {
        !self.pressed.is_empty() || !self.steps.is_empty() || self.walk != Vec2::ZERO || self.turn != 0.0
    }

    /// Processes an event. `is_away` is true if the window has no focus.
    fn follow(&mut self, event: &GamepadEvent, now: Duration, is_away: bool) {
        match event {
            GamepadEvent::Button(change) => {
                let (pad, button) = (change.entity, change.button);
                let is_it = |held: &Held| (held.pad, held.button) == (pad, button);
                let was_held = self.held.iter().any(is_it);
                if change.state.is_pressed() && !was_held {
                    let is_same = |held: &Held| held.button == button && now.saturating_sub(held.since) < TWICE;
                    if !is_away && !self.held.iter().any(is_same) {
                        self.pressed.push(button);
                        self.in_use = Some(pad);
                    }
                    self.held.push(Held { pad, button, since: now, counts: !is_away });
                } else if !change.state.is_pressed() {
                    self.held.retain(|held| !is_it(held));
                }
            }
            GamepadEvent::Axis(change) => self.lean(change.entity, change.axis, change.value, is_away),
            GamepadEvent::Connection(change) => {
                // A gamepad that is connected again without a disconnection starts afresh, too.
                self.held.retain(|held| held.pad != change.gamepad);
                self.sticks.retain(|stick| stick.pad != change.gamepad);
                self.is_lost |= change.connection == GamepadConnection::Disconnected
                    && self.in_use.take_if(|pad| *pad == change.gamepad).is_some();
            }
        }
    }

    /// Adds a menu step if the left stick of a gamepad has just been moved far to one side.
    fn lean(&mut self, pad: Entity, axis: GamepadAxis, value: f32, is_away: bool) {
        let number = self.sticks.iter().position(|stick| stick.pad == pad).unwrap_or_else(|| {
            self.sticks.push(Stick { pad, at: Vec2::ZERO, leans: None });
            self.sticks.len() - 1
        });
        if value.abs() >= STEP && !is_away {
            self.in_use = Some(pad);
        }
        let stick = &mut self.sticks[number];
        match axis {
            GamepadAxis::LeftStickX => stick.at.x = value,
            GamepadAxis::LeftStickY => stick.at.y = value,
            _ => return,
        }
        let far = stick.at.abs().max_element();
        let side = match stick.at {
            Vec2 { x, y } if x.abs() > y.abs() && x > 0.0 => GamepadButton::DPadRight,
            Vec2 { x, y } if x.abs() > y.abs() => GamepadButton::DPadLeft,
            Vec2 { y, .. } if y > 0.0 => GamepadButton::DPadUp,
            _ => GamepadButton::DPadDown,
        };
        if far <= BACK {
            stick.leans = None;
        } else if far >= STEP && stick.leans != Some(side) {
            stick.leans = Some(side);
            // Two gamepads that lean to the same side count as one step.
            let is_same = |other: &Stick| other.pad != pad && other.leans == Some(side);
            if !is_away && !self.sticks.iter().any(is_same) {
                self.steps.push(side);
            }
        }
    }

    /// Releases everything. Inputs that are still held only count after they are pressed again.
    fn let_go(&mut self) {
        self.held.iter_mut().for_each(|held| held.counts = false);
        (self.walk, self.turn, self.right) = (Vec2::ZERO, 0.0, Vec2::ZERO);
    }
}

/// Returns the deflection of a stick beyond its dead zone, scaled to a length of at most 1.
fn beyond(stick: Vec2, dead: f32) -> Vec2 {
    let far = stick.length();
    if !far.is_finite() || far <= dead {
        return Vec2::ZERO;
    }
    stick / far * ((far - dead) / (1.0 - dead)).min(1.0)
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Pads>().init_resource::<PadOptions>().init_resource::<Device>().init_resource::<Focus>();
    app.add_systems(PreUpdate, gather.after(InputSystems).after(TakeFocus));
}

pub(crate) fn gather(
    mut events: MessageReader<GamepadEvent>,
    gamepads: Query<&Gamepad>,
    (options, focus, time): (Res<PadOptions>, Res<Focus>, Option<Res<Time<Real>>>),
    mut pads: ResMut<Pads>,
    mut device: ResMut<Device>,
) {
    let pads = &mut *pads;
    pads.pressed.clear();
    pads.steps.clear();
    pads.is_lost = false;
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    for event in events.read() {
        pads.follow(event, now, focus.is_away());
    }
    if pads.is_lost && *device == Device::Pad {
        // Hints name keys until a gamepad is used again.
        *device = Device::Keys;
    } else {
        pads.is_lost = false;
    }
    if focus.is_away() {
        return pads.let_go();
    }
    let farthest = |stick: fn(&Gamepad) -> Vec2, dead: Strength| {
        let dead = dead.part().min(MAX_DEAD_ZONE);
        let sticks = gamepads.iter().map(|pad| beyond(stick(pad), dead));
        sticks.fold(Vec2::ZERO, |one, other| if other.length() > one.length() { other } else { one })
    };
    let walk = farthest(Gamepad::left_stick, options.dead_zone);
    pads.walk = walk.normalize_or_zero() * options.walk_curve.bend(walk.length());
    pads.right = farthest(Gamepad::right_stick, options.turn_dead_zone);
    pads.turn = options.turn_curve.bend(pads.right.x) * TURN * options.turning.part().max(MIN_TURNING);
    if pads.is_touched() {
        *device = Device::Pad;
    }
}

#[cfg(test)]
#[path = "pad_tests.rs"]
mod tests;
