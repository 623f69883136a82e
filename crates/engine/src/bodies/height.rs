//! Heights: how high whatever has a body is above the floor. It falls as everything does, and lands with a small bounce; where
//! nothing pulls at it, it floats on as it was.

use crate::{rules::numbers::USUAL_TALL, tick::tick::TICKS_PER_SECOND};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// What pulls things down, in tiles a second squared.
const GRAVITY: f64 = 9.8;
/// So high above the floor are the feet of whoever is as tall as most and has the ceiling over his head, in tiles: a jump just
/// reaches it.
pub(crate) const CEILING: f64 = 0.35;
/// How fast the first step takes him off the floor whom nothing holds there, in tiles a second.
const LEAVES: f64 = 0.3;
/// The share of its speed with which a body bounces off the floor on which it lands.
const BOUNCE: f64 = 0.2;
/// What would bounce more slowly than this stays, in tiles a second.
const MIN_KNOCKBACK_SPEED: f64 = 0.3;
/// The length of a tick, in seconds.
const SECONDS: f64 = 1.0 / TICKS_PER_SECOND as f64;
/// The greatest height and the greatest speed that there can be.
const BOUNDS: (f64, f64) = (1.0, 5.0);

/// How high the feet of a body are, or the bottom of a thing.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Height {
    /// Above the floor, in tiles.
    pub at: f64,
    /// How fast it rises, in tiles a second.
    pub rises: f64,
}

/// How tall somebody or something is, in tiles; his kind says it.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(crate) struct BodyHeight(pub(crate) f64);

impl Default for BodyHeight {
    /// As tall as most.
    fn default() -> Self {
        BodyHeight(USUAL_TALL)
    }
}

impl BodyHeight {
    /// How high above the floor his feet are when he has the ceiling over his head, in tiles.
    pub(crate) fn ceiling(self) -> f64 {
        1.0 - self.0
    }
}

impl Height {
    /// True if it does not stand on the floor.
    pub fn is_in_the_air(self) -> bool {
        self.at > 0.0 || self.rises != 0.0
    }

    /// Not 0 if it does not stand on the floor: of many of them the bits that any has are quicker told than whether one of them is in
    /// the air.
    pub(crate) fn air_bits(self) -> u64 {
        // The first bit is a sign, which a zero may have, too.
        (self.at.to_bits() | self.rises.to_bits()) << 1
    }

    /// True if it has landed in this tick, and bounces.
    pub(crate) fn has_bounced(self) -> bool {
        self.at == 0.0 && self.rises > 0.0
    }

    /// True if there can be such a one.
    pub(crate) fn is_valid(self) -> bool {
        (0.0..=BOUNDS.0).contains(&self.at) && self.rises.abs() <= BOUNDS.1
    }

    /// True if something holds it up where this share of the usual gravity pulls at it: the floor, or whom it stands on. What
    /// falls is never at rest.
    pub(crate) fn stands(self, share: f64) -> bool {
        self.rises == 0.0 && (self.at == 0.0 || share > 0.0)
    }

    /// A tick passes where this share of the usual gravity pulls at it; the floor, or whom it comes down on, and the ceiling let it
    /// fall no lower and rise no higher than this.
    pub(crate) fn fall(&mut self, share: f64, (floor, ceiling): (f64, f64)) {
        if self.at == floor && self.stands(share) {
            return;
        }
        (self.at, self.rises) = fall(self.at, self.rises, GRAVITY * share);
        if self.at <= floor {
            *self = Height { at: floor, rises: bounce(self.rises) };
        } else if self.at >= ceiling && self.rises > 0.0 {
            // It falls again at once.
            *self = Height { at: ceiling, rises: fall(0.0, 0.0, GRAVITY * share).1 };
        }
    }

    /// Whoever walks where nothing holds him leaves the floor, or the ceiling, with his first step.
    pub(crate) fn step_off(&mut self, ceiling: f64) {
        if !self.is_in_the_air() {
            self.rises = LEAVES;
        } else if self.at >= ceiling && self.rises == 0.0 {
            self.rises = -LEAVES;
        }
    }
}

/// How high something is after a tick of gravity, and how fast it rises then, exactly as a falling body does.
fn fall(height: f64, speed: f64, gravity: f64) -> (f64, f64) {
    let gained = gravity * SECONDS;
    (height + (speed - gained / 2.0) * SECONDS, speed - gained)
}

/// How fast something rises after it has landed with a speed, in tiles a second: a little, or not at all.
fn bounce(speed: f64) -> f64 {
    let up = speed.abs() * BOUNCE;
    if up > MIN_KNOCKBACK_SPEED { up } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_falls_falls_as_everything_does_and_bounces_once() {
        let mut one = Height { at: 0.3, rises: 0.0 };
        let mut heights = Vec::new();
        for tick in 1..200 {
            one.fall(1.0, (0.0, CEILING));
            let seconds = f64::from(tick) / 120.0;
            let expected = 0.3 - GRAVITY * seconds * seconds / 2.0;
            assert!(expected < 0.0 || (one.at - expected).abs() < 1e-9, "it does not drift down slowly");
            heights.push(one.at);
        }
        let peaks = heights.windows(3).filter(|three| three[0] < three[1] && three[1] >= three[2]).count();
        assert_eq!((peaks, one), (1, Height::default()));
    }

    #[test]
    fn where_nothing_pulls_it_goes_on_as_it_was() {
        let mut one = Height { at: 0.1, rises: 0.1 };
        (0..120).for_each(|_| one.fall(0.0, (0.0, CEILING)));
        assert!((one.at - 0.2).abs() < 1e-9 && one.rises == 0.1);
        (0..600).for_each(|_| one.fall(0.0, (0.0, CEILING)));
        assert_eq!(one, Height { at: CEILING, rises: 0.0 }, "up to the ceiling");
    }
}
