//! Flight: how whoever has a height walks, falls and lands. In the air nothing drives a body: only what touches floor, platform,
//! ladder or rail pushes itself off there.
//!
//! It is a plain struct, so that tests and tools drive it without a world.

use crate::tick::tick::TICKS_PER_SECOND;
use bevy::math::{DVec2, DVec3};

/// How far from a floor one still stands on it, in tiles: rounding must let nobody fall.
const TOUCH: f64 = 1e-6;
/// How far above and below a rail one still holds it, in tiles.
const ARM: f64 = 0.45;
/// The share of its speed with which a body bounces off the floor on which it lands.
const BOUNCE: f64 = 0.2;
/// What would bounce more slowly than this stays, in tiles a second.
const RESTS: f64 = 0.3;
/// The length of a tick, in seconds.
const SECONDS: f64 = 1.0 / TICKS_PER_SECOND as f64;

/// A body with a height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// Where its feet are: x, y and the height, in tiles.
    pub at: DVec3,
    /// How fast it is, in tiles a second.
    pub velocity: DVec3,
}

/// What a body can stand on or hold: a rectangle of the map, at a height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// One corner, in tiles.
    pub from: DVec2,
    /// The opposite one; the edges belong to the rectangle.
    pub to: DVec2,
    /// Its height, in tiles.
    pub height: f64,
    /// What it is.
    pub kind: SurfaceKind,
}

/// What a surface is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurfaceKind {
    /// It is stood on, and nobody gets through from below.
    Floor,
    /// It is stood on, and who jumps gets through from below.
    Platform,
    /// It is held at any height up to its own.
    Ladder,
    /// It is held from an arm's length above to an arm's length below.
    Rail,
}

/// How high something is after a tick of gravity, and how fast it rises then, exactly as a falling body does.
pub(crate) fn fall(height: f64, speed: f64, gravity: f64) -> (f64, f64) {
    let gained = gravity * SECONDS;
    (height + (speed - gained / 2.0) * SECONDS, speed - gained)
}

/// How fast something rises after it has landed with a speed, in tiles a second: a little, or not at all.
pub(crate) fn bounce(speed: f64) -> f64 {
    let up = speed.abs() * BOUNCE;
    if up > RESTS { up } else { 0.0 }
}

/// The velocity that leads from a point to another at a speed, and in the last tick no farther than there.
pub fn towards(from: DVec2, to: DVec2, speed: f64) -> DVec2 {
    let way = to - from;
    let distance = way.length();
    if distance > 0.0 { way * (speed.min(distance / SECONDS) / distance) } else { DVec2::ZERO }
}

impl Surface {
    fn is_under(&self, at: DVec2) -> bool {
        let (least, most) = (self.from.min(self.to), self.from.max(self.to));
        at.cmpge(least).all() && at.cmple(most).all()
    }

    fn is_stood_on(&self) -> bool {
        matches!(self.kind, SurfaceKind::Floor | SurfaceKind::Platform)
    }

    /// True if feet that are here touch it.
    fn holds(&self, at: DVec3) -> bool {
        let above = at.z - self.height;
        let is_near = match self.kind {
            SurfaceKind::Floor | SurfaceKind::Platform => above.abs() <= TOUCH,
            SurfaceKind::Ladder => above <= TOUCH,
            SurfaceKind::Rail => above.abs() <= ARM,
        };
        is_near && self.is_under(at.truncate())
    }
}

impl Flight {
    /// True if it touches something from which it can push itself off, and does not leave it upwards.
    pub fn touches(&self, surfaces: &[Surface]) -> bool {
        self.velocity.z <= 0.0 && surfaces.iter().any(|surface| surface.holds(self.at))
    }

    /// A blow or a push, in mass times tiles a second. The mass is greater than 0.
    pub fn push(&mut self, impulse: DVec3, mass: f64) {
        self.velocity += impulse / mass;
    }

    /// One tick. Where it touches something, an impulse of its mass times the difference makes its velocity the wanted one, along
    /// the floor only; elsewhere nothing but gravity, in tiles a second squared, changes it.
    pub fn tick(&mut self, wanted: DVec2, gravity: f64, surfaces: &[Surface]) {
        let (from, mut to) = (self.at, self.at);
        if self.touches(surfaces) {
            self.velocity = wanted.extend(0.0);
        } else {
            (to.z, self.velocity.z) = fall(from.z, self.velocity.z, gravity);
        }
        to += self.velocity.with_z(0.0) * SECONDS;
        // What it crosses on its way, the first that it meets: so nothing is too thin for the fastest.
        let met = surfaces.iter().filter(|surface| surface.is_met(from, to));
        let height = met.map(|surface| surface.height).reduce(if to.z < from.z { f64::max } else { f64::min });
        (to.z, self.velocity.z) = match height {
            Some(height) if to.z < from.z => (height, bounce(self.velocity.z)),
            // Under a ceiling nobody holds on.
            Some(height) => (height - 2.0 * TOUCH, 0.0),
            None => (to.z, self.velocity.z),
        };
        self.at = to;
    }
}

