//! Direction of a sound: its loudness in each ear.

use bevy::{math::ops, prelude::*};
use engine::Heading;
use mixer::Ears;

/// Distance in tiles at which a sound is half as loud as at the ear.
const HALF: f32 = 5.0;
/// Share of a sound from one side that does not reach the other ear. Full blocking would be uncomfortable on
/// headphones.
const SHADOW: f32 = 0.8;
/// Distance in tiles below which a sound is panned towards the centre, so that it does not jump as the player passes
/// it.
const NEAR: f32 = 1.0;

/// Position and heading of the listener.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listener {
    pub(crate) at: Vec2,
    pub(crate) heading: f32,
}

impl Listener {
    /// Returns the loudness in both ears of a sound from a position whose path has this length in tiles.
    pub(crate) fn ears(self, from: Vec2, way: f32) -> Ears {
        let to = from - self.at;
        let distance = to.length();
        let halves = way / HALF;
        let loudness = 1.0 / (1.0 + halves * halves);
        // The map's y axis points down, so a mathematical left turn is a right turn here.
        let right_hand = Heading(self.heading).direction().perp();
        let side = SHADOW * to.dot(right_hand) / distance.max(NEAR);
        // Constant-power panning: the total power does not depend on the direction.
        let angle = (side + 1.0) * std::f32::consts::FRAC_PI_4;
        Ears { left: loudness * ops::cos(angle), right: loudness * ops::sin(angle), clear: 1.0 }
    }
}

/// Loudness of the player's own sounds.
pub(crate) const OWN: Ears =
    Ears { left: std::f32::consts::FRAC_1_SQRT_2, right: std::f32::consts::FRAC_1_SQRT_2, clear: 1.0 };

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::{FRAC_PI_2, PI};

    /// Returns the loudness of a sound at a distance ahead and to the right of a listener with this heading.
    fn ears(heading: f32, ahead: f32, right: f32) -> Ears {
        let at = Vec2::new(10.0, 20.0);
        let from = at + Heading(heading).direction() * ahead + Heading(heading + FRAC_PI_2).direction() * right;
        Listener { at, heading }.ears(from, from.distance(at))
    }

    #[test]
    fn sound_on_the_right_is_louder_in_the_right_ear() {
        for heading in [0.0, 0.7, FRAC_PI_2, 2.5, PI, -0.7, -FRAC_PI_2, -3.0] {
            for ahead in [-3.0, 0.0, 3.0] {
                let right = ears(heading, ahead, 2.0);
                assert!(right.right > right.left * 1.2, "{heading} {ahead}: {right:?}");
                let left = ears(heading, ahead, -2.0);
                assert!(left.left > left.right * 1.2, "{heading} {ahead}: {left:?}");
            }
        }
    }

    #[test]
    fn sound_ahead_or_behind_is_equal_in_both_ears() {
        for ahead in [-4.0, 4.0] {
            let both = ears(1.0, ahead, 0.0);
            assert!((both.left - both.right).abs() < 1e-5);
        }
    }

    #[test]
    fn sound_fades_with_distance() {
        let loudness = |ahead| ears(0.3, ahead, 0.0).left;
        let distances = [0.0, 1.0, 3.0, 8.0, 20.0, 100.0];
        assert!(distances.windows(2).all(|pair| loudness(pair[0]) > loudness(pair[1])));
    }

    #[test]
    fn loudness_halves_at_5_tiles_and_is_a_fifth_at_10() {
        let share = |ahead| ears(0.3, ahead, 0.0).left / ears(0.3, 0.0, 0.0).left;
        assert!((share(5.0) - 0.5).abs() < 1e-5 && (share(10.0) - 0.2).abs() < 1e-5);
    }

    #[test]
    fn sound_at_the_listener_is_audible_in_both_ears() {
        let here = ears(0.3, 0.0, 0.0);
        assert!((here.left - OWN.left).abs() < 1e-5 && (here.right - OWN.right).abs() < 1e-5);
    }
}
