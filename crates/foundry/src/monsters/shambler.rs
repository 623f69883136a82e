//! The shambler: a decayed crewman in a torn uniform, modelled separately for every pose.

use crate::{
    monsters::body::{claws, modelled, skin, torn},
    monsters::kind::{Falls, Kind, Poses, SIDES, falling},
    monsters::pose::Pose,
    monsters::skull::Skull,
    monsters::uniforms::{DECKHAND, Uniform},
    tools::canvas::Canvas,
    tools::hash_noise::value,
    tools::palette::{ALARM, AMBER, BLOOD, BONE, CLOTH, ENAMEL, FLESH, Ink, LEATHER},
    tools::sculpt::{Joint, Sculpture, Spot},
};
use core::f32::consts::TAU;

/// Number of straight pieces of the belt.
const BELT_PIECES: i32 = 12;

/// The shambler.
pub(crate) const KIND: Kind = Kind {
    name: "shambler",
    figure,
    sides: SIDES,
    poses: Poses {
        stand: STAND,
        walk: [WALK1, WALK2, WALK3, WALK4],
        stride: 0.72,
        swing: 1.13,
        aims: STRIKE1,
        strikes: STRIKE2,
        hurt: HURT,
    },
    falls: Falls::Turned(|moment, view| figure(&fallen(moment), view)),
};

/// Returns the pose of a moment of its death.
pub(super) fn fallen(moment: usize) -> Pose {
    falling([&HURT, &DIE1, &DIE2, &DIE3, &CORPSE], moment)
}

/// The head: a skull's shape under dead skin, with red eyes that glow while it is awake.
const SKULL: Skull = Skull {
    size: 1.0,
    skin: |around, down| skin(FLESH, 240, down, around).lit(0.05),
    shade: FLESH,
    haired: true,
    face: [
        "..hhhh.hh..",
        ".hhhh...hh.",
        "hh.h....hh.",
        "h.......bb.",
        ".ss....sbb.",
        "sxxxs.sxxxs",
        "sxxxs.sxxxs",
        "sxxx...xxxs",
        ".ss.xx..ss.",
        "....x.x....",
        "..mmmmmmm..",
        ".mtmttmttm.",
        ".mxxxxxxxm.",
        ".mtmtmttm..",
    ],
    eyes: &[[-2.6, -0.2, 5.2], [3.4, -0.2, 4.7]],
    glow: ALARM.at(0.86),
};

/// Draws the figure in a pose, turned by eighths of a turn towards the image's left.
pub(crate) fn figure(pose: &Pose, eighths: u8) -> Canvas {
    worn(pose, eighths, &DECKHAND)
}

/// As above, in a uniform.
pub(super) fn worn(pose: &Pose, eighths: u8, uniform: &Uniform) -> Canvas {
    uniform.on(modelled(pose, eighths, BLOOD, |body| {
        for side in [0, 1] {
            leg(body, pose, side, uniform);
        }
        torso(body, pose, uniform);
        for side in [0, 1] {
            arm(body, pose, side);
        }
        SKULL.draw(body, pose);
        (uniform.hat)(body, pose);
    }))
}

/// The jumpsuit; `tone` distinguishes its parts.
fn cloth(seed: u32, along: f32, across: f32, tone: f32) -> Ink {
    // Stains do not soak through to the other side.
    let seed = if across.abs() > 1.0 { seed ^ 0x93 } else { seed };
    let folds = value(seed ^ 7, along * 7.0 + across, across * 1.3 + 9.0, 256) - 0.5;
    let stained = value(seed ^ 3, along * 3.0 + 5.0, across * 1.5 + 5.0, 256) > 0.78;
    if stained { BLOOD.at(-0.02 + folds * 0.2) } else { CLOTH.at(tone + folds * 0.34) }
}

fn leg(body: &mut Sculpture, pose: &Pose, side: usize, uniform: &Uniform) {
    let seed = 210 + side as u32;
    let (hip, knee, foot) = (pose.hip(side), pose.knees[side], pose.feet[side]);
    body.limb((hip, 4.6), (knee, 3.5), |along, across| {
        if side == 1 && along > 0.5 && torn(seed, along, across, 0.55) {
            skin(FLESH, seed, along, across)
        } else {
            (uniform.badge)(1.0 + along, across).unwrap_or_else(|| cloth(seed, along, across, -0.1))
        }
    });
    body.limb((knee, 3.5), (foot, 2.5), |along, across| match along {
        along if along > 0.52 => LEATHER.at(0.06 + if along < 0.6 { 0.14 } else { 0.0 }),
        along if side == 1 && torn(seed ^ 4, along, across, 0.5) => skin(FLESH, seed, along, across),
        _ => cloth(seed ^ 1, along, across, -0.08),
    });
    let [x, y, z] = foot;
    let [dx, dy] = pose.toes[side];
    body.limb(([x, y, z], 2.7), ([x + dx, y + dy, z + 3.0], 2.5), |along, _| LEATHER.at(along * 0.1));
}

