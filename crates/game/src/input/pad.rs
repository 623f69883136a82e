//! The pads: what their sticks and buttons do, taken in event by event, so that no press is lost or counted twice.
//!
//! All pads together are one: whoever has one in his hands plays. One may come and go at any time, and may be connected twice.
//!
//! Whoever is not at the window means nothing by a pad: what goes down meanwhile counts only once it was let go and goes down again.

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
const MIN_TURNING: f32 = 0.1;
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

/// A press of the same button on another pad so soon is that of one pad which two drivers report.
const TWICE: Duration = Duration::from_millis(50);

/// A button that is held.
#[derive(Clone, Copy, Debug)]
struct Held {
    pad: Entity,
    button: GamepadButton,
    /// When it went down, in the time of the game.
    since: Duration,
    /// The player was at the window all the time.
    counts: bool,
}

/// The left stick of a pad, for steps.
#[derive(Clone, Copy, Debug)]
struct Stick {
    pad: Entity,
    at: Vec2,
    /// The step that it is at.
    leans: Option<GamepadButton>,
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
    sticks: Vec<Stick>,
    /// The pad that was used last.
    in_use: Option<Entity>,
    /// That pad has gone since the last picture.
    is_lost: bool,
}

impl Pads {
    /// Whether one of these buttons is held.
    pub(crate) fn held(&self, buttons: &[GamepadButton]) -> bool {
        self.held.iter().any(|held| held.counts && buttons.contains(&held.button))
    }

    /// The steps of the left stick, as presses of the cross.
    pub(crate) fn steps(&self) -> impl Iterator<Item = GamepadButton> {
        self.steps.iter().copied()
    }

    /// Whether the pad in use has gone since the last picture.
    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Whether anything was done since the last picture.
    fn is_touched(&self) -> bool {
        !self.pressed.is_empty() || !self.steps.is_empty() || self.walk != Vec2::ZERO || self.turn != 0.0
    }

    /// Takes in an event at a time; `is_away` if the player is not at the window.
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
                // One that is connected again without having gone begins anew, too.
                self.held.retain(|held| held.pad != change.gamepad);
                self.sticks.retain(|stick| stick.pad != change.gamepad);
                self.is_lost |= change.connection == GamepadConnection::Disconnected
                    && self.in_use.take_if(|pad| *pad == change.gamepad).is_some();
            }
        }
    }

    /// Takes a step if the left stick of a pad has just come to lean far to a side.
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
            // Two pads that lean to the same side are one step.
            let is_same = |other: &Stick| other.pad != pad && other.leans == Some(side);
            if !is_away && !self.sticks.iter().any(is_same) {
                self.steps.push(side);
            }
        }
    }

    /// Lets go of everything: what is still held counts only once it goes down again.
    fn let_go(&mut self) {
        self.held.iter_mut().for_each(|held| held.counts = false);
        (self.walk, self.turn) = (Vec2::ZERO, 0.0);
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
        // Hints name keys until a pad is used again.
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
    let lean = farthest(Gamepad::right_stick, options.turn_dead_zone).x;
    pads.turn = options.turn_curve.bend(lean) * TURN * options.turning.part().max(MIN_TURNING);
    if pads.is_touched() {
        *device = Device::Pad;
    }
}

#[cfg(test)]
#[path = "pad_tests.rs"]
mod tests;
