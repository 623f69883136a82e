//! Mouse wheel input in whole notches.

use crate::input::input::Input;
use bevy::{
    input::mouse::{MouseScrollUnit, MouseWheel},
    prelude::*,
};

/// Fraction of a notch turned so far; touchpads report small fractions. Positive is away from the player.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct Wheel(f32);

/// Number of touchpad pixels per notch.
const PIXELS: f32 = 40.0;
/// Maximum number of notches per frame.
const MAX_NOTCHES: f32 = 8.0;

impl Wheel {
    /// Adds a turn and returns the completed notches.
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
    fn fractions_of_wheel_notches_add_up() {
        let mut wheel = Wheel::default();
        assert_eq!(wheel.turn_lines(2.0).collect::<Vec<_>>(), [Input::WheelUp; 2]);
        assert_eq!(wheel.turn_lines(-0.5).count(), 0);
        assert_eq!(wheel.turn_lines(-0.5).collect::<Vec<_>>(), [Input::WheelDown]);
        assert_eq!((wheel.turn_lines(f32::NAN).count(), wheel.turn_lines(1e30).count()), (0, 8));
    }
}