fn torso(body: &mut Sculpture, pose: &Pose, uniform: &Uniform) {
    let (chest, pelvis) = (pose.chest, pose.pelvis);
    body.limb((pose.hip(0), 5.0), (pose.hip(1), 5.0), |along, across| cloth(220, along, across, -0.1));
    body.limb((chest, 8.2), (pelvis, 5.8), |along, around| {
        (uniform.badge)(along, around).unwrap_or_else(|| trunk(along, around))
    });
    let shoulder = |side: usize| -> Joint { (pose.shoulder(side), 4.2) };
    for side in [0, 1] {
        body.limb(shoulder(side), ([chest[0], chest[1], chest[2] - 1.0], 6.5), |along, across| {
            match uniform.epaulettes {
                Some(braid) if along < 0.45 => braid,
                None if side == 1 && (0.05..0.2).contains(&along) => AMBER.at(-0.02),
                _ => cloth(222, along, across, 0.02),
            }
        });
    }
    belt(body, pose);
    body.limb((chest, 3.0), (pose.head, 3.0), |along, across| skin(FLESH, 223, along, across));
}

/// The belt around the waist, with its buckle in front.
fn belt(body: &mut Sculpture, pose: &Pose) {
    let (chest, pelvis) = (pose.chest, pose.pelvis);
    let part = |axis: usize| pelvis[axis] + (chest[axis] - pelvis[axis]) * 0.17;
    let about = |turn: f32| -> Spot {
        let (across, ahead) = (libm::sinf(turn) * 1.75, libm::cosf(turn) * 6.2);
        [part(0) + pose.hips[0] * across, part(1) + pose.hips[1] * across, part(2) + pose.hips[2] * across + ahead]
    };
    for piece in 0..BELT_PIECES {
        let turn = |index: f32| (index - 0.5) * TAU / BELT_PIECES as f32;
        let leather = if piece == 0 { AMBER.at(0.1) } else { LEATHER.at(0.1) };
        body.limb((about(turn(piece as f32)), 1.2), (about(turn(piece as f32 + 1.0)), 1.2), |_, _| leather);
    }
}

/// The trunk's cloth and what is visible through it, at the front and at the back.
fn trunk(along: f32, around: f32) -> Ink {
    let back = (2.0 - around.abs()).copysign(around);
    if around.abs() > 1.0 { back_of_trunk(along, back) } else { front_of_trunk(along, around) }
}

/// The front of the body: a ripped jumpsuit, ribs showing in the gash, a bib of blood below the mouth.
fn front_of_trunk(along: f32, across: f32) -> Ink {
    let ragged = value(225, along * 9.0, across * 4.0 + 8.0, 64) - 0.5;
    let gash = (across + 0.4 + ragged * 0.3).abs() < 0.34 - (along - 0.52).abs() * 0.62;
    let bib = along < 0.26 + ragged * 0.5 && (across - 0.05).abs() < 0.34 - along * 0.7;
    let rib = libm::floorf(along * 14.0) as i32 % 2 == 0;
    match (gash, bib) {
        (true, _) if (across + 0.4 + ragged * 0.3).abs() > 0.25 - (along - 0.52).abs() * 0.62 => BLOOD.at(-0.14),
        (true, _) if rib && along < 0.62 => BONE.at(0.02 - ragged * 0.2),
        (true, _) => BLOOD.at(-0.04 + ragged * 0.3),
        (_, true) => BLOOD.at(0.02 + ragged * 0.4),
        _ if (across - 0.5).abs() < 0.17 && (along - 0.24).abs() < 0.07 => ENAMEL.at(-0.05),
        _ if across.abs() < 0.06 => CLOTH.at(-0.24),
        _ => cloth(226, along, across, 0.0),
    }
}

/// The back of the body: a bitten spine, and the remains of a reflecting stripe.
fn back_of_trunk(along: f32, across: f32) -> Ink {
    let ragged = value(227, along * 9.0, across * 4.0 + 8.0, 64) - 0.5;
    let off = (across + 0.1 + ragged * 0.3).abs() - 0.4 + (along - 0.34).abs() * 0.9;
    let vertebra = libm::floorf(along * 16.0) as i32 % 2 == 0;
    match off {
        off if off > 0.0 && (0.5..0.6).contains(&along) && ragged < 0.24 => AMBER.at(0.0),
        off if off > 0.0 => cloth(228, along, across, 0.0),
        off if off > -0.08 => BLOOD.at(-0.14),
        _ if vertebra && (across + 0.1).abs() < 0.15 => BONE.at(0.04),
        _ => BLOOD.at(ragged * 0.3),
    }
}

fn arm(body: &mut Sculpture, pose: &Pose, side: usize) {
    let seed = 230 + side as u32;
    let (shoulder, elbow, hand) = (pose.shoulder(side), pose.elbows[side], pose.hands[side]);
    let sleeve_end = if side == 0 { 0.15 } else { 0.7 };
    body.limb((shoulder, 3.8), (elbow, 2.8), |along, across| {
        let bare = side == 0 && along > 0.6 && torn(seed, along, across, 0.4);
        if bare { skin(FLESH, seed, along, across) } else { cloth(seed, along, across, 0.03) }
    });
    body.limb((elbow, 2.8), (hand, 2.0), |along, across| {
        let ragged = value(seed ^ 6, across * 3.0 + 7.0, 0.5, 64) * 0.3;
        if along + ragged < sleeve_end { cloth(seed, along, across, 0.0) } else { skin(FLESH, seed ^ 1, along, across) }
    });
    claws(body, FLESH, [elbow, hand], pose.spread);
}

/// Standing and swaying.
const STAND: Pose = Pose {
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
    glow: 0.0,
    only: None,
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
const STRIKE1: Pose = Pose {
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
const STRIKE2: Pose = Pose {
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
const HURT: Pose = Pose {
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
