//! The brute: several dead men's worth of raw muscle behind iron plates, with one arm that has outgrown all the rest.

use crate::{
    monsters::body::{claws, modelled, skin},
    monsters::kind::{Falls, Kind, Poses, SIDES, falling},
    monsters::pose::Pose,
    monsters::skull::Skull,
    tools::canvas::Canvas,
    tools::hash_noise::value,
    tools::palette::{BLOOD, BONE, FIRE, GUNMETAL, Ink, MEAT, PALLOR, RUST, STEEL},
    tools::sculpt::{Sculpture, Spot, towards, unit, went},
};
use core::f32::consts::TAU;

/// The brute.
pub(crate) const KIND: Kind = Kind {
    name: "brute",
    figure,
    sides: SIDES,
    poses: Poses {
        stand: STAND,
        walk: [STEP, PASS, STEP_LEFT, PASS_LEFT],
        stride: 1.0,
        swing: 1.12,
        aims: STRIKE1,
        strikes: STRIKE2,
        hurt: HURT,
    },
    falls: Falls::Turned(|moment, view| figure(&falling([&HURT, &DIE1, &DIE2, &DIE3, &CORPSE], moment), view)),
};

/// The head: sunk between the shoulders, an iron jaw screwed to it.
const SKULL: Skull = Skull {
    size: 0.96,
    skin: |around, down| skin(PALLOR, 610, down, around).lit(-0.04),
    shade: PALLOR,
    haired: false,
    face: [
        "...........",
        "..bb.......",
        "...bb......",
        "....b......",
        "sss.....sss",
        "sxxss.ssxxs",
        ".xxxs.sxxx.",
        ".sxx...xxs.",
        "...sxxxs...",
        "jiiiiiiiiij",
        "ijijijijiji",
        "ixixixixixi",
        "ijijijijiji",
        "jiiiiiiiiij",
    ],
    eyes: &[[-2.6, -0.2, 5.3], [3.4, -0.2, 5.0]],
    glow: FIRE.at(0.52),
};

/// Number of links of the chain around the body.
const LINKS: i32 = 18;

/// Number of vertebrae that stand out of the hump.
const KNOBS: i32 = 7;

/// Draws the figure in a pose, turned by eighths of a turn towards the image's left.
fn figure(pose: &Pose, eighths: u8) -> Canvas {
    modelled(pose, eighths, BLOOD, |body| {
        for side in [0, 1] {
            leg(body, pose, side);
        }
        trunk(body, pose);
        chain_about(body, pose);
        great_arm(body, pose);
        pauldron(body, pose);
        arm(body, pose);
        SKULL.draw(body, pose);
    })
}

/// Bare muscle: fibres along the limb, sinews between them, and patches of skin.
fn muscle(seed: u32, along: f32, across: f32) -> Ink {
    let fibre = value(seed, along * 2.4 + across * 0.8 + 20.0, across * 6.0 + 20.0, 256) - 0.5;
    let patch = value(seed ^ 5, along * 3.0 + 30.0, across * 1.6 + 30.0, 256);
    match fibre {
        _ if patch > 0.42 => PALLOR.at(fibre * 0.2),
        fibre if fibre > 0.36 => MEAT.at(0.18),
        fibre => MEAT.at(fibre * 0.36 + 0.085),
    }
}

/// Plate iron, rusty at its ends.
fn iron(seed: u32, along: f32, across: f32) -> Ink {
    let rust = value(seed, along * 4.0 + 9.0, across * 2.0 + 9.0, 256);
    match along {
        along if !(0.1..0.9).contains(&along) => STEEL.at(-0.2),
        _ if rust > 0.64 => RUST.at(0.02),
        _ => STEEL.at(-0.06 + rust * 0.1),
    }
}

