//! The crawler: a starved thing that has forgotten how to stand, and runs on all fours with its elbows above its back.

use crate::{
    monsters::body::{claws, modelled, skin, torn},
    monsters::kind::{Falls, Kind, Poses, SIDES, falling},
    monsters::pose::Pose,
    monsters::skull::Skull,
    tools::canvas::Canvas,
    tools::hash_noise::value,
    tools::palette::{AMBER, BLOOD, BONE, CLOTH, Ink, PALLOR},
    tools::sculpt::{Sculpture, Spot},
};

/// The crawler.
pub(crate) const KIND: Kind = Kind {
    name: "crawler",
    figure,
    sides: SIDES,
    poses: Poses {
        stand: STAND,
        walk: [REACH, GATHER, REACH.mirrored(), GATHER.mirrored()],
        stride: 0.39,
        swing: 1.0,
        aims: STRIKE1,
        strikes: STRIKE2,
        hurt: HURT,
    },
    falls: Falls::Turned(|moment, view| figure(&falling([&HURT, &DIE1, &DIE2, &DIE3, &CORPSE], moment), view)),
};

/// The head: hairless, all mouth, with eyes that glow like a cat's.
const SKULL: Skull = Skull {
    size: 0.92,
    skin: |around, down| skin(PALLOR, 310, down, around).lit(0.1),
    shade: PALLOR,
    haired: false,
    face: [
        "...........",
        "....s.s....",
        "...........",
        ".ss.....ss.",
        "sxxs...sxxs",
        "xxxxs.sxxxx",
        "xxxxs.sxxxx",
        ".xxs.x.sxx.",
        "....sxs....",
        ".m.......m.",
        "mmmmmmmmmmm",
        "mtmtmtmtmtm",
        "mxxxxxxxxxm",
        "mtmtmtmtmtm",
    ],
    eyes: &[[-3.2, -0.6, 5.2], [-2.2, -0.6, 5.2], [3.2, -0.6, 4.9], [2.2, -0.6, 5.2]],
    glow: AMBER.at(0.9),
};

/// Number of vertebrae that stand out of the back.
const KNOBS: i32 = 6;

/// Draws the figure in a pose, turned by eighths of a turn towards the image's left.
fn figure(pose: &Pose, eighths: u8) -> Canvas {
    modelled(pose, eighths, BLOOD, |body| {
        for side in [0, 1] {
            leg(body, pose, side);
        }
        trunk(body, pose);
        for side in [0, 1] {
            arm(body, pose, side);
        }
        SKULL.draw(body, pose);
    })
}

fn leg(body: &mut Sculpture, pose: &Pose, side: usize) {
    let seed = 320 + side as u32;
    let (hip, knee, foot) = (pose.hip(side), pose.knees[side], pose.feet[side]);
    body.limb((hip, 3.2), (knee, 2.1), |along, across| {
        if along < 0.62 && torn(seed, along, across, 0.3) { rag(seed, along) } else { hide(seed, along, across) }
    });
    body.limb((knee, 2.1), (foot, 1.4), |along, across| hide(seed ^ 1, along, across));
    let [x, y, z] = foot;
    let [dx, dy] = pose.toes[side];
    body.limb((foot, 1.5), ([x + dx, y + dy, z + 4.0], 1.1), |along, _| {
        if along > 0.6 { BLOOD.at(0.1) } else { PALLOR.at(-0.05) }
    });
}

/// The remains of the trousers.
fn rag(seed: u32, along: f32) -> Ink {
    CLOTH.at(-0.16 + value(seed, along * 8.0, 3.0, 64) * 0.12)
}

/// The starved skin of a limb.
fn hide(seed: u32, along: f32, across: f32) -> Ink {
    skin(PALLOR, seed, along, across)
}

/// The rib cage, the hollow belly and the pelvis, with the spine standing out above.
fn trunk(body: &mut Sculpture, pose: &Pose) {
    let (chest, pelvis) = (pose.chest, pose.pelvis);
    let between = |part: f32, sink: f32| -> Spot {
        let at = |axis: usize| chest[axis] + (pelvis[axis] - chest[axis]) * part;
        [at(0), at(1) + sink, at(2)]
    };
    body.limb((pose.hip(0), 3.4), (pose.hip(1), 3.4), |along, across| {
        if torn(330, along, across, 0.24) { rag(330, along) } else { hide(330, along, across) }
    });
    body.limb((between(0.5, -0.6), 3.0), (pelvis, 3.8), |along, across| hide(331, along, across).lit(-0.06));
    body.limb((chest, 6.2), (between(0.55, -1.0), 3.6), ribs);
    for side in [0, 1] {
        body.limb((pose.shoulder(side), 3.2), (chest, 4.6), |along, across| hide(332, along, across).lit(0.04));
    }
    for knob in 0..KNOBS {
        let part = knob as f32 / (KNOBS - 1) as f32;
        let bulk = if part < 0.55 { 6.2 - part * 4.6 } else { 3.4 };
        // The spine is at the back, away from the chest, which faces down and ahead.
        let away = pose.back();
        let root = between(part, 0.0);
        let tip = [0, 1, 2].map(|axis| root[axis] + away[axis] * bulk);
        body.lump(tip, (1.25, 1.25), |_, _| BONE.at(-0.02));
    }
    body.limb((chest, 2.6), (pose.head, 2.4), |along, across| hide(333, along, across));
}

