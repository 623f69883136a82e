//! The monsters: modelled figures in poses, drawn from all sides.
//!
//! Their voices are in `sounds`.

pub(crate) mod bloater;
pub(crate) mod body;
pub(crate) mod brute;
pub(crate) mod cinder;
pub(crate) mod crawler;
pub(crate) mod kind;
pub(crate) mod minotaur;
pub(crate) mod officer;
pub(crate) mod parts;
pub(crate) mod pose;
pub(crate) mod shambler;
pub(crate) mod skeleton;
pub(crate) mod skull;
pub(crate) mod uniforms;

use crate::{
    monsters::kind::Kind, monsters::parts::Member, monsters::pose::Pose, tools::canvas::Canvas, tools::framed::Holds,
    tools::job::Job, tools::picture::frames,
};

/// Every kind.
const KINDS: &[Kind] = &[
    shambler::KIND,
    crawler::KIND,
    bloater::KIND,
    officer::KIND,
    brute::KIND,
    cinder::KIND,
    skeleton::KIND,
    minotaur::KIND,
];

/// All kinds.
pub(crate) fn kinds() -> impl Iterator<Item = &'static Kind> {
    KINDS.iter()
}

/// Kinds in other uniforms.
pub(crate) fn in_uniform() -> impl Iterator<Item = &'static Kind> {
    uniforms::CREW.iter()
}

/// The head of a deckhand, facing the viewer.
pub(crate) fn portrait() -> Canvas {
    shambler::figure(&Pose { only: Some(Member::Head), jaw: 1.0, ..shambler::KIND.poses.stand }, 0).trimmed()
}

/// Returns the jobs that make this module's sheets.
pub(crate) fn jobs() -> Vec<Job> {
    figures(KINDS).into_iter().chain(figures(uniforms::CREW)).collect()
}

/// Returns the jobs for the sheets of some kinds: one for each side, one for the death, and one for the remains.
pub(crate) fn figures(kinds: &'static [Kind]) -> Vec<Job> {
    let sides = kinds
        .iter()
        .flat_map(|kind| (0..kind.sides).map(move |view| frames(Holds::Sprites, kind.name, move || kind.seen(view))));
    let falls = kinds.iter().map(|kind| frames(Holds::Sprites, kind.name, || kind.dying()));
    let parts = kinds.iter().map(|kind| frames(Holds::Sprites, kind.name, || kind.torn()));
    sides.chain(falls).chain(parts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::palette::SHINING;

    /// Returns the number of self-luminous pixels of a kind's sprite.
    fn shine(kind: &Kind, moment: &str, view: u8) -> usize {
        let name = format!("{}_{moment}", kind.name);
        let sprites = kind.seen(view).chain(kind.dying());
        let (_, canvas) = sprites.into_iter().find(|(found, _)| found.starts_with(&name)).unwrap();
        canvas.alphas().filter(|alpha| *alpha == SHINING).count()
    }

    #[test]
    fn officer_visibly_aims_and_fires() {
        for view in 0..4 {
            let [calm, aims, fires] =
                ["stand.", "windup3", "strike2"].map(|moment| shine(&officer::KIND, moment, view));
            assert!(calm <= aims && aims < fires, "{calm} {aims} {fires} from view {view}");
        }
    }

    #[test]
    fn bloater_glows_before_it_attacks_and_most_before_it_bursts() {
        let [calm, strikes, bursts] = ["stand.", "windup3", "die3"].map(|moment| shine(&bloater::KIND, moment, 0));
        assert!(calm < strikes && strikes < bursts, "{calm} {strikes} {bursts}");
    }

    #[test]
    fn monsters_do_not_touch_the_sides_and_eyes_glow_until_death() {
        let mut cut_off = Vec::new();
        for kind in KINDS {
            for view in 0..kind.sides {
                for (name, canvas) in kind.seen(view) {
                    stands(&name, &canvas);
                    let edges = (0..64).any(|y| canvas.ink(0, y).or(canvas.ink(63, y)).is_some());
                    cut_off.extend(edges.then(|| name.clone()));
                    let shines = canvas.alphas().any(|alpha| alpha == SHINING);
                    assert!(shines || view > 0, "{name} does not shine");
                }
            }
            for (name, canvas) in kind.dying() {
                stands(&name, &canvas);
                let shines = canvas.alphas().any(|alpha| alpha == SHINING);
                assert!(!shines || !name.contains("_corpse"), "{name} shines");
            }
        }
        assert_eq!(cut_off, [""; 0], "no sprite may touch the left or right edge of its image");
    }

    /// Checks that a figure does not fill a block and touches the deck.
    fn stands(name: &str, canvas: &Canvas) {
        assert_eq!((canvas.width(), canvas.height()), (64, 64), "{name}");
        assert!(canvas.alphas().all(|alpha| matches!(alpha, 0 | SHINING..)), "{name} is see-through");
        assert!((0..64).any(|x| canvas.ink(x, 63).is_some()), "{name} floats");
        assert!(canvas.alphas().any(|alpha| alpha == 0), "{name} is a block");
    }

    #[test]
    fn shambler_has_two_eyes_hidden_from_behind() {
        for view in 0..shambler::KIND.sides {
            for (name, canvas) in shambler::KIND.seen(view) {
                let burning = canvas.alphas().filter(|alpha| *alpha == SHINING).count();
                let seen = match view {
                    0 => 2..=2,
                    1 | 2 | 6 | 7 => 1..=2,
                    _ => 0..=0,
                };
                assert!(seen.contains(&burning), "{name} shows {burning} eyes");
            }
        }
    }
}
