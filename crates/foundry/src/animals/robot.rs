//! The robot: a cleaner, a drum on wheels with a turning brush, a nozzle and one large eye.

use crate::{
    monsters::body::modelled,
    monsters::kind::{Falls, Kind, Poses, SIDES, falling},
    monsters::pose::Pose,
    tools::canvas::Canvas,
    tools::hash_noise::value,
    tools::palette::{AMBER, ENAMEL, FIRE, GUNMETAL, Ink, LEATHER, PHOSPHOR, RUST, STEEL},
    tools::sculpt::{Sculpture, Spot, towards, went},
};
use core::f32::consts::TAU;

/// The robot.
pub(crate) const KIND: Kind = Kind {
    name: "robot",
    figure,
    sides: SIDES,
    poses: Poses {
        stand: STAND,
        walk: [SWEEP, PASS, SWEEP.mirrored(), PASS.mirrored()],
        stride: 1.0,
        swing: 1.0,
        aims: AIMS,
        strikes: STRIKES,
        hurt: HURT,
    },
    falls: Falls::Turned(|moment, view| figure(&falling([&HURT, &DIE1, &DIE2, &DIE3, &CORPSE], moment), view)),
};

/// Flying particles are sparks.
fn figure(pose: &Pose, eighths: u8) -> Canvas {
    modelled(pose, eighths, FIRE, |body| {
        wheels(body, pose);
        drum(body, pose);
        for side in [0, 1] {
            arm(body, pose, side);
        }
        head(body, pose);
    })
}

/// White enamel, chipped.
fn enamel(seed: u32, along: f32, around: f32) -> Ink {
    let chip = value(seed, along * 5.0 + 9.0, around * 3.0 + 20.0, 256);
    match chip {
        chip if chip > 0.88 => RUST.at(0.1),
        chip if chip > 0.82 => GUNMETAL.at(0.1),
        _ => ENAMEL.at(0.1 + chip * 0.04),
    }
}

/// Four wheels under a skirt of rubber.
fn wheels(body: &mut Sculpture, pose: &Pose) {
    for side in [0, 1] {
        for (number, [x, y, z]) in [pose.feet[side], pose.knees[side]].into_iter().enumerate() {
            let out = if side == 0 { -1.6 } else { 1.6 };
            body.limb(([x, y, z], 3.2), ([x + out, y, z], 3.0), |along, around| {
                let tread = libm::sinf(around * 12.0 + number as f32) > 0.2;
                if along > 0.9 { STEEL.at(0.1) } else { LEATHER.at(if tread { 0.16 } else { 0.02 }) }
            });
        }
    }
}

/// The drum, with a stripe of warning, a hatch for the dirt and a grille.
fn drum(body: &mut Sculpture, pose: &Pose) {
    let (top, bottom) = (pose.chest, pose.pelvis);
    let down = towards(top, bottom);
    body.limb((top, 9.4), (bottom, 11.0), |along, around| match (along, around.abs()) {
        // The skirt of rubber.
        (along, _) if along > 0.96 => LEATHER.at(if libm::sinf(around * 16.0) > 0.0 { 0.14 } else { 0.04 }),
        (along, around) if (0.56..0.7).contains(&along) => {
            if libm::fmodf(around * 4.0 + along * 3.0 + 8.0, 1.0) < 0.5 {
                AMBER.at(0.12)
            } else {
                LEATHER.at(0.06)
            }
        }
        (along, around) if around < 0.5 && (0.2..0.5).contains(&along) => {
            let slit = libm::fmodf(along * 20.0, 1.0) < 0.4;
            if slit { GUNMETAL.at(-0.1) } else { GUNMETAL.at(0.24) }
        }
        (along, around) if (1.3..1.8).contains(&around) && (0.1..0.54).contains(&along) => STEEL.at(0.0),
        _ => enamel(861, along, around),
    });
    // A collar of steel where the head turns.
    body.limb((went(top, down, -5.0), 6.4), (went(top, down, -2.0), 8.6), |_, _| STEEL.at(0.06));
}

