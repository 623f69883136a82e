//! The monkey: a laboratory animal with its number still in its ear.

use crate::{
    monsters::body::modelled,
    monsters::kind::{Falls, Kind, Poses, SIDES, falling},
    monsters::pose::Pose,
    tools::canvas::Canvas,
    tools::hash_noise::value,
    tools::palette::{AMBER, BLOOD, BONE, Ink, LEATHER, MEAT, WALNUT},
    tools::sculpt::{Sculpture, Spot, went},
};

/// The monkey.
pub(crate) const KIND: Kind = Kind {
    name: "monkey",
    figure,
    sides: SIDES,
    poses: Poses {
        stand: STAND,
        walk: [REACH, GATHER, REACH.mirrored(), GATHER.mirrored()],
        stride: 0.6,
        swing: 1.0,
        aims: AIMS,
        strikes: GRABS,
        hurt: HURT,
    },
    falls: Falls::Turned(|moment, view| figure(&falling([&HURT, &DIE1, &DIE2, &DIE3, &CORPSE], moment), view)),
};

fn figure(pose: &Pose, eighths: u8) -> Canvas {
    modelled(pose, eighths, BLOOD, |body| {
        tail(body, pose);
        for side in [0, 1] {
            leg(body, pose, side);
        }
        body.limb((pose.hip(0), 3.6), (pose.hip(1), 3.6), |along, around| fur(801, along, around));
        body.limb((pose.chest, 5.0), (pose.pelvis, 4.8), |along, around| {
            let belly = around.abs() < 0.5 && along > 0.15;
            if belly { BONE.at(-0.04 - around.abs() * 0.2) } else { fur(802, along, around) }
        });
        for side in [0, 1] {
            arm(body, pose, side);
        }
        head(body, pose);
    })
}

/// Brown fur in tufts.
fn fur(seed: u32, along: f32, around: f32) -> Ink {
    let tuft = value(seed, along * 4.0 + 9.0, around * 5.0 + 20.0, 256) - 0.5;
    WALNUT.at(0.16 + tuft * 0.36)
}

/// Bare skin of the face, the palms and the soles.
fn skin(tone: f32) -> Ink {
    MEAT.at(0.2 + tone)
}

/// The tail, in a bow behind it with its end rolled up.
fn tail(body: &mut Sculpture, pose: &Pose) {
    let root = pose.pelvis;
    let away = if pose.awake { 1.0 } else { 0.2 };
    let points: [Spot; 6] = [
        [0.0, 1.0, -3.0],
        [2.0, 0.0, -9.0],
        [4.0, -7.0, -13.0],
        [5.0, -14.0, -12.0],
        [5.5, -17.0, -9.0],
        [5.0, -15.0, -7.0],
    ];
    let place = |[x, y, z]: Spot| [root[0] + x, (root[1] + y * away).min(58.0), root[2] + z];
    for (number, pair) in points.windows(2).enumerate() {
        let thick = 1.6 - number as f32 * 0.12;
        body.limb((place(pair[0]), thick), (place(pair[1]), thick - 0.1), |along, around| {
            fur(803, along, around).lit(-0.02)
        });
    }
}

fn leg(body: &mut Sculpture, pose: &Pose, side: usize) {
    let (hip, knee, foot) = (pose.hip(side), pose.knees[side], pose.feet[side]);
    body.limb((hip, 3.4), (knee, 2.6), |along, around| fur(804, along, around));
    body.limb((knee, 2.5), (foot, 1.9), |along, around| fur(805, along, around).lit(-0.02));
    let [dx, dy] = pose.toes[side];
    body.limb((foot, 1.7), ([foot[0] + dx, foot[1] + dy, foot[2] + 4.0], 1.4), |_, _| skin(-0.06));
}

fn arm(body: &mut Sculpture, pose: &Pose, side: usize) {
    let (shoulder, elbow, hand) = (pose.shoulder(side), pose.elbows[side], pose.hands[side]);
    body.limb((shoulder, 3.2), (elbow, 2.3), |along, around| fur(806, along, around).lit(0.03));
    body.limb((elbow, 2.3), (hand, 1.8), |along, around| fur(807, along, around));
    body.lump(hand, (2.1, 2.0), |_, _| skin(0.0));
    for finger in [-1.0, 0.0, 1.0] {
        let root = [hand[0] + finger * 1.3, hand[1] + 0.8, hand[2] + 0.8];
        body.limb((root, 0.8), ([root[0] + finger * 0.5, root[1] + 1.6, root[2] + 1.2], 0.6), |_, _| skin(-0.1));
    }
}

