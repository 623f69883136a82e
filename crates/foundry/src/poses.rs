//! The undead crewman's poses: where the joints are in each frame, in pixels of the 64x64 picture seen from the front.

use crate::sculpt::Spot;

/// The joints of one frame; of each pair the first is on the viewer's left.
pub(crate) struct Pose {
    /// The middle of the head.
    pub(crate) head: Spot,
    /// Where the face's right and its chin point on the screen.
    pub(crate) look: [[f32; 2]; 2],
    /// Whether the eyes burn.
    pub(crate) awake: bool,
    /// How far the mouth is open, in pixels.
    pub(crate) jaw: f32,
    /// The middle of the rib cage.
    pub(crate) chest: Spot,
    /// From the middle of the chest to the right shoulder; the left lies opposite.
    pub(crate) shoulders: Spot,
    /// The elbows.
    pub(crate) elbows: [Spot; 2],
    /// The wrists.
    pub(crate) hands: [Spot; 2],
    /// How far the fingers are spread.
    pub(crate) spread: f32,
    /// The middle of the pelvis.
    pub(crate) pelvis: Spot,
    /// From the middle of the pelvis to the right hip; the left lies opposite.
    pub(crate) hips: Spot,
    /// The knees.
    pub(crate) knees: [Spot; 2],
    /// The ankles.
    pub(crate) feet: [Spot; 2],
    /// From the ankles to the toes.
    pub(crate) toes: [[f32; 2]; 2],
    /// How many drops of blood fly.
    pub(crate) spray: i32,
    /// How wide the pool of blood is to each side.
    pub(crate) pool: f32,
}

impl Pose {
    /// One shoulder.
    pub(crate) fn shoulder(&self, side: usize) -> Spot {
        beside([self.chest[0], self.chest[1] - 2.0, self.chest[2]], self.shoulders, side)
    }

    /// One hip.
    pub(crate) fn hip(&self, side: usize) -> Spot {
        beside(self.pelvis, self.hips, side)
    }
}

fn beside(middle: Spot, span: Spot, side: usize) -> Spot {
    let sign = if side == 0 { -1.0 } else { 1.0 };
    [middle[0] + span[0] * sign, middle[1] + span[1] * sign, middle[2] + span[2] * sign]
}

/// Standing and swaying.
pub(crate) const STAND: Pose = Pose {
    head: [31.0, 13.5, 6.0],
    look: [[1.0, 0.0], [-0.12, 1.0]],
    awake: true,
    jaw: 0.0,
    chest: [32.0, 24.0, 1.0],
    shoulders: [8.8, 1.6, 0.0],
    elbows: [[18.5, 31.0, 0.0], [45.0, 33.0, 0.0]],
    hands: [[18.0, 40.0, 5.0], [46.0, 41.0, 3.0]],
    spread: 0.3,
    pelvis: [32.5, 37.5, 0.0],
    hips: [3.6, 0.0, 0.0],
    knees: [[27.0, 48.0, 2.0], [37.5, 48.0, 1.0]],
    feet: [[26.5, 58.0, 0.0], [38.5, 57.5, 0.0]],
    toes: [[-1.5, 2.0], [2.0, 2.0]],
    spray: 0,
    pool: 0.0,
};

/// The left foot set down in front, the right arm reaching.
pub(crate) const WALK1: Pose = Pose {
    head: [29.5, 14.5, 7.0],
    chest: [31.0, 25.0, 2.0],
    shoulders: [8.4, 1.4, 2.0],
    elbows: [[19.0, 33.0, -3.0], [44.5, 31.0, 8.0]],
    hands: [[20.0, 42.0, -4.0], [41.0, 29.5, 16.0]],
    pelvis: [31.5, 38.5, 0.0],
    hips: [3.6, -0.5, -1.0],
    knees: [[26.0, 48.0, 7.0], [36.5, 48.5, -3.0]],
    feet: [[25.0, 58.0, 7.0], [37.0, 55.5, -8.0]],
    ..STAND
};

