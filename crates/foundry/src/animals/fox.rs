//! The fox: a stowaway, or an escaped pet; it lives on the galley's chickens.

use crate::{
    monsters::body::modelled,
    monsters::kind::{Falls, Kind, Poses, VIEWS, falling},
    monsters::pose::Pose,
    tools::canvas::Canvas,
    tools::hash_noise::value,
    tools::palette::{AMBER, BLOOD, CLOTH, DRESS, Ink, LEATHER},
    tools::sculpt::{Sculpture, Spot},
};

/// The fox.
pub(crate) const KIND: Kind = Kind {
    name: "fox",
    figure,
    sides: VIEWS,
    poses: Poses {
        stand: STAND,
        walk: [REACH, GATHER, REACH.mirrored(), GATHER.mirrored()],
        stride: 0.58,
        swing: 1.0,
        aims: CROUCHES,
        strikes: SNAPS,
        hurt: HURT,
    },
    falls: Falls::Turned(|moment, view| figure(&falling([&HURT, &DIE1, &DIE2, &DIE3, &CORPSE], moment), view)),
};

fn figure(pose: &Pose, eighths: u8) -> Canvas {
    modelled(pose, eighths, BLOOD, |body| {
        brush(body, pose);
        for side in [0, 1] {
            leg(body, pose.hip(side), pose.knees[side], pose.feet[side]);
        }
        trunk(body, pose);
        for side in [0, 1] {
            leg(body, pose.shoulder(side), pose.elbows[side], pose.hands[side]);
        }
        head(body, pose);
    })
}

/// Red fur that lies along the body.
fn fur(seed: u32, along: f32, around: f32) -> Ink {
    let tuft = value(seed, along * 3.0 + 9.0, around * 6.0 + 20.0, 256) - 0.5;
    CLOTH.at(0.04 + tuft * 0.3)
}

fn trunk(body: &mut Sculpture, pose: &Pose) {
    let (chest, pelvis) = (pose.chest, pose.pelvis);
    body.lump(pelvis, (4.6, 4.6), |around, down| fur(821, down, around));
    // The belly is white. Around is counted from above where the body rises towards its end.
    let rises = pelvis[1] < chest[1];
    body.limb((chest, 5.3), (pelvis, 4.2), |along, around| {
        let belly = if rises { around.abs() > 1.5 } else { around.abs() < 0.5 };
        if belly && along < 0.8 { DRESS.at(-0.06) } else { fur(822, along, around) }
    });
    body.lump([chest[0], chest[1] + 0.6, chest[2] + 1.8], (4.2, 4.6), |_, down| DRESS.at(0.0 - down * 0.1));
}

/// A leg that is black from the knee down.
fn leg(body: &mut Sculpture, hip: Spot, knee: Spot, foot: Spot) {
    body.limb((hip, 2.9), (knee, 1.9), |along, around| fur(823, along, around).lit(-0.04));
    body.limb((knee, 1.8), (foot, 1.3), |along, _| LEATHER.at(0.16 - along * 0.08));
    body.limb((foot, 1.5), ([foot[0], foot[1] + 0.4, foot[2] + 2.2], 1.3), |_, _| LEATHER.at(0.14));
}

/// The brush, thick and with a white tip. It hangs when the fox stands, and lies when it is dead.
fn brush(body: &mut Sculpture, pose: &Pose) {
    let [x, y, z] = pose.pelvis;
    let lies = if pose.awake { 0.0 } else { 1.0 };
    let points = [
        ([x, y - 1.0, z - 2.0], 1.9),
        ([x + lies * 5.0, y + 1.0, z - 7.0 + lies * 6.0], 2.8),
        ([x + 1.0 + lies * 9.0, (y + 4.5).min(58.0), z - 12.0 + lies * 11.0], 3.6),
        ([x + 1.6 + lies * 14.0, (y + 6.0).min(58.5), z - 16.5 + lies * 16.0], 3.0),
        ([x + 2.0 + lies * 18.0, (y + 6.4).min(58.5), z - 19.5 + lies * 19.0], 1.0),
    ];
    for (number, pair) in points.windows(2).enumerate() {
        body.limb(pair[0], pair[1], |along, around| {
            let white = number as f32 + along > 2.5;
            if white { DRESS.at(0.02) } else { fur(824, along, around).lit(if number == 1 { -0.06 } else { 0.0 }) }
        });
    }
}

