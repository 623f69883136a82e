//! Body parts for explosions. Each piece of a figure belongs to the part of the nearest bone.

use crate::{monsters::pose::Pose, tools::sculpt::Spot};

/// Radius around the spine that belongs to the trunk, and around the centre of the head that belongs to the head,
/// before other bones are compared, in pixels.
const TRUNK: f32 = 4.5;
const HEAD: f32 = 4.0;

/// A part of the body. There is only one arm and one leg, because the others look much the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Member {
    Head,
    Trunk,
    Arm,
    Leg,
    /// The other arm and the other leg, which are not used.
    Other,
    /// No part, only the blood on the ground.
    None,
}

impl Member {
    /// The parts that are torn off, with their names in sprite names.
    pub(crate) const TORN: [Member; 4] = [Member::Head, Member::Trunk, Member::Arm, Member::Leg];
    pub(crate) const NAMES: [&str; 4] = ["head", "trunk", "arm", "leg"];

    /// Returns true if this place of a figure belongs to the part.
    pub(crate) fn has(self, pose: &Pose, spot: Spot) -> bool {
        let arm = |side: usize| [(pose.shoulder(side), pose.elbows[side]), (pose.elbows[side], pose.hands[side])];
        let leg = |side: usize| [(pose.hip(side), pose.knees[side]), (pose.knees[side], pose.feet[side])];
        let to = |bones: [(Spot, Spot); 2]| bones.map(|bone| distance(spot, bone)).into_iter().fold(f32::MAX, f32::min);
        let bones = [
            (Member::Trunk, distance(spot, (pose.chest, pose.pelvis)) - TRUNK),
            (Member::Head, distance(spot, (pose.head, pose.head)) - HEAD),
            (Member::Arm, to(arm(0))),
            (Member::Leg, to(leg(1))),
            (Member::Other, to(arm(1)).min(to(leg(0)))),
        ];
        let nearest = bones.into_iter().reduce(|one, two| if two.1 < one.1 { two } else { one });
        nearest.is_some_and(|(member, _)| member == self)
    }
}

/// Returns the distance of a place from a bone between two joints.
fn distance(spot: Spot, (from, to): (Spot, Spot)) -> f32 {
    let way = |one: Spot, two: Spot| [0, 1, 2].map(|axis| two[axis] - one[axis]);
    let dot = |one: Spot, two: Spot| one[0] * two[0] + one[1] * two[1] + one[2] * two[2];
    let (bone, reach) = (way(from, to), way(from, spot));
    let along = (dot(reach, bone) / dot(bone, bone).max(0.01)).clamp(0.0, 1.0);
    let off = [0, 1, 2].map(|axis| reach[axis] - bone[axis] * along);
    libm::sqrtf(dot(off, off))
}

#[cfg(test)]
mod tests {
    use crate::{monsters::KINDS, tools::canvas::Canvas};

    #[test]
    fn kinds_that_do_not_burst_have_their_own_parts() {
        let area = |canvas: &Canvas| canvas.alphas().filter(|alpha| *alpha > 0).count();
        for kind in KINDS {
            let torn = kind.torn();
            if kind.name == "bloater" {
                assert!(torn.is_empty());
                continue;
            }
            let whole = area(&(kind.figure)(&kind.poses.stand, 1));
            let named = |name: &str| {
                let name = format!("{}_{name}", kind.name);
                &torn.iter().find(|(found, _)| *found == name).unwrap().1
            };
            let parts = ["head1", "trunk1", "arm1", "leg1"].map(|name| area(named(name)));
            assert!(
                parts.iter().all(|part| (30..whole * 7 / 10).contains(part)),
                "{}: {parts:?} of {whole}",
                kind.name
            );
            // One arm and one leg are not shown.
            let shown = parts.iter().sum::<usize>();
            assert!((whole / 2..whole * 2).contains(&shown), "{}: {shown} of {whole}", kind.name);
            let (upright, lying) = (named("leg1"), named("leg2"));
            assert_eq!((upright.width(), upright.height()), (lying.height(), lying.width()));
            assert!(lying.height() <= lying.width());
            assert!((0..64).any(|x| named("remains").ink(x, 63).is_some()), "{} floats", kind.name);
        }
    }
}