/// Weight on the left foot, the right dragged past.
pub(crate) const WALK2: Pose = Pose {
    head: [28.5, 12.5, 6.0],
    look: [[1.0, 0.0], [0.1, 1.0]],
    chest: [30.0, 23.5, 1.0],
    shoulders: [8.6, -0.6, 0.0],
    elbows: [[17.5, 31.0, 2.0], [42.5, 31.0, 3.0]],
    hands: [[16.5, 39.5, 8.0], [42.0, 37.5, 10.0]],
    pelvis: [30.5, 37.0, 0.0],
    hips: [3.6, 0.8, 0.0],
    knees: [[26.5, 47.5, 2.0], [36.5, 46.0, 6.0]],
    feet: [[26.5, 58.0, 1.0], [37.5, 54.5, -1.0]],
    toes: [[-1.0, 2.0], [1.0, 3.2]],
    ..STAND
};

/// The right foot set down in front, the left arm reaching.
pub(crate) const WALK3: Pose = Pose {
    head: [34.0, 14.5, 7.0],
    look: [[1.0, 0.0], [-0.2, 1.0]],
    chest: [33.0, 25.0, 2.0],
    shoulders: [8.4, -1.0, -2.0],
    elbows: [[20.0, 31.0, 8.0], [45.5, 33.0, -3.0]],
    hands: [[23.5, 29.0, 16.0], [44.5, 42.0, -4.0]],
    pelvis: [32.5, 38.5, 0.0],
    hips: [3.6, 0.5, 1.0],
    knees: [[28.0, 48.5, -3.0], [38.5, 48.0, 7.0]],
    feet: [[27.5, 55.5, -8.0], [39.5, 58.0, 7.0]],
    ..STAND
};

/// Weight on the right foot, the left dragged past.
pub(crate) const WALK4: Pose = Pose {
    head: [34.5, 12.5, 6.0],
    look: [[1.0, 0.0], [-0.1, 1.0]],
    chest: [34.0, 23.5, 1.0],
    shoulders: [8.6, 0.8, 0.0],
    elbows: [[21.5, 31.0, 3.0], [46.5, 31.0, 2.0]],
    hands: [[22.0, 37.5, 10.0], [47.5, 39.5, 8.0]],
    pelvis: [33.5, 37.0, 0.0],
    hips: [3.6, -0.8, 0.0],
    knees: [[27.5, 46.0, 6.0], [37.5, 47.5, 2.0]],
    feet: [[26.5, 54.5, -1.0], [37.5, 58.0, 1.0]],
    toes: [[-1.0, 3.2], [1.0, 2.0]],
    ..STAND
};