/// A pointed head: white cheeks, a black nose, large ears black behind.
fn head(body: &mut Sculpture, pose: &Pose) {
    let at = |across: f32, down: f32, ahead: f32| pose.about_head(across, down, ahead);
    body.limb((pose.chest, 4.0), (at(0.0, 1.0, -1.6), 3.4), |along, around| {
        if around.abs() < 0.6 { DRESS.at(-0.06) } else { fur(825, along, around) }
    });
    for side in [-1.0, 1.0] {
        body.limb((at(side * 3.0, -2.6, -1.0), 2.2), (at(side * 4.4, -9.0, -1.2), 0.5), |along, around| match around {
            _ if along > 0.72 => LEATHER.at(0.06),
            around if around.abs() < 0.55 => DRESS.at(-0.3),
            _ => fur(826, along, around),
        });
    }
    body.lump(at(0.0, -0.2, 0.0), (4.7, 4.1), |around, down| fur(827, down, around).lit(0.05));
    for side in [-1.0, 1.0] {
        body.lump(at(side * 3.0, 1.8, 1.4), (2.4, 1.9), |_, _| DRESS.at(0.0));
    }
    body.limb((at(0.0, 0.8, 2.4), 2.5), (at(0.0, 2.0, 7.6), 1.2), |along, around| {
        if around.abs() > 0.75 { DRESS.at(-0.02) } else { fur(828, along, around).lit(0.06) }
    });
    body.limb((at(0.0, 2.6 + pose.jaw * 0.6, 2.4), 1.5), (at(0.0, 3.0 + pose.jaw, 6.4), 0.9), |_, _| {
        if pose.jaw > 1.0 { BLOOD.at(0.3) } else { DRESS.at(-0.04) }
    });
    body.lump(at(0.0, 1.6, 8.4), (1.3, 1.1), |_, _| LEATHER.at(0.0));
    let offset = |across: f32, down: f32, ahead: f32| -> Spot {
        let place = at(across, down, ahead);
        [0, 1, 2].map(|axis| place[axis] - pose.head[axis])
    };
    for side in [-1.0, 1.0] {
        let eye = if pose.awake { AMBER.at(0.9).shining() } else { LEATHER.at(0.1) };
        body.mark(pose.head, offset(side * 2.4, -0.9, 4.0), eye);
        body.mark(pose.head, offset(side * 3.4, -0.9, 3.4), LEATHER.at(0.0));
        body.mark(pose.head, offset(side * 1.6, 0.1, 4.4), LEATHER.at(0.1));
    }
}