/// Skin drawn tight over the ribs, torn open on one flank.
fn ribs(along: f32, around: f32) -> Ink {
    let ragged = value(335, along * 7.0, around * 3.0 + 8.0, 64) - 0.5;
    let rib = libm::floorf(along * 9.0 + around.abs() * 0.8) as i32 % 2 == 0;
    let wound = (around - 1.1 + ragged * 0.4).abs() < 0.42 - (along - 0.45).abs() * 0.6;
    match (wound, rib) {
        (true, true) => BONE.at(0.0),
        (true, false) => BLOOD.at(0.04 + ragged * 0.2),
        (false, true) => PALLOR.at(0.06 + ragged * 0.1),
        (false, false) => PALLOR.at(-0.2 + ragged * 0.1),
    }
}

fn arm(body: &mut Sculpture, pose: &Pose, side: usize) {
    let seed = 340 + side as u32;
    let (shoulder, elbow, hand) = (pose.shoulder(side), pose.elbows[side], pose.hands[side]);
    body.limb((shoulder, 2.7), (elbow, 1.9), |along, across| hide(seed, along, across).lit(0.04));
    body.lump(elbow, (2.1, 2.1), |_, _| PALLOR.at(0.12));
    body.limb((elbow, 1.9), (hand, 1.6), |along, across| {
        let ragged = value(seed ^ 6, across * 3.0 + 7.0, 0.5, 64) * 0.4;
        if along + ragged > 0.75 { BLOOD.at(0.08) } else { hide(seed ^ 1, along, across) }
    });
    claws(body, PALLOR, [elbow, hand], pose.spread);
}

/// Crouching, the head held low and forward.
const STAND: Pose = Pose {
    head: [31.5, 40.5, 14.0],
    look: [[1.0, 0.06], [-0.1, 1.0]],
    awake: true,
    jaw: 0.0,
    chest: [32.0, 44.0, 4.0],
    shoulders: [6.4, 0.0, 0.0],
    elbows: [[16.0, 37.0, 3.0], [48.0, 38.5, 1.0]],
    hands: [[12.0, 54.5, 9.0], [52.0, 54.5, 6.0]],
    spread: 0.5,
    pelvis: [32.0, 45.0, -13.0],
    hips: [3.6, 0.0, 0.0],
    knees: [[20.0, 39.0, -12.0], [44.0, 38.0, -13.0]],
    feet: [[17.0, 56.0, -17.0], [47.0, 56.0, -18.0]],
    toes: [[-1.5, 1.0], [1.5, 1.0]],
    spray: 0,
    pool: 0.0,
    glow: 0.0,
    only: None,
};

/// One arm flung far ahead, the other thrust behind.
const REACH: Pose = Pose {
    head: [30.5, 39.0, 15.0],
    look: [[1.0, -0.1], [0.06, 1.0]],
    jaw: 1.0,
    chest: [31.5, 43.0, 5.0],
    shoulders: [6.4, -0.8, 2.0],
    elbows: [[17.0, 36.0, 10.0], [47.0, 40.0, -4.0]],
    hands: [[16.0, 53.5, 15.5], [49.0, 55.0, -2.0]],
    pelvis: [32.5, 44.5, -12.0],
    hips: [3.6, 0.0, -2.0],
    knees: [[20.0, 42.0, -14.0], [44.5, 40.0, -4.0]],
    feet: [[19.5, 54.5, -21.0], [45.5, 57.0, -8.0]],
    ..STAND
};

/// The back arched, all limbs drawn in below it.
const GATHER: Pose = Pose {
    head: [31.0, 38.0, 13.0],
    look: [[1.0, 0.05], [-0.05, 1.0]],
    chest: [32.0, 41.0, 3.0],
    shoulders: [6.0, 0.6, 0.0],
    elbows: [[16.5, 38.0, -1.0], [47.5, 36.0, 4.0]],
    hands: [[17.0, 54.5, 2.0], [48.0, 52.0, 8.0]],
    pelvis: [32.0, 41.0, -12.0],
    knees: [[19.5, 41.0, -5.0], [44.5, 40.0, -8.0]],
    feet: [[19.5, 57.0, -10.0], [45.0, 55.0, -12.0]],
    ..STAND
};

