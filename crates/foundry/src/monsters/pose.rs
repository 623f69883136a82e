//! Poses of figures: the positions of the joints in pixels of the 64x64 image, seen from the front.

use crate::{
    monsters::parts::Member,
    tools::hash_noise::mix,
    tools::sculpt::{Spot, unit},
};

/// Width and height of a figure's image.
pub(crate) const SIDE: i32 = 64;

/// The joints of one frame; the first of each pair is on the viewer's left.
#[derive(Clone, Copy)]
pub(crate) struct Pose {
    /// Centre of the head.
    pub(crate) head: Spot,
    /// Directions of the face's right and of its chin on the screen.
    pub(crate) look: [[f32; 2]; 2],
    /// True if the eyes glow.
    pub(crate) awake: bool,
    /// Opening of the mouth, in pixels.
    pub(crate) jaw: f32,
    /// Centre of the rib cage.
    pub(crate) chest: Spot,
    /// Offset from the centre of the chest to the right shoulder; the left one is opposite.
    pub(crate) shoulders: Spot,
    /// The elbows.
    pub(crate) elbows: [Spot; 2],
    /// The wrists.
    pub(crate) hands: [Spot; 2],
    /// Spread of the fingers.
    pub(crate) spread: f32,
    /// Centre of the pelvis.
    pub(crate) pelvis: Spot,
    /// Offset from the centre of the pelvis to the right hip; the left one is opposite.
    pub(crate) hips: Spot,
    /// The knees.
    pub(crate) knees: [Spot; 2],
    /// The ankles.
    pub(crate) feet: [Spot; 2],
    /// Offset from the ankles to the toes.
    pub(crate) toes: [[f32; 2]; 2],
    /// Number of flying drops of blood.
    pub(crate) spray: i32,
    /// Half width of the pool of blood.
    pub(crate) pool: f32,
    /// Brightness of glowing parts except the eyes: 1 is normal, 0 is off.
    pub(crate) glow: f32,
    /// The only body part that is drawn; all of them if `None`.
    pub(crate) only: Option<Member>,
}

impl Pose {
    /// Returns one shoulder.
    pub(crate) fn shoulder(&self, side: usize) -> Spot {
        beside([self.chest[0], self.chest[1] - 2.0, self.chest[2]], self.shoulders, side)
    }

    /// Returns one hip.
    pub(crate) fn hip(&self, side: usize) -> Spot {
        beside(self.pelvis, self.hips, side)
    }

    /// Returns a place relative to the centre of the head in its orientation: right, down and ahead.
    pub(crate) fn about_head(&self, across: f32, down: f32, ahead: f32) -> Spot {
        let ([right, chin], [x, y, z]) = (self.look, self.head);
        [x + across * right[0] + down * chin[0], y + across * right[1] + down * chin[1], z + ahead]
    }

    /// Returns the direction from the spine to the back: upwards for figures on all fours, backwards for standing ones.
    pub(crate) fn back(&self) -> Spot {
        let [_, rise, ahead] = unit([0, 1, 2].map(|axis| self.pelvis[axis] - self.chest[axis]));
        if ahead < 0.0 { [0.0, ahead, -rise] } else { [0.0, -ahead, -rise] }
    }

