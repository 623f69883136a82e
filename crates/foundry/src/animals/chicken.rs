//! The chicken: one of the galley's, white and easily startled.

use crate::{
    monsters::body::modelled,
    monsters::kind::{Falls, Kind, Poses, VIEWS, falling},
    monsters::pose::Pose,
    tools::canvas::Canvas,
    tools::hash_noise::value,
    tools::palette::{ALARM, AMBER, BRASS, DRESS, Ink, LEATHER},
    tools::sculpt::{Sculpture, Spot},
};

/// The chicken.
pub(crate) const KIND: Kind = Kind {
    name: "chicken",
    figure,
    sides: VIEWS,
    poses: Poses {
        stand: STAND,
        walk: [STEP, PASS, STEP.mirrored(), PASS.mirrored()],
        stride: 0.8,
        swing: 1.0,
        aims: RISES,
        strikes: PECKS,
        hurt: HURT,
    },
    falls: Falls::Turned(|moment, view| figure(&falling([&HURT, &DIE1, &DIE2, &DIE3, &CORPSE], moment), view)),
};

/// Flying particles are feathers.
fn figure(pose: &Pose, eighths: u8) -> Canvas {
    modelled(pose, eighths, DRESS, |body| {
        for side in [0, 1] {
            leg(body, pose, side);
        }
        trunk(body, pose);
        for side in [0, 1] {
            wing(body, pose, side);
        }
        head(body, pose);
    })
}

/// White plumage, with a little straw in it.
fn plumage(seed: u32, along: f32, around: f32) -> Ink {
    let feather = value(seed, along * 5.0 + 9.0, around * 5.0 + 20.0, 256);
    if feather > 0.84 { BRASS.at(0.14) } else { DRESS.at(feather * 0.22 - 0.1) }
}

fn leg(body: &mut Sculpture, pose: &Pose, side: usize) {
    let (hip, knee, foot) = (pose.hip(side), pose.knees[side], pose.feet[side]);
    body.limb((hip, 3.2), (knee, 1.7), |along, around| plumage(841, along, around));
    body.limb((knee, 1.0), (foot, 0.9), |along, _| AMBER.at(0.16 - along * 0.06));
    for (across, ahead) in [(-2.0, 2.6), (0.0, 3.4), (2.0, 2.6), (0.0, -2.0)] {
        let toe = [foot[0] + across + pose.toes[side][0], foot[1] + 0.6 + pose.toes[side][1], foot[2] + ahead];
        body.limb((foot, 0.8), (toe, 0.6), |_, _| AMBER.at(0.1));
    }
}

/// The body, round before and rising to the tail.
fn trunk(body: &mut Sculpture, pose: &Pose) {
    let (chest, tail) = (pose.chest, pose.pelvis);
    for feather in -2..=2 {
        let fan = feather as f32;
        let [x, y, z] = tail;
        let tip = [x + fan * 2.2, y - 6.6 + fan.abs() * 1.2 + if pose.awake { 0.0 } else { 5.0 }, z - 5.0];
        body.limb(([x + fan * 0.8, y, z], 1.8), (tip, 1.2), |along, around| {
            plumage(842, along, around).lit(-along * 0.12)
        });
    }
    body.limb((chest, 6.4), (tail, 4.2), |along, around| plumage(843, along, around));
    body.lump([chest[0], chest[1] + 0.8, chest[2] + 1.4], (6.0, 6.0), |around, down| {
        plumage(844, down, around).lit(0.04)
    });
}

/// A wing: three rows of feathers from the shoulder to its tip.
fn wing(body: &mut Sculpture, pose: &Pose, side: usize) {
    let (shoulder, bend, tip) = (pose.shoulder(side), pose.elbows[side], pose.hands[side]);
    body.limb((shoulder, 2.6), (bend, 2.8), |along, around| plumage(845, along, around).lit(-0.05));
    body.limb((bend, 2.8), (tip, 1.3), |along, around| {
        let quill = libm::sinf(along * 16.0) > 0.5;
        plumage(846, along, around).lit(if quill { -0.2 } else { -0.08 })
    });
}

fn head(body: &mut Sculpture, pose: &Pose) {
    let at = |across: f32, down: f32, ahead: f32| pose.about_head(across, down, ahead);
    let [x, y, z] = pose.chest;
    body.limb(([x, y - 1.0, z + 2.0], 4.2), (at(0.0, 2.0, -1.0), 2.5), |along, around| plumage(847, along, around));
    body.lump(at(0.0, 0.0, 0.0), (3.1, 3.1), |around, down| plumage(848, down, around).lit(0.06));
    for (down, ahead, size) in [(-3.4, 1.8, 1.4), (-4.2, 0.0, 1.7), (-3.6, -1.9, 1.3)] {
        body.lump(at(0.0, down, ahead), (size * 0.8, size), |_, _| ALARM.at(0.42));
    }
    body.limb((at(0.0, 0.3, 2.4), 1.3), (at(0.0, 0.9, 5.4), 0.5), |_, _| AMBER.at(0.2));
    if pose.jaw > 0.5 {
        body.limb((at(0.0, 1.2, 2.2), 1.0), (at(0.0, 1.6 + pose.jaw, 4.6), 0.5), |_, _| AMBER.at(0.06));
    }
    for side in [-1.0, 1.0] {
        body.lump(at(side * 0.7, 2.8, 2.4), (0.9, 1.6), |_, _| ALARM.at(0.36));
        let eye = at(side * 2.3, -0.5, 1.6);
        let offset: Spot = [0, 1, 2].map(|axis| eye[axis] - pose.head[axis]);
        body.mark(pose.head, offset, if pose.awake { LEATHER.at(0.0) } else { DRESS.at(0.3) });
    }
}

