//! Heights: how high bodies are above the floor. They fall with constant acceleration and land with a small bounce;
//! without gravity they keep their speed.

use crate::{rules::numbers::USUAL_TALL, tick::tick::TICKS_PER_SECOND};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Gravitational acceleration, in tiles per second squared.
const GRAVITY: f64 = 9.8;
/// Height of the feet of a normally tall body whose head touches the ceiling, in tiles. A jump just reaches it.
pub(crate) const CEILING: f64 = 0.35;
/// Upward speed of the first step without gravity, in tiles per second.
const LEAVES: f64 = 0.3;
/// Share of its speed with which a body bounces off the floor.
const BOUNCE: f64 = 0.2;
/// Bounce speed below which a body stays on the floor, in tiles per second.
const MIN_KNOCKBACK_SPEED: f64 = 0.3;
/// Length of a tick, in seconds.
const SECONDS: f64 = 1.0 / TICKS_PER_SECOND as f64;
/// Maximum height (tiles) and speed (tiles per second) accepted in save data.
const BOUNDS: (f64, f64) = (1.0, 5.0);

/// The height of a body's feet or of the bottom of a thing.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct Height {
    /// Height above the floor, in tiles.
    pub at: f64,
    /// Upward speed, in tiles per second.
    pub rises: f64,
}

/// The height of a body from feet to head, in tiles. It is defined by its kind.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub(crate) struct BodyHeight(pub(crate) f64);

impl Default for BodyHeight {
    /// Returns the most common body height.
    fn default() -> Self {
        BodyHeight(USUAL_TALL)
    }
}

impl BodyHeight {
    /// Returns the height of the feet when the head touches the ceiling, in tiles.
    pub(crate) fn ceiling(self) -> f64 {
        1.0 - self.0
    }
}

impl Height {
    /// Returns true if it is not standing on the floor.
    pub fn is_in_the_air(self) -> bool {
        self.at > 0.0 || self.rises != 0.0
    }

    /// Returns 0 if and only if it is standing on the floor. Combining these bits over many heights is faster than
    /// testing each with [`is_in_the_air`](Self::is_in_the_air).
    pub(crate) fn air_bits(self) -> u64 {
        // The shift drops the sign bit, which may be set for a zero.
        (self.at.to_bits() | self.rises.to_bits()) << 1
    }

    /// Returns true if it has landed in this tick and bounces.
    pub(crate) fn has_bounced(self) -> bool {
        self.at == 0.0 && self.rises > 0.0
    }

    /// Returns true if this is a valid saved height.
    pub(crate) fn is_valid(self) -> bool {
        (0.0..=BOUNDS.0).contains(&self.at) && self.rises.abs() <= BOUNDS.1
    }

    /// Returns true if something supports it under this share of normal gravity: the floor or another body. Falling
    /// bodies are never at rest, so resting above the floor means standing on a body.
    pub(crate) fn stands(self, share: f64) -> bool {
        self.rises == 0.0 && (self.at == 0.0 || share > 0.0)
    }

    /// Advances by one tick under this share of normal gravity, between a floor (or the body below it) and a ceiling,
    /// both in tiles.
    pub(crate) fn fall(&mut self, share: f64, (floor, ceiling): (f64, f64)) {
        if self.at == floor && self.stands(share) {
            return;
        }
        (self.at, self.rises) = fall(self.at, self.rises, GRAVITY * share);
        if self.at <= floor {
            *self = Height { at: floor, rises: bounce(self.rises) };
        } else if self.at >= ceiling && self.rises > 0.0 {
            // It starts to fall in the same tick.
            *self = Height { at: ceiling, rises: fall(0.0, 0.0, GRAVITY * share).1 };
        }
    }

    /// Lifts a body off the floor or the ceiling when it takes a step without gravity.
    pub(crate) fn step_off(&mut self, ceiling: f64) {
        if !self.is_in_the_air() {
            self.rises = LEAVES;
        } else if self.at >= ceiling && self.rises == 0.0 {
            self.rises = -LEAVES;
        }
    }
}

/// Returns the height and the upward speed after one tick of free fall. The result is exact for constant acceleration.
fn fall(height: f64, speed: f64, gravity: f64) -> (f64, f64) {
    let gained = gravity * SECONDS;
    (height + (speed - gained / 2.0) * SECONDS, speed - gained)
}

/// Returns the upward speed after landing with a speed, in tiles per second; 0 if the bounce would be too small.
fn bounce(speed: f64) -> f64 {
    let up = speed.abs() * BOUNCE;
    if up > MIN_KNOCKBACK_SPEED { up } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fall_matches_the_exact_formula_and_bounces_once() {
        let mut one = Height { at: 0.3, rises: 0.0 };
        let mut heights = Vec::new();
        for tick in 1..200 {
            one.fall(1.0, (0.0, CEILING));
            let seconds = f64::from(tick) / 120.0;
            let expected = 0.3 - GRAVITY * seconds * seconds / 2.0;
            assert!(expected < 0.0 || (one.at - expected).abs() < 1e-9, "the height must be exact");
            heights.push(one.at);
        }
        let peaks = heights.windows(3).filter(|three| three[0] < three[1] && three[1] >= three[2]).count();
        assert_eq!((peaks, one), (1, Height::default()));
    }

    #[test]
    fn without_gravity_the_speed_is_kept() {
        let mut one = Height { at: 0.1, rises: 0.1 };
        (0..120).for_each(|_| one.fall(0.0, (0.0, CEILING)));
        assert!((one.at - 0.2).abs() < 1e-9 && one.rises == 0.1);
        (0..600).for_each(|_| one.fall(0.0, (0.0, CEILING)));
        assert_eq!(one, Height { at: CEILING, rises: 0.0 }, "it must stop at the ceiling");
    }
}
