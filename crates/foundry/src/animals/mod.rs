//! The ship's animals, and the robot that cleans up after them.
//!
//! Whoever is modelled as the undead are, but is alive or of tin, lives here; how a body is bent and lit does not.

mod chicken;
mod fox;
mod monkey;
mod robot;

use crate::tools::job::Job;
use crate::undead::figures;
use crate::undead::kind::Kind;

/// Every kind.
const KINDS: &[Kind] = &[monkey::KIND, fox::KIND, chicken::KIND, robot::KIND];

/// The names of all kinds.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|kind| kind.name)
}

/// What makes the files of this room.
pub(crate) fn jobs() -> Vec<Job> {
    figures(KINDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::palette::SHINING;
    use crate::undead::kind::VIEWS;

    #[test]
    fn animals_stand_on_the_deck_and_clear_of_the_sides() {
        for kind in KINDS {
            let seen = (0..VIEWS).flat_map(|view| kind.seen(view)).chain(kind.dying());
            for (name, canvas) in seen {
                assert!((0..64).any(|x| canvas.ink(x, 63).is_some()), "{name} floats");
                assert!((0..64).all(|y| canvas.ink(0, y).or(canvas.ink(63, y)).is_none()), "{name} is cut off");
                assert!(canvas.alphas().all(|alpha| matches!(alpha, 0 | SHINING..)), "{name} is see-through");
            }
        }
    }

    #[test]
    fn the_robot_shines_until_it_is_a_wreck() {
        let shines = |moment: &str| {
            let (_, canvas) =
                robot::KIND.seen(0).chain(robot::KIND.dying()).find(|(name, _)| name.contains(moment)).unwrap();
            canvas.alphas().filter(|alpha| *alpha == SHINING).count()
        };
        assert!(shines("_stand") > 4 && shines("_corpse") == 0);
    }
}
