//! Vertical extent: how tall bodies are and which heights they cover, which decides what is seen, shot at and struck.
//!
//! Shots and projectiles aim vertically by themselves, up to 30 degrees up or down. So an intent has no vertical aim:
//! players, bots and the text mode aim only sideways.

use crate::{
    bodies::body::Immovable,
    bodies::height::{BodyHeight, Height},
    deck::ray::Rise,
};
use bevy::{ecs::system::SystemParam, prelude::*};

/// Height of eyes and weapon as a share of the body height; the player's are halfway up the walls.
const EYES: f64 = 10.0 / 13.0;
/// Maximum slope of a shot that aims vertically by itself: the tangent of 30 degrees.
pub(crate) const STEEPEST: f64 = 0.577_350_269_189_625_8;
/// Height at which projectiles aim, as a share of the body height. A standing target is hit above low barriers; a jump
/// clears the projectile.
const BELLY: f64 = 0.4;
/// Vertical overlap up to which one body counts as standing on another, in tiles, so that rounding does not make them
/// collide.
const UPON: f64 = 1e-6;
/// Height of flat objects, in tiles.
const FLAT: f64 = 0.1;

/// A range of heights above the floor, in tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VerticalRange {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl VerticalRange {
    /// Returns the range of a body.
    pub(crate) fn of(height: Height, tall: BodyHeight) -> Self {
        VerticalRange { low: height.at, high: height.at + tall.0 }
    }

    /// Returns the range of a flat object.
    pub(crate) fn lying(height: Height) -> Self {
        VerticalRange { low: height.at, high: height.at + FLAT }
    }

    /// Returns the height of eyes and weapon.
    pub(crate) fn eyes(self) -> f64 {
        self.low + (self.high - self.low) * EYES
    }

    /// Returns the height at which projectiles aim.
    pub(crate) fn belly(self) -> f64 {
        self.low + (self.high - self.low) * BELLY
    }

    /// Returns the height of the middle.
    pub(crate) fn middle(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// Returns true if a projectile at this height hits it.
    pub(crate) fn holds(self, height: f64) -> bool {
        (self.low..=self.high).contains(&height)
    }

    /// Returns true if two ranges overlap: a melee attack reaches no higher and no lower than the attacker's own body.
    pub(crate) fn overlaps(self, other: VerticalRange) -> bool {
        self.low < other.high && other.low < self.high
    }

    /// Returns true if this range is entirely above another one. Such bodies collide only when they rise or fall.
    pub(crate) fn is_upon(self, other: VerticalRange) -> bool {
        self.low + UPON >= other.high
    }

    /// Returns the distance from a height to the range: positive if the range is above it, negative if below, 0 if it
    /// contains the height.
    pub(crate) fn gap(self, height: f64) -> f64 {
        height.clamp(self.low, self.high) - height
    }
}

/// Returns the slope of a bullet fired from a height at a target at this distance, in tiles of height per tile. It is 0
/// if a level bullet hits, and `None` if the target is too steeply above or below.
fn climb_of_bullet(from: f64, to: VerticalRange, distance: f32) -> Option<f64> {
    let (gap, distance) = (to.gap(from), f64::from(distance));
    if gap == 0.0 {
        return Some(0.0);
    }
    (gap.abs() <= STEEPEST * distance).then(|| gap / distance)
}

/// Returns how a projectile rises: it aims at the target's belly as steeply as allowed and then flies level. It does
/// not rise at all if the target cannot be hit.
pub(crate) fn rise_of_bolt(from: f64, to: VerticalRange, distance: f32) -> Rise {
    if climb_of_bullet(from, to, distance).is_none() || distance <= 0.0 {
        return Rise::level(from);
    }
    let climb = ((to.belly() - from) / f64::from(distance)).clamp(-STEEPEST, STEEPEST);
    Rise { from, climb, end: to.belly() }
}

/// Looks up the vertical ranges of bodies.
#[derive(SystemParam)]
pub(crate) struct Heights<'w, 's>(Query<'w, 's, (&'static Height, &'static BodyHeight, Has<Immovable>)>);