fn leg(body: &mut Sculpture, pose: &Pose, side: usize) {
    let seed = 620 + side as u32;
    let (hip, knee, foot) = (pose.hip(side), pose.knees[side], pose.feet[side]);
    body.limb((hip, 7.4), (knee, 5.8), |along, across| muscle(seed, along, across));
    body.limb((knee, 5.6), (foot, 4.4), |along, across| {
        let greave = side == 0 && (0.1..0.75).contains(&along) && across.abs() < 1.2;
        if greave { iron(seed ^ 1, along, across) } else { muscle(seed ^ 2, along, across) }
    });
    let [x, y, z] = foot;
    let [dx, dy] = pose.toes[side];
    body.limb(([x, y, z], 4.0), ([x + dx, y + dy, z + 5.0], 3.2), |along, across| {
        if along > 0.7 { STEEL.at(-0.12) } else { muscle(seed ^ 3, along, across) }
    });
}

/// The hump, the chest with the plate riveted to it, the gut and the pelvis.
fn trunk(body: &mut Sculpture, pose: &Pose) {
    let ([x, y, z], pelvis) = (pose.chest, pose.pelvis);
    body.limb((pose.hip(0), 8.0), (pose.hip(1), 8.0), |along, across| {
        if libm::sinf(along * 30.0) > 0.7 { RUST.at(-0.1) } else { RUST.at(-0.22 + across * 0.02) }
    });
    let before = body.parts();
    body.lump([x, y - 6.5, z - 5.0], (13.4, 10.6), |around, down| muscle(630, down, around * 1.6).lit(0.02));
    body.paint(before, pose.chest, |[x, y, z]| plate([x * 0.8 + 6.0, y + 8.0, -z]));
    let before = body.parts();
    for side in [0, 1] {
        body.limb((pose.shoulder(side), 8.0), (pose.chest, 10.8), |along, across| muscle(631, along, across * 1.6));
    }
    body.limb((pose.chest, 12.6), (pelvis, 9.4), |along, across| {
        let crease =
            along > 0.45 && across.abs() < 0.7 && (libm::floorf(along * 9.0) as i32 % 2 == 0 || across.abs() < 0.07);
        muscle(632, along, across * 1.6).lit(if crease { -0.14 } else { 0.0 })
    });
    body.paint(before, pose.chest, plate);
    for knob in 0..KNOBS {
        let turn = 0.5 + knob as f32 * 0.34;
        let at = [x, y - 6.0 - libm::cosf(turn) * 10.4, z - 5.0 - libm::sinf(turn) * 12.4];
        body.lump(at, (2.3, 1.6), |_, _| BONE.at(-0.06));
    }
}

/// A plate at a place relative to the centre of the chest: bolted on, askew, with a dented edge.
fn plate([x, y, z]: Spot) -> Option<Ink> {
    let (across, down) = (x - y * 0.16 - 1.0, y + x * 0.12 - 3.0);
    let (wide, tall) = (8.6 - (down * 0.5).max(0.0), 6.8);
    if z < 4.0 || across.abs() > wide || down.abs() > tall {
        return None;
    }
    let edge = (wide - across.abs()).min(tall - down.abs());
    let bolt = (across.abs() - wide + 2.6).abs() < 0.8 && (down.abs() - 4.4).abs() < 0.8;
    let rust = value(633, across * 0.3 + 20.0, down * 0.4 + 20.0, 256);
    let light = 0.5 - down * 0.025 - across * 0.014;
    Some(match edge {
        _ if bolt => STEEL.at(0.8),
        edge if edge < 1.0 && down > 0.0 => GUNMETAL.at(0.1),
        edge if edge < 1.0 => STEEL.at(0.66),
        _ if rust > 0.62 => RUST.at(light),
        _ if (across + down * 0.4 + 2.0).abs() < 0.5 => STEEL.at(0.2),
        _ => STEEL.at(light + rust * 0.08 - 0.04),
    })
}

/// The chain wound slantwise around the body.
fn chain_about(body: &mut Sculpture, pose: &Pose) {
    let middle: Spot = [0, 1, 2].map(|axis| pose.chest[axis] * 0.55 + pose.pelvis[axis] * 0.45);
    let about = |turn: f32| -> Spot {
        let (across, ahead) = (libm::sinf(turn), libm::cosf(turn));
        [middle[0] + across * 12.6, middle[1] + 2.0 + across * 5.0, middle[2] + ahead * 12.4]
    };
    for link in 0..LINKS {
        let turn = |index: f32| index * TAU / LINKS as f32;
        link_between(body, about(turn(link as f32)), about(turn(link as f32 + 1.0)), link);
    }
}

