//! Stature: how tall whoever has a body is, and from where to where he so reaches in height: who is seen, shot at and struck there.
//!
//! Shots and what flies find by themselves whoever is higher or lower within 30 degrees, so an intent knows no up and down: nobody, person,
//! bot or the words of the game in text, aims but to the sides.

use crate::{
    bodies::body::Immovable,
    bodies::height::{BodyHeight, Height},
    deck::ray::Rise,
};
use bevy::{ecs::system::SystemParam, prelude::*};

/// The eyes are at this share of somebody's height, and so is his weapon: the player's are halfway up the walls.
const EYES: f64 = 10.0 / 13.0;
/// A shot finds by itself whoever is higher or lower, if he is no steeper than this: the tangent of 30 degrees.
pub(crate) const STEEPEST: f64 = 0.577_350_269_189_625_8;
/// What flies makes for this share of somebody's height: a standing one is met above low barriers, and a jump clears it.
const BELLY: f64 = 0.4;
/// Two that reach so far into each other's height, in tiles, are one upon the other: rounding lets nobody on top of another one meet him.
const UPON: f64 = 1e-6;
/// So high is what lies flat, in tiles.
const FLAT: f64 = 0.1;

/// From where to where something reaches in height, in tiles above the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VerticalRange {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl VerticalRange {
    /// That of a body.
    pub(crate) fn of(height: Height, tall: BodyHeight) -> Self {
        VerticalRange { low: height.at, high: height.at + tall.0 }
    }

    /// That of what lies flat.
    pub(crate) fn lying(height: Height) -> Self {
        VerticalRange { low: height.at, high: height.at + FLAT }
    }

    /// How high eyes and weapon are.
    pub(crate) fn eyes(self) -> f64 {
        self.low + (self.high - self.low) * EYES
    }

    /// How high what flies makes for.
    pub(crate) fn belly(self) -> f64 {
        self.low + (self.high - self.low) * BELLY
    }

    /// How high its middle is.
    pub(crate) fn middle(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// True if what flies at this height meets it.
    pub(crate) fn holds(self, height: f64) -> bool {
        (self.low..=self.high).contains(&height)
    }

    /// True if two are side by side in some part: a blow reaches no higher and no lower than whoever strikes it.
    pub(crate) fn overlaps(self, other: VerticalRange) -> bool {
        self.low < other.high && other.low < self.high
    }

    /// True if the whole of it is above another one: bodies so meet only if they rise or fall.
    pub(crate) fn is_upon(self, other: VerticalRange) -> bool {
        self.low + UPON >= other.high
    }

    /// How far it is above a height, or below it if that is less than 0; 0 beside it.
    pub(crate) fn gap(self, height: f64) -> f64 {
        height.clamp(self.low, self.high) - height
    }
}

/// How much a bullet rises in each tile that sets out at a height and is to meet somebody so far off, in tiles: not at all if it meets
/// him so. None if he is too steeply above or below.
fn climb_of_bullet(from: f64, to: VerticalRange, distance: f32) -> Option<f64> {
    let (gap, distance) = (to.gap(from), f64::from(distance));
    if gap == 0.0 {
        return Some(0.0);
    }
    (gap.abs() <= STEEPEST * distance).then(|| gap / distance)
}

/// How what flies rises that sets out so: it makes for the belly of whom it is to meet, as steeply as it can, and flies on level. It
/// does not rise at all if he cannot be met.
pub(crate) fn rise_of_bolt(from: f64, to: VerticalRange, distance: f32) -> Rise {
    if climb_of_bullet(from, to, distance).is_none() || distance <= 0.0 {
        return Rise::level(from);
    }
    let climb = ((to.belly() - from) / f64::from(distance)).clamp(-STEEPEST, STEEPEST);
    Rise { from, climb, end: to.belly() }
}

/// Looks up from where to where somebody reaches.
#[derive(SystemParam)]
pub(crate) struct Heights<'w, 's>(Query<'w, 's, (&'static Height, &'static BodyHeight, Has<Immovable>)>);

impl Heights<'_, '_> {
    /// That of a body; one that has none stands on the floor and is as tall as most.
    pub(crate) fn of(&self, entity: Entity) -> VerticalRange {
        self.0
            .get(entity)
            .map_or(VerticalRange::of(default(), default()), |(height, tall, _)| VerticalRange::of(*height, *tall))
    }

    /// How much a bullet rises in each tile that sets out at a height and is to meet somebody so far off. At things nobody aims: they
    /// are met by level shots, and what is lower than these is shot over.
    pub(crate) fn climb_of_bullet(&self, from: f64, to: Entity, distance: f32) -> Option<f64> {
        let span = self.of(to);
        if self.is_thing(to) { span.holds(from).then_some(0.0) } else { climb_of_bullet(from, span, distance) }
    }

    /// How what flies rises to meet somebody so far off.
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

    /// One so tall under the ceiling.
    fn floating(tall: f64) -> VerticalRange {
        let tall = BodyHeight(tall);
        VerticalRange::of(Height { at: tall.ceiling(), rises: 0.0 }, tall)
    }

    #[test]
    fn a_level_shot_meets_whoever_stands_and_is_aimed_at_who_is_higher_or_lower() {
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
    fn a_bolt_makes_for_the_belly_and_no_steeper_than_it_can() {
        assert!((rise_of_bolt(0.5, PLAYER, 5.0).climb + 0.048).abs() < 1e-9);
        assert!((rise_of_bolt(0.5, PLAYER, 5.0).at(9.0) - 0.26).abs() < 1e-9, "and then level");
        assert!(PLAYER.belly() > level::BARRIER_TOP);
        assert_eq!(rise_of_bolt(0.5, HEN, 0.5).climb, -STEEPEST);
        assert_eq!(rise_of_bolt(0.9, HEN, 0.5).climb, 0.0, "it cannot be met");
        assert_eq!(rise_of_bolt(0.5, PLAYER, 0.0).climb, 0.0);
    }

    #[test]
    fn a_blow_reaches_as_high_as_whoever_strikes_it() {
        let fox = VerticalRange { low: 0.0, high: 0.3 };
        assert!(PLAYER.overlaps(floating(USUAL_TALL)) && !PLAYER.overlaps(floating(0.25)));
        assert!(!fox.overlaps(floating(USUAL_TALL)), "the fox below the player at the ceiling");
        assert!(PLAYER.gap(0.5) == 0.0 && PLAYER.gap(0.9) < -0.2 && floating(0.25).gap(0.5) == 0.25);
    }
}