/// A round head with a bare heart-shaped face, and ears that stand off.
fn head(body: &mut Sculpture, pose: &Pose) {
    let at = |across: f32, down: f32, ahead: f32| pose.about_head(across, down, ahead);
    body.limb((pose.chest, 3.0), (at(0.0, 2.0, -1.0), 3.0), |along, around| fur(808, along, around));
    for side in [-1.0, 1.0] {
        body.lump(at(side * 5.8, 0.2, -0.8), (2.3, 2.6), |_, _| skin(0.06));
        body.lump(at(side * 5.9, 0.3, 0.2), (1.3, 1.6), |_, _| skin(-0.1));
    }
    body.lump(at(0.0, -1.2, -0.6), (5.6, 5.4), |around, down| fur(809, down, around));
    for side in [-1.0, 1.0] {
        body.lump(at(side * 1.9, -0.6, 2.6), (2.6, 2.8), |_, _| skin(0.12));
    }
    body.lump(at(0.0, 2.8 + pose.jaw * 0.3, 3.0), (3.5, 2.7 + pose.jaw * 0.25), |_, _| skin(0.08));
    let before = [0, 1, 2].map(|axis| pose.head[axis]);
    let offset = |across: f32, down: f32, ahead: f32| -> Spot {
        let place = at(across, down, ahead);
        [0, 1, 2].map(|axis| place[axis] - before[axis])
    };
    for side in [-1.0, 1.0] {
        for (dx, dy, ink) in [
            (0.0, 0.0, LEATHER.at(0.0)),
            (1.0, 0.0, LEATHER.at(0.02)),
            (0.0, -1.0, if pose.awake { AMBER.at(0.9).shining() } else { LEATHER.at(0.1) }),
        ] {
            body.mark(pose.head, offset(side * 1.9 + dx - 0.5, -0.6 + dy, 5.2), ink);
        }
        body.mark(pose.head, offset(side * 0.7, 1.6, 5.8), LEATHER.at(0.1));
    }
    for tooth in -2..=2 {
        let across = tooth as f32;
        body.mark(pose.head, offset(across, 3.9, 5.6), LEATHER.at(0.06));
        if pose.jaw > 1.0 {
            body.mark(pose.head, offset(across, 4.6, 5.4), LEATHER.at(0.0));
            body.mark(pose.head, offset(across, 3.4, 5.6), BONE.at(0.9));
        }
    }
    // The laboratory's ear tag.
    let tag = went(at(6.6, 2.2, 0.0), [0.0, 1.0, 0.0], 0.6);
    body.lump(tag, (1.0, 1.2), |_, _| AMBER.at(0.3));
}