/// Claws raised, jaw wide open.
pub(crate) const STRIKE1: Pose = Pose {
    head: [32.0, 14.5, 8.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    jaw: 2.0,
    chest: [32.0, 26.0, 2.0],
    shoulders: [9.2, 0.0, 0.0],
    elbows: [[16.5, 21.0, 0.0], [47.5, 20.0, -1.0]],
    hands: [[16.0, 11.5, 7.0], [48.0, 10.5, 6.0]],
    spread: 0.5,
    pelvis: [32.0, 39.0, 0.0],
    knees: [[26.0, 48.5, 4.0], [38.5, 48.5, 4.0]],
    feet: [[24.0, 58.0, 1.0], [40.0, 58.0, 1.0]],
    ..STAND
};

/// Claws brought down across the front.
pub(crate) const STRIKE2: Pose = Pose {
    head: [32.0, 18.0, 10.0],
    look: [[1.0, 0.0], [0.1, 1.0]],
    jaw: 2.0,
    chest: [32.0, 29.0, 5.0],
    shoulders: [9.0, 0.6, 0.0],
    elbows: [[17.5, 34.0, 12.0], [47.0, 33.0, 12.0]],
    hands: [[22.5, 43.5, 18.0], [43.0, 41.5, 20.0]],
    spread: 0.45,
    pelvis: [32.5, 40.5, 0.0],
    knees: [[25.5, 49.0, 6.0], [38.5, 49.5, 3.0]],
    feet: [[24.5, 58.0, 4.0], [39.5, 57.5, 0.0]],
    ..STAND
};

/// Thrown back by a bullet.
pub(crate) const HURT: Pose = Pose {
    head: [36.5, 13.0, 1.0],
    look: [[1.0, 0.0], [-0.45, 1.0]],
    jaw: 1.0,
    chest: [33.5, 25.0, 0.0],
    shoulders: [8.0, -2.4, -3.0],
    elbows: [[17.5, 32.0, 6.0], [49.0, 25.0, -2.0]],
    hands: [[13.0, 25.0, 8.0], [54.0, 33.0, 0.0]],
    spread: 0.45,
    pelvis: [31.5, 38.5, 0.0],
    knees: [[26.0, 48.0, 3.0], [37.5, 48.0, 2.0]],
    spray: 26,
    ..STAND
};

/// The knees give way, arms flung out.
pub(crate) const DIE1: Pose = Pose {
    head: [38.0, 21.0, 0.0],
    look: [[1.0, 0.0], [-0.5, 1.0]],
    jaw: 2.0,
    chest: [34.0, 32.0, 0.0],
    shoulders: [8.2, -1.6, 0.0],
    elbows: [[18.0, 35.0, 4.0], [49.5, 29.0, 0.0]],
    hands: [[11.0, 29.0, 6.0], [56.0, 23.0, 2.0]],
    spread: 0.5,
    pelvis: [31.0, 44.0, 0.0],
    knees: [[24.5, 51.0, 8.0], [38.5, 52.0, 6.0]],
    feet: [[24.5, 58.0, 0.0], [38.5, 58.0, -2.0]],
    spray: 30,
    ..STAND
};

/// On the knees, folding forward.
pub(crate) const DIE2: Pose = Pose {
    head: [28.0, 36.0, 12.0],
    look: [[1.0, 0.2], [-0.3, 1.0]],
    jaw: 1.0,
    chest: [31.0, 42.0, 5.0],
    shoulders: [8.0, 2.0, 0.0],
    elbows: [[18.0, 46.0, 8.0], [44.0, 51.0, 6.0]],
    hands: [[15.0, 54.0, 10.0], [46.0, 57.5, 6.0]],
    pelvis: [34.0, 51.0, 0.0],
    knees: [[27.0, 57.5, 10.0], [40.5, 57.5, 8.0]],
    feet: [[29.0, 57.0, -8.0], [42.0, 57.0, -8.0]],
    toes: [[-1.0, 0.5], [1.0, 0.5]],
    spray: 10,
    pool: 14.0,
    ..STAND
};

/// Toppling onto the side.
pub(crate) const DIE3: Pose = Pose {
    head: [13.5, 48.5, 8.0],
    look: [[0.7, -0.7], [0.7, 0.7]],
    jaw: 1.0,
    chest: [24.0, 52.0, 4.0],
    shoulders: [3.5, -4.0, -2.0],
    elbows: [[17.0, 58.0, 8.0], [31.0, 47.0, 6.0]],
    hands: [[10.0, 58.5, 10.0], [33.0, 54.0, 10.0]],
    pelvis: [38.0, 55.0, 0.0],
    hips: [1.0, -2.0, 0.0],
    knees: [[46.0, 58.0, 4.0], [47.0, 52.0, 0.0]],
    feet: [[54.0, 58.5, 0.0], [54.0, 58.0, -6.0]],
    toes: [[2.0, 0.5], [3.0, 0.0]],
    pool: 20.0,
    ..STAND
};

/// Lying dead in blood.
pub(crate) const CORPSE: Pose = Pose {
    head: [10.0, 55.5, 6.0],
    awake: false,
    look: [[0.0, -1.0], [1.0, 0.0]],
    jaw: 1.0,
    chest: [23.0, 57.0, 2.0],
    shoulders: [1.0, -1.5, -2.0],
    elbows: [[20.5, 59.5, 9.0], [31.0, 53.5, 7.0]],
    hands: [[28.0, 59.8, 10.0], [39.0, 56.5, 8.0]],
    pelvis: [37.0, 58.0, 0.0],
    hips: [0.5, -1.0, 0.0],
    knees: [[47.0, 59.0, 2.0], [46.0, 54.5, 0.0]],
    feet: [[56.0, 59.5, 0.0], [54.0, 58.5, -3.0]],
    toes: [[3.0, -1.5], [3.0, -2.0]],
    pool: 29.0,
    ..STAND
};