    /// Interpolates towards another pose; values that cannot be interpolated are those of the nearer one.
    pub(crate) fn between(&self, other: &Self, part: f32) -> Self {
        let flat = |one: [f32; 2], two: [f32; 2]| [0, 1].map(|axis| mix(one[axis], two[axis], part));
        let spot = |one: Spot, two: Spot| [0, 1, 2].map(|axis| mix(one[axis], two[axis], part));
        let pair = |one: [Spot; 2], two: [Spot; 2]| [0, 1].map(|side| spot(one[side], two[side]));
        let plane = |one: [[f32; 2]; 2], two: [[f32; 2]; 2]| [0, 1].map(|side| flat(one[side], two[side]));
        let nearer = if part < 0.5 { self } else { other };
        Self {
            head: spot(self.head, other.head),
            look: plane(self.look, other.look),
            awake: nearer.awake,
            jaw: mix(self.jaw, other.jaw, part),
            chest: spot(self.chest, other.chest),
            shoulders: spot(self.shoulders, other.shoulders),
            elbows: pair(self.elbows, other.elbows),
            hands: pair(self.hands, other.hands),
            spread: mix(self.spread, other.spread, part),
            pelvis: spot(self.pelvis, other.pelvis),
            hips: spot(self.hips, other.hips),
            knees: pair(self.knees, other.knees),
            feet: pair(self.feet, other.feet),
            toes: plane(self.toes, other.toes),
            spray: nearer.spray,
            pool: mix(self.pool, other.pool, part),
            glow: mix(self.glow, other.glow, part),
            only: self.only,
        }
    }

    /// Returns the pose with the breath drawn in: the chest rises, and the head and the arms with it.
    pub(crate) fn breathing(&self) -> Self {
        let up = |[x, y, z]: Spot, far: f32| [x, y - far, z];
        Self {
            head: up(self.head, 0.9),
            chest: up(self.chest, 0.8),
            elbows: self.elbows.map(|elbow| up(elbow, 0.6)),
            hands: self.hands.map(|hand| up(hand, 0.5)),
            ..*self
        }
    }

    /// Returns the mirrored pose: the other half of a stride.
    pub(crate) const fn mirrored(self) -> Self {
        let [[right_x, right_y], [chin_x, chin_y]] = self.look;
        let [[left_x, left_y], [other_x, other_y]] = self.toes;
        Self {
            head: opposite(self.head),
            look: [[right_x, -right_y], [-chin_x, chin_y]],
            chest: opposite(self.chest),
            shoulders: [self.shoulders[0], -self.shoulders[1], -self.shoulders[2]],
            elbows: [opposite(self.elbows[1]), opposite(self.elbows[0])],
            hands: [opposite(self.hands[1]), opposite(self.hands[0])],
            pelvis: opposite(self.pelvis),
            hips: [self.hips[0], -self.hips[1], -self.hips[2]],
            knees: [opposite(self.knees[1]), opposite(self.knees[0])],
            feet: [opposite(self.feet[1]), opposite(self.feet[0])],
            toes: [[-other_x, other_y], [-left_x, left_y]],
            ..self
        }
    }
}

/// Returns a place mirrored at the centre of the image.
const fn opposite([x, y, z]: Spot) -> Spot {
    [SIDE as f32 - x, y, z]
}

fn beside(middle: Spot, span: Spot, side: usize) -> Spot {
    let sign = if side == 0 { -1.0 } else { 1.0 };
    [middle[0] + span[0] * sign, middle[1] + span[1] * sign, middle[2] + span[2] * sign]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monsters::KINDS;

    #[test]
    fn mirrored_pose_swaps_the_limbs() {
        for pose in KINDS.iter().flat_map(|kind| kind.poses.held()) {
            let mirrored = pose.mirrored();
            for (side, other) in [(0, 1), (1, 0)] {
                let limbs = |pose: &Pose, side: usize| {
                    [pose.shoulder(side), pose.elbows[side], pose.hands[side], pose.hip(side), pose.feet[side]]
                };
                for (one, two) in limbs(&pose, side).into_iter().zip(limbs(&mirrored, other)) {
                    let off = (one[0] + two[0] - SIDE as f32).abs() + (one[1] - two[1]).abs() + (one[2] - two[2]).abs();
                    assert!(off < 0.001, "{one:?} {two:?}");
                }
            }
            let (ear, mirrored_ear) = (pose.about_head(3.0, 1.0, 0.0), mirrored.about_head(-3.0, 1.0, 0.0));
            assert!((ear[0] + mirrored_ear[0] - SIDE as f32).abs() < 0.001 && (ear[1] - mirrored_ear[1]).abs() < 0.001);
        }
    }
}