impl Heights<'_, '_> {
    /// Returns the range of a body. An entity without one counts as a normally tall body on the floor.
    pub(crate) fn of(&self, entity: Entity) -> VerticalRange {
        self.0
            .get(entity)
            .map_or(VerticalRange::of(default(), default()), |(height, tall, _)| VerticalRange::of(*height, *tall))
    }

    /// Returns the slope of a bullet fired from a height at a target at this distance. Things are not aimed at: level
    /// shots hit them, and shots pass over lower ones.
    pub(crate) fn climb_of_bullet(&self, from: f64, to: Entity, distance: f32) -> Option<f64> {
        let span = self.of(to);
        if self.is_thing(to) { span.holds(from).then_some(0.0) } else { climb_of_bullet(from, span, distance) }
    }

    /// Returns how a projectile rises towards a target at this distance.
    pub(crate) fn rise_of_bolt(&self, from: f64, to: Entity, distance: f32) -> Rise {
        if self.is_thing(to) { Rise::level(from) } else { rise_of_bolt(from, self.of(to), distance) }
    }

    fn is_thing(&self, entity: Entity) -> bool {
        self.0.get(entity).is_ok_and(|(.., is_thing)| is_thing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::numbers::USUAL_TALL;

    const PLAYER: VerticalRange = VerticalRange { low: 0.0, high: USUAL_TALL };
    const HEN: VerticalRange = VerticalRange { low: 0.0, high: 0.25 };

    /// Returns the range of a body of this height that touches the ceiling.
    fn floating(tall: f64) -> VerticalRange {
        let tall = BodyHeight(tall);
        VerticalRange::of(Height { at: tall.ceiling(), rises: 0.0 }, tall)
    }

    #[test]
    fn shot_is_level_unless_the_target_is_higher_or_lower() {
        assert_eq!(PLAYER.eyes(), 0.5);
        assert_eq!(climb_of_bullet(0.5, PLAYER, 3.0), Some(0.0));
        assert_eq!(climb_of_bullet(0.5, HEN, 1.0), Some(-0.25));
        assert_eq!(climb_of_bullet(0.5, HEN, 0.4), None, "steeper than 30 degrees");
        assert_eq!(climb_of_bullet(0.5, floating(0.25), 1.0), Some(0.25));
        assert_eq!(climb_of_bullet(0.5, floating(USUAL_TALL), 0.01), Some(0.0));
        assert_eq!(climb_of_bullet(0.5, PLAYER, 0.0), Some(0.0));
        assert_eq!(climb_of_bullet(0.9, PLAYER, 0.0), None);
    }

    #[test]
    fn bolt_aims_at_the_belly_within_the_maximum_slope() {
        assert!((rise_of_bolt(0.5, PLAYER, 5.0).climb + 0.048).abs() < 1e-9);
        assert!((rise_of_bolt(0.5, PLAYER, 5.0).at(9.0) - 0.26).abs() < 1e-9, "the bolt must then fly level");
        assert!(PLAYER.belly() > level::BARRIER_TOP);
        assert_eq!(rise_of_bolt(0.5, HEN, 0.5).climb, -STEEPEST);
        assert_eq!(rise_of_bolt(0.9, HEN, 0.5).climb, 0.0, "a target that cannot be hit");
        assert_eq!(rise_of_bolt(0.5, PLAYER, 0.0).climb, 0.0);
    }

    #[test]
    fn melee_reach_is_limited_to_the_attackers_height() {
        let fox = VerticalRange { low: 0.0, high: 0.3 };
        assert!(PLAYER.overlaps(floating(USUAL_TALL)) && !PLAYER.overlaps(floating(0.25)));
        assert!(!fox.overlaps(floating(USUAL_TALL)), "the fox is below the player at the ceiling");
        assert!(PLAYER.gap(0.5) == 0.0 && PLAYER.gap(0.9) < -0.2 && floating(0.25).gap(0.5) == 0.25);
    }
}