/// Standing, the head up, listening.
const STAND: Pose = Pose {
    head: [32.0, 36.0, 13.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    awake: true,
    jaw: 0.0,
    chest: [32.0, 44.0, 8.0],
    shoulders: [3.4, 3.6, 0.0],
    elbows: [[28.8, 51.5, 8.0], [35.2, 51.5, 8.0]],
    hands: [[28.8, 59.0, 9.0], [35.2, 59.0, 9.0]],
    spread: 0.0,
    pelvis: [32.0, 44.5, -8.0],
    hips: [3.2, 1.0, 0.0],
    knees: [[28.4, 50.5, -5.0], [35.6, 50.5, -5.0]],
    feet: [[28.6, 59.0, -9.0], [35.4, 59.0, -9.0]],
    toes: [[0.0, 0.0], [0.0, 0.0]],
    spray: 0,
    pool: 0.0,
    glow: 0.0,
    only: None,
};

/// The left foreleg and the right hind leg ahead.
const REACH: Pose = Pose {
    head: [32.0, 38.0, 15.0],
    chest: [32.0, 44.5, 8.0],
    elbows: [[28.8, 51.0, 12.0], [35.2, 51.5, 6.0]],
    hands: [[28.8, 58.5, 16.0], [35.2, 58.5, 2.0]],
    knees: [[28.4, 51.0, -9.0], [35.6, 50.5, -2.0]],
    feet: [[28.6, 58.5, -15.0], [35.4, 59.0, -3.0]],
    ..STAND
};

/// The legs passing.
const GATHER: Pose = Pose {
    head: [32.0, 37.0, 15.0],
    chest: [32.0, 43.5, 8.0],
    pelvis: [32.0, 44.0, -8.0],
    elbows: [[28.8, 51.0, 8.0], [35.2, 50.0, 10.0]],
    hands: [[28.8, 59.0, 8.0], [35.2, 57.0, 11.0]],
    knees: [[28.4, 50.0, -4.0], [35.6, 50.5, -5.0]],
    feet: [[28.6, 57.5, -8.0], [35.4, 59.0, -9.0]],
    ..STAND
};

/// Flat to the deck before the leap.
const CROUCHES: Pose = Pose {
    head: [32.0, 50.5, 14.0],
    chest: [32.0, 53.0, 7.0],
    elbows: [[27.0, 54.0, 4.0], [37.0, 54.0, 4.0]],
    hands: [[27.5, 59.0, 12.0], [36.5, 59.0, 12.0]],
    pelvis: [32.0, 49.5, -7.5],
    knees: [[26.5, 52.5, -6.0], [37.5, 52.5, -6.0]],
    feet: [[27.0, 59.0, -11.0], [37.0, 59.0, -11.0]],
    ..STAND
};

/// The snap, all its weight behind it.
const SNAPS: Pose = Pose {
    head: [32.0, 43.0, 19.0],
    jaw: 3.0,
    chest: [32.0, 46.0, 11.0],
    elbows: [[28.0, 50.0, 16.0], [36.0, 50.0, 16.0]],
    hands: [[28.0, 56.0, 19.0], [36.0, 56.0, 19.0]],
    pelvis: [32.0, 47.0, -7.0],
    knees: [[28.0, 52.0, -9.0], [36.0, 52.0, -9.0]],
    feet: [[28.0, 59.0, -16.0], [36.0, 59.0, -16.0]],
    ..STAND
};

/// Thrown aside with its back arched.
const HURT: Pose = Pose {
    head: [41.0, 41.0, 8.0],
    look: [[0.84, 0.54], [-0.54, 0.84]],
    jaw: 3.0,
    chest: [37.0, 46.0, 4.0],
    shoulders: [3.0, 4.4, 0.0],
    elbows: [[31.0, 53.5, 9.0], [41.0, 54.0, 5.0]],
    hands: [[27.5, 58.5, 14.0], [44.0, 59.0, 6.0]],
    pelvis: [29.0, 42.0, -9.0],
    knees: [[25.0, 49.5, -6.0], [32.0, 50.5, -6.0]],
    feet: [[22.5, 58.5, -9.0], [31.0, 59.0, -9.0]],
    spray: 12,
    ..STAND
};

/// The legs give way.
const DIE1: Pose = Pose { head: [42.5, 47.0, 10.0], chest: [37.0, 51.0, 5.0], pelvis: [29.0, 48.0, -7.0], ..HURT };

/// On its side.
const DIE2: Pose = Pose {
    head: [45.5, 53.0, 9.0],
    look: [[0.4, 0.9], [-0.9, 0.4]],
    jaw: 2.0,
    chest: [36.0, 55.0, 3.0],
    shoulders: [1.0, 1.4, 3.0],
    elbows: [[39.0, 54.0, 10.0], [41.0, 58.0, 8.0]],
    hands: [[42.0, 51.0, 16.0], [46.0, 58.5, 14.0]],
    pelvis: [23.0, 55.5, -2.0],
    hips: [0.6, 1.4, 2.0],
    knees: [[23.0, 55.0, 6.0], [25.0, 58.0, 5.0]],
    feet: [[18.0, 55.0, 12.0], [19.0, 58.8, 11.0]],
    spray: 6,
    pool: 6.0,
    ..HURT
};

/// Its head sinks.
const DIE3: Pose = Pose {
    head: [46.0, 56.0, 9.0],
    chest: [36.0, 56.5, 3.0],
    hands: [[42.5, 56.0, 15.0], [46.0, 59.0, 14.0]],
    spray: 0,
    pool: 11.0,
    ..DIE2
};

/// Dead.
const CORPSE: Pose = Pose {
    awake: false,
    jaw: 1.0,
    head: [46.0, 57.0, 9.0],
    chest: [36.0, 57.2, 3.0],
    pelvis: [23.0, 57.2, -2.0],
    knees: [[23.0, 57.0, 6.0], [25.0, 59.0, 5.0]],
    feet: [[17.5, 58.0, 12.0], [19.0, 59.2, 11.0]],
    pool: 15.0,
    ..DIE3
};