/// Reared up on its haunches, claws wide, the mouth agape.
const STRIKE1: Pose = Pose {
    head: [32.0, 27.0, 8.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    jaw: 3.0,
    chest: [32.0, 37.0, 0.0],
    shoulders: [7.0, 0.0, 0.0],
    elbows: [[15.5, 29.0, 2.0], [48.5, 29.0, 2.0]],
    hands: [[14.0, 18.5, 8.0], [50.0, 18.5, 8.0]],
    spread: 0.55,
    pelvis: [32.0, 50.0, -9.0],
    knees: [[19.0, 43.0, -3.0], [45.0, 43.0, -3.0]],
    ..STAND
};

/// Leaping at the throat, both claws ahead.
const STRIKE2: Pose = Pose {
    head: [32.0, 34.0, 16.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    jaw: 3.0,
    chest: [32.0, 40.0, 7.0],
    shoulders: [7.0, 0.0, 2.0],
    elbows: [[18.0, 35.0, 12.0], [46.0, 35.0, 12.0]],
    hands: [[21.0, 43.5, 18.0], [43.0, 43.5, 18.0]],
    spread: 0.55,
    pelvis: [32.0, 46.0, -8.0],
    knees: [[20.0, 47.0, -12.0], [44.0, 47.0, -12.0]],
    feet: [[18.0, 55.0, -22.0], [46.0, 55.0, -22.0]],
    ..STAND
};

/// Knocked sideways, one arm off the deck.
const HURT: Pose = Pose {
    head: [38.0, 40.0, 9.0],
    look: [[0.9, 0.4], [-0.45, 0.9]],
    jaw: 2.0,
    chest: [35.0, 44.0, 1.0],
    shoulders: [6.0, 2.4, -2.0],
    elbows: [[22.0, 33.0, 5.0], [49.0, 44.0, 0.0]],
    hands: [[13.5, 27.0, 8.0], [55.0, 55.0, 4.0]],
    spray: 22,
    ..STAND
};

/// Thrown over, the limbs in the air.
const DIE1: Pose = Pose {
    head: [40.0, 42.0, 5.0],
    look: [[0.6, 0.8], [-0.8, 0.6]],
    jaw: 3.0,
    chest: [33.0, 47.0, 4.0],
    shoulders: [4.0, 4.0, -2.0],
    elbows: [[20.0, 38.0, 8.0], [45.0, 50.0, 8.0]],
    hands: [[14.0, 28.0, 10.0], [52.0, 47.0, 12.0]],
    spread: 0.55,
    pelvis: [26.0, 50.0, -9.0],
    knees: [[14.0, 43.0, -6.0], [34.0, 42.0, -14.0]],
    feet: [[8.0, 54.0, -4.0], [38.0, 32.0, -12.0]],
    spray: 30,
    ..STAND
};

/// On its back, the limbs clawing upwards.
const DIE2: Pose = Pose {
    head: [47.0, 52.5, 8.0],
    look: [[0.2, 1.0], [-1.0, 0.2]],
    jaw: 2.0,
    chest: [36.0, 54.0, 4.0],
    shoulders: [0.5, 3.0, 5.0],
    elbows: [[34.0, 43.0, 2.0], [42.0, 46.0, 10.0]],
    hands: [[28.0, 33.0, 4.0], [46.0, 36.0, 12.0]],
    pelvis: [22.0, 55.0, 0.0],
    hips: [0.5, 1.0, 3.0],
    knees: [[21.0, 43.0, -3.0], [15.0, 45.0, 5.0]],
    feet: [[12.0, 40.0, -2.0], [8.0, 52.0, 6.0]],
    spray: 8,
    pool: 15.0,
    ..STAND
};

/// The limbs folding in over the chest, like a spider's.
const DIE3: Pose = Pose {
    head: [49.0, 55.0, 8.0],
    jaw: 2.0,
    chest: [37.0, 56.0, 3.0],
    elbows: [[36.0, 48.0, 2.0], [43.0, 50.0, 9.0]],
    hands: [[29.0, 45.0, 6.0], [35.0, 47.0, 12.0]],
    pelvis: [23.0, 57.0, 0.0],
    knees: [[24.0, 47.0, -3.0], [17.0, 49.0, 5.0]],
    feet: [[14.0, 52.0, -2.0], [10.0, 57.0, 6.0]],
    spray: 0,
    pool: 20.0,
    ..DIE2
};

/// Curled up dead in its blood.
const CORPSE: Pose = Pose {
    head: [49.5, 56.5, 8.0],
    awake: false,
    chest: [37.0, 57.5, 3.0],
    elbows: [[35.0, 51.0, 2.0], [42.0, 53.5, 9.0]],
    hands: [[27.0, 51.5, 6.0], [33.0, 54.5, 12.0]],
    pelvis: [23.0, 58.0, 0.0],
    knees: [[22.0, 51.5, -3.0], [15.5, 53.5, 5.0]],
    feet: [[11.0, 56.5, -2.0], [8.0, 59.0, 6.0]],
    pool: 27.0,
    ..DIE3
};