/// Standing, the wings folded.
const STAND: Pose = Pose {
    head: [32.0, 36.0, 8.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    awake: true,
    jaw: 0.0,
    chest: [32.0, 47.0, 2.0],
    shoulders: [5.8, 0.6, 0.0],
    elbows: [[25.4, 48.0, -2.0], [38.6, 48.0, -2.0]],
    hands: [[27.0, 47.5, -8.0], [37.0, 47.5, -8.0]],
    spread: 0.0,
    pelvis: [32.0, 45.0, -7.0],
    hips: [3.0, 4.6, 1.0],
    knees: [[29.0, 54.0, -1.0], [35.0, 54.0, -1.0]],
    feet: [[29.0, 59.6, 1.0], [35.0, 59.6, 1.0]],
    toes: [[0.0, 0.0], [0.0, 0.0]],
    spray: 0,
    pool: 0.0,
    glow: 0.0,
    only: None,
};

/// The head thrust ahead, the left foot set down in front of it.
const STEP: Pose = Pose {
    head: [32.0, 37.5, 11.0],
    knees: [[29.0, 53.5, 3.0], [35.0, 54.0, -3.0]],
    feet: [[29.0, 59.6, 5.0], [35.0, 58.6, -4.0]],
    ..STAND
};

/// The head left behind, the right foot lifted past.
const PASS: Pose = Pose {
    head: [32.0, 35.5, 7.0],
    chest: [32.0, 46.4, 2.0],
    knees: [[29.0, 54.0, 0.0], [35.0, 52.0, 2.0]],
    feet: [[29.0, 59.6, 1.0], [35.0, 57.0, 2.0]],
    ..STAND
};

/// Drawn up, the wings spread.
const RISES: Pose = Pose {
    head: [32.0, 31.0, 3.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    jaw: 1.4,
    chest: [32.0, 44.0, 0.0],
    elbows: [[20.5, 39.0, 0.0], [43.5, 39.0, 0.0]],
    hands: [[13.0, 33.0, -2.0], [51.0, 33.0, -2.0]],
    pelvis: [32.0, 45.5, -8.0],
    ..STAND
};

/// The beak on the deck.
const PECKS: Pose = Pose {
    head: [32.0, 55.0, 13.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    chest: [32.0, 48.5, 3.0],
    elbows: [[25.4, 47.0, -3.0], [38.6, 47.0, -3.0]],
    hands: [[27.0, 44.0, -9.0], [37.0, 44.0, -9.0]],
    pelvis: [32.0, 42.0, -7.0],
    ..STAND
};

/// In the air, wings everywhere.
const HURT: Pose = Pose {
    head: [38.5, 37.0, 6.0],
    look: [[0.8, 0.6], [-0.6, 0.8]],
    jaw: 2.0,
    chest: [34.0, 46.0, 1.0],
    shoulders: [5.0, 2.6, 0.0],
    elbows: [[22.0, 35.0, 2.0], [44.0, 52.0, 2.0]],
    hands: [[16.0, 27.0, 2.0], [52.0, 54.0, 2.0]],
    pelvis: [28.5, 49.0, -6.0],
    knees: [[27.0, 54.0, 4.0], [36.0, 54.0, 1.0]],
    feet: [[23.0, 58.0, 6.0], [40.0, 59.0, 2.0]],
    spray: 24,
    ..STAND
};

/// Sinking back.
const DIE1: Pose = Pose {
    head: [42.0, 44.0, 6.0],
    chest: [34.5, 50.0, 2.0],
    hands: [[19.0, 34.0, 3.0], [53.0, 56.0, 3.0]],
    spray: 30,
    ..HURT
};

/// On its back, the legs in the air.
const DIE2: Pose = Pose {
    head: [45.0, 53.0, 6.0],
    look: [[0.2, 1.0], [-1.0, 0.2]],
    chest: [34.5, 55.0, 2.0],
    shoulders: [4.0, 2.0, 3.0],
    elbows: [[29.0, 58.0, 8.0], [40.0, 59.0, 4.0]],
    hands: [[21.0, 58.0, 10.0], [48.0, 59.5, 6.0]],
    pelvis: [25.0, 55.0, -1.0],
    hips: [1.8, -3.4, 1.4],
    knees: [[27.0, 47.0, 3.0], [32.0, 47.0, 6.0]],
    feet: [[25.0, 41.0, 4.0], [33.0, 41.0, 7.0]],
    toes: [[-0.4, -1.6], [0.4, -1.6]],
    spray: 16,
    pool: 4.0,
    ..HURT
};

/// Its legs sink.
const DIE3: Pose =
    Pose { head: [46.0, 57.0, 7.0], feet: [[22.0, 43.5, 5.0], [33.0, 42.5, 8.0]], spray: 6, pool: 8.0, ..DIE2 };

/// Dead among feathers.
const CORPSE: Pose = Pose {
    awake: false,
    jaw: 1.0,
    head: [46.5, 58.0, 8.0],
    chest: [34.5, 56.0, 2.0],
    pelvis: [25.0, 56.0, -1.0],
    spray: 0,
    pool: 12.0,
    ..DIE3
};