/// An arm of two tubes: the left one ends in a round brush, the right one in a nozzle.
fn arm(body: &mut Sculpture, pose: &Pose, side: usize) {
    let (shoulder, elbow, hand) = (pose.shoulder(side), pose.elbows[side], pose.hands[side]);
    body.lump(shoulder, (3.0, 3.0), |_, _| STEEL.at(0.1));
    body.limb((shoulder, 1.9), (elbow, 1.7), |_, _| GUNMETAL.at(0.22));
    body.lump(elbow, (2.4, 2.4), |_, _| AMBER.at(0.1));
    body.limb((elbow, 1.6), (hand, 1.5), |along, _| {
        if libm::sinf(along * 24.0) > 0.0 { LEATHER.at(0.2) } else { LEATHER.at(0.06) }
    });
    if side == 1 {
        body.limb((hand, 1.8), ([hand[0], hand[1] + 2.6, hand[2] + 1.6], 3.4), |along, _| ENAMEL.at(-along * 0.2));
        return;
    }
    body.lump(hand, (2.2, 1.8), |_, _| STEEL.at(0.12));
    for bristle in 0..14 {
        let turn = bristle as f32 * TAU / 14.0;
        let root: Spot = [hand[0] + libm::cosf(turn) * 2.0, hand[1] + 1.4, hand[2] + libm::sinf(turn) * 2.0];
        let tip = [hand[0] + libm::cosf(turn) * 4.6, hand[1] + 4.8, hand[2] + libm::sinf(turn) * 4.6];
        body.limb((root, 0.9), (tip, 0.7), |along, _| AMBER.at(-0.1 - along * 0.1 + (bristle % 2) as f32 * 0.16));
    }
}

/// The head: a dome with one wide eye, an aerial and a lamp that turns.
fn head(body: &mut Sculpture, pose: &Pose) {
    let at = |across: f32, down: f32, ahead: f32| pose.about_head(across, down, ahead);
    body.limb((pose.chest, 3.0), (at(0.0, 2.0, -1.0), 3.0), |_, _| GUNMETAL.at(0.1));
    let before = body.parts();
    body.lump(at(0.0, 0.0, 0.0), (7.0, 5.4), |around, down| enamel(862, down, around).lit(0.05));
    body.paint(before, pose.head, |[x, y, ahead]| {
        let [right, chin] = pose.look;
        let (across, down) = (x * right[0] + y * right[1], x * chin[0] + y * chin[1]);
        let eye = (across / 4.6) * (across / 4.6) + ((down - 0.4) / 2.3) * ((down - 0.4) / 2.3);
        match eye {
            _ if ahead < 1.4 => None,
            eye if eye > 1.35 => None,
            eye if eye > 1.0 => Some(LEATHER.at(0.04)),
            eye if pose.awake => Some(PHOSPHOR.at(0.92 - eye * 0.42).shining()),
            eye => Some(PHOSPHOR.at(0.16 - eye * 0.1)),
        }
    });
    body.limb((at(5.0, -2.6, -2.0), 0.8), (at(7.4, -11.0, -3.0), 0.6), |along, _| STEEL.at(0.1 + along * 0.2));
    let lamp = at(0.0, -6.0, -1.0);
    body.lump(lamp, (2.4, 2.2), |around, _| match pose.awake {
        true if around.abs() < 1.0 => FIRE.at(0.72).shining(),
        _ => AMBER.at(0.0),
    });
}