/// One link of a chain: every other one is seen edge on.
fn link_between(body: &mut Sculpture, from: Spot, to: Spot, index: i32) {
    let (bulk, tone) = if index % 2 == 0 { (1.8, 0.14) } else { (0.8, -0.16) };
    body.limb((from, bulk), (to, bulk), |_, _| STEEL.at(tone));
}

/// The arm that has outgrown the rest, in irons, with a fist like an anvil.
fn great_arm(body: &mut Sculpture, pose: &Pose) {
    let (shoulder, elbow, hand) = (pose.shoulder(1), pose.elbows[1], pose.hands[1]);
    body.lump(shoulder, (9.0, 8.4), |around, down| muscle(640, down, around * 1.6).lit(0.05));
    body.limb((shoulder, 8.2), (elbow, 7.2), |along, across| muscle(641, along, across * 1.4));
    body.limb((elbow, 7.4), (hand, 6.6), |along, across| muscle(642, along, across * 1.4));
    let part = |part: f32| -> Spot { [0, 1, 2].map(|axis| elbow[axis] + (hand[axis] - elbow[axis]) * part) };
    body.limb((part(0.2), 8.2), (part(0.52), 7.9), |along, across| {
        let bolt = (along - 0.5).abs() < 0.2 && libm::sinf(across * 9.0) > 0.8;
        if bolt { STEEL.at(0.24) } else { iron(643, along, across) }
    });
    let out = towards(elbow, hand);
    let fist = went(hand, out, 3.0);
    body.lump(fist, (8.0, 7.4), |around, down| muscle(644, down, around * 1.4).lit(-0.03));
    // The knuckles are across the arm's direction at an angle, so that they are visible from all sides.
    let flat = libm::sqrtf(out[0] * out[0] + out[1] * out[1]).max(0.1);
    let beside = unit([-out[1] / flat, out[0] / flat, 0.5]);
    for finger in 0..4 {
        let knuckle = went(went(fist, out, 3.6), beside, (finger as f32 - 1.5) * 4.0);
        let knuckle = [knuckle[0], knuckle[1], knuckle[2] + 4.0];
        let bent = went(knuckle, [0.0, 0.7, 0.7], 2.6);
        body.limb((knuckle, 2.9), (bent, 2.3), |along, across| {
            if along < 0.2 && across.abs() < 1.2 { BONE.at(0.0) } else { muscle(645, along, across).lit(0.06) }
        });
    }
}

/// The plate over the other shoulder, with spikes.
fn pauldron(body: &mut Sculpture, pose: &Pose) {
    let [x, y, z] = pose.shoulder(0);
    body.limb((pose.shoulder(0), 6.4), (pose.elbows[0], 5.2), |along, across| muscle(650, along, across * 1.3));
    body.lump([x - 0.6, y - 1.2, z], (8.2, 7.2), |around, down| iron(651, down * 0.5 + 0.5, around));
    for (dx, dy, dz) in [(-4.6, -6.4, 2.0), (1.6, -7.4, 3.0), (-1.6, -6.0, -5.0)] {
        let root = [x + dx * 0.7, y + dy * 0.7, z + dz * 0.7];
        let tip = [x + dx * 1.45, y + dy * 1.5, z + dz * 1.45];
        body.limb((root, 1.9), (tip, 0.6), |along, _| STEEL.at(along * 0.24 - 0.04));
    }
}

/// The other forearm and its claws, with a torn chain at the wrist.
fn arm(body: &mut Sculpture, pose: &Pose) {
    let (elbow, hand) = (pose.elbows[0], pose.hands[0]);
    body.limb((elbow, 5.0), (hand, 3.8), |along, across| {
        if along > 0.74 { iron(652, (along - 0.74) * 3.8, across) } else { muscle(653, along, across * 1.3) }
    });
    claws(body, MEAT, [elbow, hand], pose.spread);
    let mut at = [hand[0] - 3.4, hand[1] + 0.6, hand[2]];
    for link in 0..4 {
        let next = [at[0] - 0.5 * (link % 2) as f32, at[1] + 2.6, at[2] - 0.4];
        link_between(body, at, next, link);
        at = next;
    }
}

