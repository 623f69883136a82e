//! The wheel of the mouse: its turns as whole notches.

use crate::input::input::Input;
use bevy::{
    input::mouse::{MouseScrollUnit, MouseWheel},
    prelude::*,
};

/// What of a notch has been turned: touchpads tell small parts of it. Positive is away from the player.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct Wheel(f32);

/// How many pixels are told as one notch by a touchpad.
const PIXELS: f32 = 40.0;
/// The most notches that count for a picture.
const MAX_NOTCHES: f32 = 8.0;

impl Wheel {
    /// Turns it; the notches that are full now.
    pub(crate) fn turn(&mut self, turn: &MouseWheel) -> impl Iterator<Item = Input> + use<> {
        self.turn_lines(if turn.unit == MouseScrollUnit::Line { turn.y } else { turn.y / PIXELS })
    }

    fn turn_lines(&mut self, lines: f32) -> impl Iterator<Item = Input> + use<> {
        if lines.is_finite() {
            self.0 = (self.0 + lines).clamp(-MAX_NOTCHES, MAX_NOTCHES);
        }
        let notches = self.0.trunc();
        self.0 -= notches;
        let way = if notches > 0.0 { Input::WheelUp } else { Input::WheelDown };
        std::iter::repeat_n(way, notches.abs() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notch_of_the_wheel_counts_and_parts_of_one_add_up() {
        let mut wheel = Wheel::default();
        assert_eq!(wheel.turn_lines(2.0).collect::<Vec<_>>(), [Input::WheelUp; 2]);
        assert_eq!(wheel.turn_lines(-0.5).count(), 0);
        assert_eq!(wheel.turn_lines(-0.5).collect::<Vec<_>>(), [Input::WheelDown]);
        assert_eq!((wheel.turn_lines(f32::NAN).count(), wheel.turn_lines(1e30).count()), (0, 8));
    }
}
