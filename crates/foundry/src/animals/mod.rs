//! The ship's animals, and the robot that cleans up after them.
//!
//! This module contains the figures that are modelled like the monsters but are alive or robots. It does not know how a
//! body is posed and lit.

pub(crate) mod chicken;
pub(crate) mod fox;
pub(crate) mod monkey;
pub(crate) mod robot;

use crate::{monsters::figures, monsters::kind::Kind, tools::job::Job};

/// Every kind.
const KINDS: &[Kind] = &[monkey::KIND, fox::KIND, chicken::KIND, robot::KIND];

/// All kinds.
pub(crate) fn kinds() -> impl Iterator<Item = &'static Kind> {
    KINDS.iter()
}

/// Returns the jobs that make this module's sheets.
pub(crate) fn jobs() -> Vec<Job> {
    figures(KINDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        monsters::kind::{SIDES, VIEWS},
        tools::canvas::Canvas,
        tools::palette::SHINING,
    };

    #[test]
    fn animals_touch_the_deck_and_not_the_sides() {
        for kind in KINDS {
            let seen = (0..kind.sides).flat_map(|view| kind.seen(view)).chain(kind.dying());
            for (name, canvas) in seen {
                assert!((0..64).any(|x| canvas.ink(x, 63).is_some()), "{name} floats");
                assert!((0..64).all(|y| canvas.ink(0, y).or(canvas.ink(63, y)).is_none()), "{name} is cut off");
                assert!(canvas.alphas().all(|alpha| matches!(alpha, 0 | SHINING..)), "{name} is see-through");
            }
        }
    }

    /// Returns the overlap of two outlines, the second one mirrored.
    fn overlap(one: &Canvas, mirrored: &Canvas) -> f32 {
        let pixels = (0..64).flat_map(|y| (0..64).map(move |x| (x, y)));
        let painted = pixels.map(|(x, y)| (one.ink(x, y).is_some(), mirrored.ink(63 - x, y).is_some()));
        let (both, any) = painted.fold((0, 0), |(both, any), (here, there)| {
            (both + i32::from(here && there), any + i32::from(here || there))
        });
        both as f32 / any as f32
    }

    #[test]
    fn figures_drawn_from_five_sides_are_symmetric() {
        let alike = |kind: &Kind| {
            let pairs = kind.poses.held().into_iter().flat_map(|pose| (1..4).map(move |side| (pose, side)));
            let overlaps = pairs.map(|(pose, side)| {
                overlap(&(kind.figure)(&pose, side), &(kind.figure)(&pose.mirrored(), SIDES - side))
            });
            overlaps.fold(1.0, f32::min)
        };
        for kind in KINDS {
            let alike = alike(kind);
            assert!(kind.sides == SIDES || (kind.sides == VIEWS && alike > 0.9), "{}: {alike}", kind.name);
        }
        assert!(alike(&monkey::KIND) < 0.9, "its tail curls to one side");
    }

    #[test]
    fn robot_glows_until_it_is_a_wreck() {
        let shines = |moment: &str| {
            let (_, canvas) =
                robot::KIND.seen(0).chain(robot::KIND.dying()).find(|(name, _)| name.contains(moment)).unwrap();
            canvas.alphas().filter(|alpha| *alpha == SHINING).count()
        };
        assert!(shines("_stand") > 4 && shines("_corpse") == 0);
    }
}
