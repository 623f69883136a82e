//! The intent: all that a player, a demo or a bot can want in one tick.

use crate::tick::Tick;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::f32::consts::PI;

/// What is wanted in the next tick. The simulation reads it once a tick; whoever drives it writes it before.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Intent {
    /// Forwards (1) or backwards (-1).
    #[serde(skip_serializing_if = "is_default")]
    pub forward: f32,
    /// To the right (1) or to the left (-1).
    #[serde(skip_serializing_if = "is_default")]
    pub strafe: f32,
    /// The turn in this tick, in radians; positive is to the right.
    #[serde(skip_serializing_if = "is_default")]
    pub turn: f32,
    /// Run instead of walking.
    #[serde(skip_serializing_if = "is_default")]
    pub run: bool,
    /// Fire as long as it is held.
    #[serde(skip_serializing_if = "is_default")]
    pub fire: bool,
    /// Use what is in front: once for each time it is pressed.
    #[serde(rename = "use", skip_serializing_if = "is_default")]
    pub use_: bool,
    /// Change to another weapon: once for each tick that says so.
    #[serde(skip_serializing_if = "is_default")]
    pub weapon: Option<WeaponChoice>,
}

/// Another weapon than the one in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WeaponChoice {
    /// The one of this number; of several, each in turn.
    Slot(u8),
    /// The next one that can be fired.
    Next,
    /// The one before.
    Previous,
}

/// What an intent does not want is left out of a demo.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Intent {
    /// The intent within its ranges, whatever a device or a file put in: a number that is none counts as 0.
    #[must_use]
    pub fn tamed(self) -> Intent {
        let within = |value: f32, limit: f32| if value.is_nan() { 0.0 } else { value.clamp(-limit, limit) };
        Intent {
            forward: within(self.forward, 1.0),
            strafe: within(self.strafe, 1.0),
            turn: within(self.turn, PI),
            ..self
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Intent>();
    app.add_systems(FixedUpdate, tame.in_set(Tick::Intent));
}

fn tame(mut intent: ResMut<Intent>) {
    *intent = intent.tamed();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_intent_is_faster_than_full_speed_and_none_is_not_a_number() {
        let wild = Intent { forward: 9.0, strafe: f32::NAN, turn: f32::INFINITY, ..default() };
        assert_eq!(wild.tamed(), Intent { forward: 1.0, strafe: 0.0, turn: PI, ..default() });
    }
}