/// At rest.
const STAND: Pose = Pose {
    head: [32.0, 30.0, 3.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    awake: true,
    jaw: 0.0,
    chest: [32.0, 42.5, 0.0],
    shoulders: [10.0, 0.0, 0.0],
    elbows: [[18.0, 46.0, 4.0], [46.0, 46.0, 4.0]],
    hands: [[17.0, 54.0, 10.0], [47.0, 54.0, 10.0]],
    spread: 0.0,
    pelvis: [32.0, 53.0, 0.0],
    hips: [7.0, 0.0, 0.0],
    knees: [[25.0, 59.0, -6.0], [39.0, 59.0, -6.0]],
    feet: [[25.0, 59.0, 7.0], [39.0, 59.0, 7.0]],
    toes: [[0.0, 0.0], [0.0, 0.0]],
    spray: 0,
    pool: 0.0,
    glow: 0.0,
    only: None,
};

/// The brush swung in, the nozzle out.
const SWEEP: Pose = Pose {
    head: [31.0, 30.4, 4.0],
    look: [[1.0, -0.06], [0.06, 1.0]],
    elbows: [[19.0, 46.0, 6.0], [46.0, 46.0, 2.0]],
    hands: [[22.0, 54.0, 14.0], [50.0, 54.0, 6.0]],
    ..STAND
};

/// Both ahead.
const PASS: Pose = Pose { head: [32.0, 29.6, 3.0], hands: [[17.5, 54.5, 12.0], [46.5, 54.5, 12.0]], ..STAND };

/// The neck run out, the arms raised.
const AIMS: Pose = Pose {
    head: [32.0, 17.0, 3.0],
    elbows: [[12.5, 38.0, 2.0], [51.5, 38.0, 2.0]],
    hands: [[11.5, 27.0, 6.0], [52.5, 27.0, 6.0]],
    ..STAND
};

/// The brush thrust forward.
const STRIKES: Pose = Pose {
    head: [32.0, 26.0, 9.0],
    chest: [32.0, 42.0, 3.0],
    elbows: [[21.0, 44.0, 12.0], [45.0, 44.0, 8.0]],
    hands: [[27.0, 46.0, 22.0], [43.0, 49.0, 15.0]],
    ..STAND
};

/// Tilted on two wheels, the head to one side.
const HURT: Pose = Pose {
    head: [45.0, 30.0, 2.0],
    look: [[0.82, 0.57], [-0.57, 0.82]],
    chest: [39.0, 41.5, 0.0],
    shoulders: [8.6, 5.0, 0.0],
    elbows: [[22.0, 31.0, 2.0], [52.0, 52.0, 2.0]],
    hands: [[15.0, 26.0, 5.0], [54.0, 57.0, 6.0]],
    pelvis: [33.0, 52.5, 0.0],
    knees: [[25.0, 55.0, -6.0], [40.0, 59.5, -6.0]],
    feet: [[25.0, 55.0, 7.0], [40.0, 59.5, 7.0]],
    spray: 22,
    ..STAND
};

/// Farther over.
const DIE1: Pose = Pose { head: [47.0, 36.0, 3.0], chest: [40.5, 45.0, 0.0], spray: 36, ..HURT };

/// On its side, the wheels in the air.
const DIE2: Pose = Pose {
    head: [46.5, 47.0, 4.0],
    look: [[0.3, 0.95], [-0.95, 0.3]],
    chest: [38.5, 50.0, 0.0],
    shoulders: [1.0, 7.0, 3.0],
    elbows: [[38.0, 42.0, 8.0], [48.0, 57.0, 8.0]],
    hands: [[30.0, 38.0, 12.0], [40.0, 60.0, 14.0]],
    pelvis: [27.0, 51.5, 0.0],
    knees: [[20.0, 46.0, -6.0], [19.0, 57.0, -6.0]],
    feet: [[20.0, 46.0, 7.0], [19.0, 57.0, 7.0]],
    spray: 30,
    ..HURT
};

/// Its arm sinks, the light goes.
const DIE3: Pose = Pose {
    awake: false,
    head: [47.0, 52.0, 5.0],
    hands: [[30.0, 46.0, 14.0], [40.0, 60.0, 14.0]],
    elbows: [[37.0, 45.0, 9.0], [48.0, 58.0, 8.0]],
    spray: 14,
    ..DIE2
};

/// A wreck.
const CORPSE: Pose = Pose {
    head: [47.0, 55.0, 7.0],
    hands: [[29.0, 54.0, 15.0], [40.0, 60.0, 14.0]],
    elbows: [[36.0, 48.0, 10.0], [48.0, 58.5, 8.0]],
    spray: 0,
    ..DIE3
};