/// Sitting up, the arms hanging.
const STAND: Pose = Pose {
    head: [32.0, 31.5, 6.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    awake: true,
    jaw: 0.0,
    chest: [32.0, 42.0, 2.0],
    shoulders: [5.6, 0.4, 0.0],
    elbows: [[24.0, 47.0, 3.0], [40.0, 47.0, 3.0]],
    hands: [[22.5, 56.0, 7.0], [41.5, 56.0, 7.0]],
    spread: 0.4,
    pelvis: [32.0, 51.0, -2.0],
    hips: [3.4, 0.0, 0.0],
    knees: [[25.5, 50.5, 4.0], [38.5, 50.5, 4.0]],
    feet: [[26.5, 58.5, 0.0], [37.5, 58.5, 0.0]],
    toes: [[-1.0, 0.6], [1.0, 0.6]],
    spray: 0,
    pool: 0.0,
    glow: 0.0,
    only: None,
};

/// On all fours, the left hand far ahead.
const REACH: Pose = Pose {
    head: [31.0, 36.0, 12.0],
    chest: [31.5, 44.0, 6.0],
    shoulders: [5.2, 0.4, 1.0],
    elbows: [[25.0, 49.0, 10.0], [38.5, 49.0, 2.0]],
    hands: [[24.5, 57.0, 14.0], [39.5, 57.0, 1.0]],
    pelvis: [32.0, 47.0, -7.0],
    knees: [[26.5, 52.5, -5.0], [37.5, 52.0, -1.0]],
    feet: [[26.5, 58.0, -11.0], [37.5, 58.5, -4.0]],
    ..STAND
};

/// Hands and feet below it.
const GATHER: Pose = Pose {
    head: [31.0, 34.5, 11.0],
    chest: [31.5, 43.0, 5.0],
    elbows: [[25.0, 48.5, 5.0], [38.5, 48.0, 7.0]],
    hands: [[25.0, 57.5, 6.0], [39.0, 55.5, 10.0]],
    pelvis: [32.0, 46.0, -6.0],
    knees: [[26.5, 51.5, -1.0], [37.5, 51.5, -3.0]],
    feet: [[26.5, 58.5, -5.0], [37.5, 57.0, -9.0]],
    ..REACH
};

/// Upright, both arms in the air, screaming.
const AIMS: Pose = Pose {
    head: [32.0, 25.0, 4.0],
    jaw: 4.0,
    chest: [32.0, 36.0, 0.0],
    elbows: [[21.5, 30.0, 1.0], [42.5, 30.0, 1.0]],
    hands: [[17.5, 19.5, 4.0], [46.5, 19.5, 4.0]],
    pelvis: [32.0, 46.0, -2.0],
    knees: [[26.5, 51.5, 3.0], [37.5, 51.5, 3.0]],
    ..STAND
};

/// Both hands snatch at something in front of it.
const GRABS: Pose = Pose {
    head: [32.0, 39.0, 14.0],
    jaw: 2.0,
    chest: [32.0, 45.0, 6.0],
    elbows: [[25.5, 48.0, 13.0], [38.5, 48.0, 13.0]],
    hands: [[28.5, 53.0, 20.0], [35.5, 53.0, 20.0]],
    pelvis: [32.0, 49.0, -5.0],
    ..STAND
};

/// Curled up to one side.
const HURT: Pose = Pose {
    head: [40.0, 38.0, 4.0],
    look: [[0.8, 0.6], [-0.6, 0.8]],
    jaw: 4.0,
    chest: [36.0, 46.0, 0.0],
    shoulders: [4.8, 2.6, 0.0],
    elbows: [[26.0, 39.0, 6.0], [44.0, 51.0, 3.0]],
    hands: [[22.0, 30.5, 8.0], [49.0, 56.0, 5.0]],
    pelvis: [31.0, 52.0, -2.0],
    knees: [[23.0, 53.0, 4.0], [36.0, 55.0, 6.0]],
    feet: [[20.5, 58.5, 1.0], [37.0, 58.5, 0.0]],
    spray: 12,
    ..STAND
};

/// Going down.
const DIE1: Pose = Pose {
    head: [42.0, 43.0, 5.0],
    jaw: 3.0,
    chest: [37.0, 49.0, 1.0],
    hands: [[24.0, 38.0, 8.0], [50.0, 57.0, 6.0]],
    pelvis: [30.0, 53.5, -2.0],
    ..HURT
};

/// On its side.
const DIE2: Pose = Pose {
    head: [46.0, 50.5, 6.0],
    look: [[0.4, 0.92], [-0.92, 0.4]],
    chest: [38.0, 54.0, 2.0],
    shoulders: [1.6, 4.4, 2.0],
    elbows: [[35.0, 47.0, 8.0], [44.0, 58.0, 6.0]],
    hands: [[30.0, 47.0, 12.0], [51.0, 58.5, 8.0]],
    pelvis: [28.0, 55.5, -1.0],
    hips: [0.8, 2.6, 0.0],
    knees: [[22.0, 51.0, 4.0], [21.0, 57.0, 6.0]],
    feet: [[15.0, 55.0, 4.0], [14.0, 58.5, 6.0]],
    spray: 6,
    pool: 6.0,
    ..HURT
};

/// The limbs sinking.
const DIE3: Pose = Pose {
    head: [46.5, 54.0, 7.0],
    chest: [38.0, 56.0, 2.0],
    elbows: [[35.0, 52.0, 8.0], [44.0, 59.0, 7.0]],
    hands: [[29.0, 55.0, 11.0], [51.0, 59.0, 9.0]],
    pool: 10.0,
    spray: 0,
    ..DIE2
};

/// Dead.
const CORPSE: Pose = Pose {
    awake: false,
    head: [46.5, 55.5, 7.0],
    chest: [38.0, 57.0, 2.0],
    pelvis: [28.0, 57.0, -1.0],
    hands: [[28.0, 58.5, 11.0], [51.0, 59.5, 9.0]],
    knees: [[21.0, 54.0, 4.0], [20.5, 58.0, 6.0]],
    jaw: 1.0,
    pool: 14.0,
    ..DIE3
};
