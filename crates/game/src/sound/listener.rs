//! Where a sound is heard: which ear hears how much of it.

use crate::sound::voice::Ears;
use bevy::{math::ops, prelude::*};
use engine::Heading;

/// The distance at which a sound is half as loud as at the ear, in tiles.
const HALF: f32 = 5.0;
/// How much of a sound from one side is kept from the other ear: all of it would be uncomfortable on headphones.
const SHADOW: f32 = 0.8;
/// Nearer than this a sound moves towards both ears, so that it does not jump over as one passes it; in tiles.
const NEAR: f32 = 1.0;

/// Who hears: where he is and where he looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listener {
    pub(crate) at: Vec2,
    pub(crate) heading: f32,
}

impl Listener {
    /// What his ears hear of a sound from a place, which has come so far, in tiles.
    pub(crate) fn ears(self, from: Vec2, way: f32) -> Ears {
        let to = from - self.at;
        let distance = to.length();
        let halves = way / HALF;
        let loudness = 1.0 / (1.0 + halves * halves);
        // The map's y runs down, so a quarter turn that is to the left in mathematics is to the right here.
        let right_hand = Heading(self.heading).direction().perp();
        let side = SHADOW * to.dot(right_hand) / distance.max(NEAR);
        // The power that both ears hear together stays the same all around.
        let angle = (side + 1.0) * std::f32::consts::FRAC_PI_4;
        Ears { left: loudness * ops::cos(angle), right: loudness * ops::sin(angle), clear: 1.0 }
    }
}

/// What both ears hear of the player's own sounds.
pub(crate) const OWN: Ears =
    Ears { left: std::f32::consts::FRAC_1_SQRT_2, right: std::f32::consts::FRAC_1_SQRT_2, clear: 1.0 };

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::{FRAC_PI_2, PI};

    /// What is heard from a place so far ahead and so far to the right of someone who looks along `heading`.
    fn ears(heading: f32, ahead: f32, right: f32) -> Ears {
        let at = Vec2::new(10.0, 20.0);
        let from = at + Heading(heading).direction() * ahead + Heading(heading + FRAC_PI_2).direction() * right;
        Listener { at, heading }.ears(from, from.distance(at))
    }

    #[test]
    fn what_is_to_the_right_is_louder_in_the_right_ear_wherever_one_looks() {
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
    fn what_is_ahead_or_behind_is_heard_by_both_ears_alike() {
        for ahead in [-4.0, 4.0] {
            let both = ears(1.0, ahead, 0.0);
            assert!((both.left - both.right).abs() < 1e-5);
        }
    }

    #[test]
    fn what_is_farther_is_quieter() {
        let loudness = |ahead| ears(0.3, ahead, 0.0).left;
        let distances = [0.0, 1.0, 3.0, 8.0, 20.0, 100.0];
        assert!(distances.windows(2).all(|pair| loudness(pair[0]) > loudness(pair[1])));
    }

    #[test]
    fn five_tiles_off_it_is_half_as_loud_and_ten_a_fifth() {
        let share = |ahead| ears(0.3, ahead, 0.0).left / ears(0.3, 0.0, 0.0).left;
        assert!((share(5.0) - 0.5).abs() < 1e-5 && (share(10.0) - 0.2).abs() < 1e-5);
    }

    #[test]
    fn what_is_at_the_very_place_is_heard_by_both() {
        let here = ears(0.3, 0.0, 0.0);
        assert!((here.left - OWN.left).abs() < 1e-5 && (here.right - OWN.right).abs() < 1e-5);
    }
}