/// Leaning on its fist. The large arm is the left one, which is the nearer one in the side views.
const STAND: Pose = Pose {
    head: [31.5, 11.5, 13.0],
    look: [[1.0, -0.05], [0.06, 1.0]],
    awake: true,
    jaw: 0.0,
    chest: [31.0, 21.0, 1.0],
    shoulders: [14.6, 0.4, 0.0],
    elbows: [[9.5, 30.5, 0.0], [53.5, 31.5, 1.0]],
    hands: [[8.5, 42.0, 5.0], [53.0, 47.0, 4.0]],
    spread: 0.42,
    pelvis: [30.5, 39.0, -2.0],
    hips: [6.4, 0.0, 0.0],
    knees: [[22.0, 48.5, 2.0], [37.5, 48.5, 3.0]],
    feet: [[20.5, 57.5, 0.0], [39.0, 57.5, 0.0]],
    toes: [[-1.6, 1.0], [1.6, 1.0]],
    spray: 0,
    pool: 0.0,
    glow: 0.0,
    only: None,
};

/// The left foot stamped down in front, the great arm drawn back.
const STEP: Pose = Pose {
    head: [33.5, 13.5, 14.0],
    look: [[1.0, -0.1], [0.1, 1.0]],
    chest: [32.5, 22.0, 2.0],
    shoulders: [14.2, -1.2, -2.0],
    elbows: [[11.5, 30.5, 6.0], [53.5, 32.5, -4.0]],
    hands: [[12.5, 41.0, 13.0], [52.5, 46.5, -5.0]],
    pelvis: [31.5, 40.0, -2.0],
    hips: [6.4, -0.4, 1.0],
    knees: [[23.0, 49.0, -4.0], [38.0, 48.0, 8.0]],
    feet: [[21.5, 56.0, -8.0], [39.5, 57.5, 8.0]],
    ..STAND
};

/// The right leg hauled past.
const PASS: Pose = Pose {
    head: [33.5, 11.0, 13.0],
    chest: [32.5, 21.5, 1.0],
    shoulders: [14.6, 0.8, 0.0],
    elbows: [[11.0, 30.5, 2.0], [54.0, 31.0, 0.0]],
    hands: [[10.0, 41.5, 7.0], [53.5, 46.0, 3.0]],
    pelvis: [32.0, 38.5, -2.0],
    knees: [[22.5, 46.5, 6.0], [38.0, 48.0, 3.0]],
    feet: [[21.0, 54.5, -1.0], [39.0, 57.5, 1.0]],
    ..STAND
};

/// The right foot set down in front, the weight swung onto the great fist.
const STEP_LEFT: Pose = Pose {
    elbows: [[9.5, 31.0, -4.0], [51.5, 32.0, 6.0]],
    hands: [[9.0, 42.5, -3.0], [50.5, 46.5, 8.0]],
    ..STEP.mirrored()
};

/// The left leg hauled past.
const PASS_LEFT: Pose = Pose {
    elbows: [[9.0, 30.5, -1.0], [52.5, 31.0, 3.0]],
    hands: [[8.5, 42.0, 2.0], [52.0, 46.0, 7.0]],
    ..PASS.mirrored()
};

/// The great fist raised over its head.
const STRIKE1: Pose = Pose {
    head: [26.0, 27.5, 12.0],
    look: [[1.0, -0.12], [0.1, 1.0]],
    jaw: 1.0,
    chest: [29.0, 35.0, 0.0],
    shoulders: [13.2, -3.2, 0.0],
    elbows: [[12.5, 41.0, 3.0], [48.5, 20.5, 0.0]],
    hands: [[14.0, 51.0, 9.0], [41.0, 11.0, 2.0]],
    spread: 0.55,
    pelvis: [30.5, 47.0, -3.0],
    knees: [[20.0, 50.5, 5.0], [39.5, 50.5, 6.0]],
    ..STAND
};