impl Surface {
    /// True if feet that go from one point to another get onto it from above, or through it from below where that cannot be.
    fn is_met(&self, from: DVec3, to: DVec3) -> bool {
        let is_crossed = if to.z < from.z {
            self.is_stood_on() && (to.z..=from.z + TOUCH).contains(&self.height)
        } else {
            self.kind == SurfaceKind::Floor && from.z + TOUCH < self.height && self.height < to.z
        };
        is_crossed && self.is_under(from.lerp(to, (self.height - from.z) / (to.z - from.z)).truncate())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRAVITY: f64 = 9.8;

    fn floor(height: f64, kind: SurfaceKind) -> Surface {
        Surface { from: DVec2::splat(10.0), to: DVec2::splat(-10.0), height, kind }
    }

    fn body(at: (f64, f64, f64), velocity: (f64, f64, f64)) -> Flight {
        Flight { at: at.into(), velocity: velocity.into() }
    }

    #[test]
    fn whoever_falls_falls_as_everything_does_and_does_not_drift_down_slowly() {
        let mut one = body((0.0, 0.0, 50.0), (1.5, 0.0, 2.0));
        for tick in 1..=240 {
            one.tick(DVec2::new(-3.0, 4.0), GRAVITY, &[floor(0.0, SurfaceKind::Floor)]);
            let seconds = f64::from(tick) / 120.0;
            let expected = 50.0 + 2.0 * seconds - GRAVITY * seconds * seconds / 2.0;
            assert!((one.at.z - expected).abs() < 1e-4, "{tick}: {} instead of {expected}", one.at.z);
        }
        assert_eq!(one.velocity.truncate(), DVec2::new(1.5, 0.0), "in the air nothing drives");
    }

    #[test]
    fn on_the_floor_one_goes_to_a_point_at_a_constant_speed_and_stays_there() {
        let floors = [floor(0.0, SurfaceKind::Floor)];
        let target = DVec2::new(3.0, 4.0);
        let mut one = body((0.0, 0.0, 0.0), (0.0, 0.0, 0.0));
        for _ in 0..299 {
            let wanted = towards(one.at.truncate(), target, 2.0);
            one.tick(wanted, GRAVITY, &floors);
            assert!((one.velocity.length() - 2.0).abs() < 1e-9);
        }
        for _ in 0..120 {
            one.tick(towards(one.at.truncate(), target, 2.0), GRAVITY, &floors);
        }
        assert!(one.at.truncate().distance(target) < 1e-9 && one.velocity.length() < 1e-9, "{one:?}");
    }

    #[test]
    fn whoever_is_pushed_past_its_target_in_the_air_does_not_circle_it() {
        let target = DVec2::ZERO;
        let mut one = body((4.0, 0.0, 100.0), (0.0, 3.0, 0.0));
        for _ in 0..240 {
            one.tick(towards(one.at.truncate(), target, 5.0), GRAVITY, &[]);
            assert_eq!(one.at.x, 4.0);
        }
        assert!((one.at.y - 6.0).abs() < 1e-3, "{}", one.at.y);
    }

    #[test]
    fn landing_bounces_a_little_and_less_each_time() {
        let floors = [floor(1.0, SurfaceKind::Floor)];
        let mut one = body((0.0, 0.0, 3.0), (0.0, 0.0, 0.0));
        let (mut highest, mut landed) = (1.0, false);
        for _ in 0..360 {
            one.tick(DVec2::ZERO, GRAVITY, &floors);
            landed |= one.at.z == 1.0;
            if landed {
                highest = one.at.z.max(highest);
            }
        }
        assert!((1.04..1.12).contains(&highest), "{highest}");
        assert_eq!((one.at.z, one.velocity.z, one.touches(&floors)), (1.0, 0.0, true));
    }

    #[test]
    fn nothing_is_too_fast_for_a_floor_and_platforms_let_through_from_below() {
        let mut fast = body((0.0, 0.0, 5.0), (0.0, 0.0, -1000.0));
        fast.tick(DVec2::ZERO, GRAVITY, &[floor(1.0, SurfaceKind::Floor), floor(2.0, SurfaceKind::Platform)]);
        assert_eq!(fast.at.z, 2.0, "the higher one is met first");
        let rises = |kind| {
            let mut one = body((0.0, 0.0, 0.0), (0.0, 0.0, 8.0));
            (0..40).for_each(|_| one.tick(DVec2::ZERO, GRAVITY, &[floor(1.0, kind)]));
            one.at.z
        };
        assert!(rises(SurfaceKind::Platform) > 1.5);
        assert!(rises(SurfaceKind::Floor) < 0.9, "it has fallen again");
    }

    #[test]
    fn ladders_and_rails_hold_whoever_touches_them() {
        for (kind, height) in [(SurfaceKind::Ladder, 4.0), (SurfaceKind::Rail, 2.2)] {
            let mut one = body((0.0, 0.0, 2.0), (0.0, 0.0, -1.0));
            one.tick(DVec2::X, GRAVITY, &[floor(height, kind)]);
            assert_eq!((one.at.z, one.velocity), (2.0, DVec3::X), "{kind:?}");
        }
        let mut one = body((0.0, 0.0, 2.0), (0.0, 0.0, 0.0));
        one.tick(DVec2::X, GRAVITY, &[floor(3.0, SurfaceKind::Rail)]);
        assert!(one.velocity.z < 0.0 && one.velocity.x == 0.0, "out of reach");
    }

    #[test]
    fn without_gravity_bodies_go_on_as_they_were() {
        let mut one = body((0.0, 0.0, 2.0), (1.0, -2.0, 0.5));
        (0..120).for_each(|_| one.tick(DVec2::new(5.0, 5.0), 0.0, &[]));
        assert!(one.at.distance(DVec3::new(1.0, -2.0, 2.5)) < 1e-4, "{}", one.at);
    }
}