/// The fist slammed into the deck.
const STRIKE2: Pose = Pose {
    head: [31.0, 21.5, 16.0],
    look: [[1.0, 0.06], [-0.04, 1.0]],
    chest: [31.0, 28.5, 5.0],
    shoulders: [13.8, 2.0, 3.0],
    elbows: [[11.0, 31.5, -2.0], [50.5, 35.0, 10.0]],
    hands: [[9.0, 42.5, -3.0], [44.0, 46.0, 15.0]],
    spread: 0.55,
    pelvis: [30.5, 42.0, -3.0],
    knees: [[21.0, 49.0, 4.0], [38.5, 49.0, 5.0]],
    ..STAND
};

/// Struck: the head thrown back, both arms flung out, the knees bent.
const HURT: Pose = Pose {
    head: [27.0, 19.5, -4.0],
    look: [[1.0, -0.35], [0.35, 1.0]],
    jaw: 2.0,
    chest: [29.0, 29.0, -8.0],
    shoulders: [13.4, 1.0, 1.0],
    elbows: [[12.5, 17.0, -5.0], [49.0, 19.5, -5.0]],
    hands: [[13.0, 7.5, -4.0], [49.5, 12.0, -4.0]],
    spread: 0.6,
    pelvis: [33.0, 44.0, 3.0],
    knees: [[25.0, 51.0, 7.0], [39.5, 50.5, 6.0]],
    spray: 30,
    ..STAND
};

/// Reeling, the great arm swung wide.
const DIE1: Pose = Pose {
    head: [25.0, 17.0, 8.0],
    look: [[0.9, -0.45], [0.5, 0.9]],
    chest: [29.0, 26.0, 0.0],
    shoulders: [13.6, 2.0, 0.0],
    elbows: [[11.0, 32.5, 0.0], [51.0, 21.5, 4.0]],
    hands: [[9.0, 42.5, 4.0], [52.0, 13.0, 8.0]],
    spread: 0.6,
    pelvis: [31.0, 43.0, 0.0],
    knees: [[23.0, 50.0, 6.0], [38.0, 50.0, 8.0]],
    spray: 34,
    ..STAND
};

/// On its knees, held up by the fist.
const DIE2: Pose = Pose {
    head: [31.0, 35.0, 15.0],
    look: [[1.0, 0.15], [-0.2, 1.0]],
    chest: [30.5, 39.0, 3.0],
    shoulders: [13.8, -1.4, 0.0],
    elbows: [[10.5, 45.0, 2.0], [51.5, 42.0, 4.0]],
    hands: [[9.0, 53.0, 6.0], [52.0, 51.0, 9.0]],
    pelvis: [30.0, 50.0, -3.0],
    knees: [[21.5, 55.5, 8.0], [37.5, 55.5, 9.0]],
    feet: [[21.0, 56.0, -8.0], [36.5, 56.0, -8.0]],
    spray: 14,
    pool: 18.0,
    ..STAND
};

/// Crashing forward onto its chest.
const DIE3: Pose = Pose {
    head: [34.0, 48.0, 17.0],
    look: [[0.95, 0.3], [-0.4, 0.9]],
    chest: [31.0, 48.5, 5.0],
    shoulders: [13.4, -2.0, -2.0],
    elbows: [[12.5, 53.5, 6.0], [51.5, 52.0, 6.0]],
    hands: [[10.0, 56.5, 10.0], [51.0, 54.0, 12.0]],
    pelvis: [28.0, 52.0, -8.0],
    knees: [[20.0, 56.0, -8.0], [35.0, 56.0, -8.0]],
    feet: [[18.0, 56.0, -12.0], [35.0, 56.0, -12.0]],
    pool: 24.0,
    ..STAND
};

/// A heap of meat and iron in its blood.
const CORPSE: Pose = Pose {
    head: [36.5, 54.0, 17.0],
    awake: false,
    look: [[0.8, 0.6], [-0.6, 0.8]],
    chest: [31.0, 52.0, 4.0],
    shoulders: [13.2, -2.4, -2.0],
    elbows: [[13.5, 56.5, 6.0], [50.5, 54.5, 6.0]],
    hands: [[11.0, 58.5, 10.0], [50.0, 55.5, 10.0]],
    pelvis: [27.0, 54.5, -8.0],
    knees: [[18.0, 57.0, -8.0], [34.0, 57.0, -8.0]],
    feet: [[14.0, 57.0, -12.0], [33.0, 57.0, -12.0]],
    pool: 29.0,
    ..DIE3
};
