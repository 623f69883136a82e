//! The minotaur: the hunter of the labyrinth, half man and half bull, with an axe made from a bulkhead.

use crate::{
    monsters::body::modelled,
    monsters::kind::{Falls, Kind, Poses, SIDES, falling},
    monsters::pose::Pose,
    tools::canvas::Canvas,
    tools::hash_noise::value,
    tools::palette::{ALARM, BLOOD, BONE, BRASS, COPPER, GUNMETAL, Ink, LEATHER, STEEL, WALNUT},
    tools::sculpt::{Sculpture, Spot, towards, unit, went},
};
use core::f32::consts::{PI, TAU};

/// The minotaur.
pub(crate) const KIND: Kind = Kind {
    name: "minotaur",
    figure,
    sides: SIDES,
    poses: Poses {
        stand: STAND,
        walk: [STEP, PASS, STEP_LEFT, PASS_LEFT],
        stride: 0.8,
        swing: 1.06,
        aims: AIMS,
        strikes: STRIKES,
        hurt: HURT,
    },
    falls: Falls::Turned(|moment, view| figure(&falling([&HURT, &DIE1, &DIE2, &DIE3, &CORPSE], moment), view)),
};

/// Number of pieces of each horn.
const HORN_PIECES: usize = 7;

/// Draws the figure in a pose, turned by eighths of a turn towards the image's left.
fn figure(pose: &Pose, eighths: u8) -> Canvas {
    modelled(pose, eighths, BLOOD, |body| {
        for side in [0, 1] {
            leg(body, pose, side);
        }
        trunk(body, pose);
        axe(body, pose);
        for side in [0, 1] {
            arm(body, pose, side);
        }
        head(body, pose);
    })
}

/// A bull's hide: short hair that lies along the limb, with old scars.
fn hide(seed: u32, along: f32, around: f32) -> Ink {
    let hair = value(seed, along * 3.0 + 9.0, around * 7.0 + 20.0, 256) - 0.5;
    let scar = value(seed ^ 3, along * 9.0 + around * 2.0 + 30.0, around * 1.4 + 30.0, 256);
    if scar > 0.9 { BLOOD.at(0.2) } else { COPPER.at(hair * 0.26 - 0.06) }
}

/// The long dark hair of the mane and the shins.
fn mane(seed: u32, along: f32, around: f32) -> Ink {
    let strand = value(seed, along * 2.0 + 9.0, around * 9.0 + 20.0, 256) - 0.5;
    WALNUT.at(strand * 0.5 - 0.02)
}

/// A leg that ends in a hoof, with the heel high above the deck, like a bull's.
fn leg(body: &mut Sculpture, pose: &Pose, side: usize) {
    let seed = 710 + side as u32;
    let (hip, knee, foot) = (pose.hip(side), pose.knees[side], pose.feet[side]);
    let rise = 7.0_f32.min((foot[1] - knee[1]).abs() * 0.7 + 1.0);
    let heel = [foot[0], foot[1] - rise, foot[2] - 4.5];
    body.limb((hip, 6.6), (knee, 5.0), |along, around| hide(seed, along, around));
    body.limb((knee, 4.8), (heel, 3.2), |along, around| hide(seed ^ 1, along, around).lit(-0.03));
    body.limb((heel, 3.4), (foot, 3.0), |along, around| mane(seed ^ 2, along, around));
    let [dx, dy] = pose.toes[side];
    let [x, y, z] = foot;
    for half in [-1.0, 1.0] {
        let toe = [x + dx * 0.6 + half * 1.5, y + dy, z + 4.0];
        body.limb(([x + half * 0.9, y + 0.4, z], 2.6), (toe, 2.0), |along, _| GUNMETAL.at(0.16 + along * 0.2));
    }
}

/// The chest, the belly, the hump with its mane, and the skirt of iron scales.
fn trunk(body: &mut Sculpture, pose: &Pose) {
    let (chest, pelvis) = (pose.chest, pose.pelvis);
    body.limb((pose.hip(0), 6.8), (pose.hip(1), 6.8), |along, around| hide(720, along, around));
    body.limb((chest, 9.6), (pelvis, 6.8), muscles);
    for side in [0, 1] {
        body.limb((pose.shoulder(side), 6.6), (chest, 8.6), |along, around| hide(722, along, around).lit(0.05));
    }
    let back = pose.back();
    let hump = went(went(chest, back, 4.0), [0.0, -1.0, 0.0], 4.0);
    body.lump(hump, (8.4, 7.4), |around, down| mane(723, down, around));
    skirt(body, pose);
    // The remains of a chain across the chest.
    for link in 0..9 {
        let at = |link: f32| -> Spot {
            let turn = (link / 9.0 - 0.5) * PI;
            [
                chest[0] + libm::sinf(turn) * 9.4,
                chest[1] + 2.0 + libm::sinf(turn) * 6.0,
                chest[2] + libm::cosf(turn) * 9.6,
            ]
        };
        let (bulk, tone) = if link % 2 == 0 { (1.5, 0.2) } else { (0.8, -0.1) };
        body.limb((at(link as f32), bulk), (at(link as f32 + 1.0), bulk), |_, _| STEEL.at(tone));
    }
}

/// The bare front of the body: chest muscles above a six-pack belly.
fn muscles(along: f32, around: f32) -> Ink {
    let furrow =
        around.abs() < 0.07 || (along > 0.42 && libm::floorf(along * 8.0) as i32 % 2 == 0 && around.abs() < 0.4);
    let breast = (along - 0.4).abs() < 0.05;
    let shade = if (furrow || breast) && around.abs() < 1.0 { -0.16 } else { 0.0 };
    hide(721, along, around).lit(shade)
}

/// Strips of scrap iron that hang from a belt.
fn skirt(body: &mut Sculpture, pose: &Pose) {
    let [x, y, z] = pose.pelvis;
    let wide = pose.hips[0].abs() + 6.6;
    for strip in 0..14 {
        let turn = strip as f32 / 14.0 * TAU;
        let (across, before) = (libm::sinf(turn), libm::cosf(turn));
        let top = [x + across * wide, y - 2.5 + across * pose.hips[1], z + before * 7.0];
        let end = [top[0] + across * 1.6, top[1] + 8.5, top[2] + before * 1.6];
        body.limb((top, 2.1), (end, 1.9), |along, _| match along {
            along if along < 0.16 => BRASS.at(0.1),
            along if along > 0.86 => GUNMETAL.at(-0.1),
            along => LEATHER.at(0.2 - along * 0.14 + (strip % 2) as f32 * 0.08),
        });
    }
}

fn arm(body: &mut Sculpture, pose: &Pose, side: usize) {
    let seed = 730 + side as u32;
    let (shoulder, elbow, hand) = (pose.shoulder(side), pose.elbows[side], pose.hands[side]);
    body.lump(shoulder, (6.6, 6.2), |around, down| hide(seed, down, around).lit(0.06));
    body.limb((shoulder, 5.8), (elbow, 4.6), |along, around| hide(seed ^ 1, along, around).lit(0.02));
    body.limb((elbow, 5.0), (hand, 3.6), |along, around| match along {
        along if (0.45..0.88).contains(&along) => {
            let rivet = libm::sinf(around * 9.0) > 0.8 && (along - 0.66).abs() < 0.08;
            if rivet { STEEL.at(0.3) } else { GUNMETAL.at(0.16 - (along - 0.66).abs() * 0.5) }
        }
        _ => hide(seed ^ 2, along, around),
    });
    let out = towards(elbow, hand);
    let fist = went(hand, out, 2.4);
    body.lump(fist, (4.2, 4.0), |around, down| hide(seed ^ 4, down, around).lit(-0.04));
    for finger in 0..4 {
        let knuckle = [fist[0], fist[1] + (finger as f32 - 1.5) * 1.9, fist[2] + 3.0];
        body.lump(knuckle, (1.5, 1.2), |_, _| COPPER.at(0.06));
    }
}

/// The axe in the right hand: a pole with a blade cut from a bulkhead on both sides of its head.
fn axe(body: &mut Sculpture, pose: &Pose) {
    if !pose.awake {
        return;
    }
    let (elbow, hand) = (pose.elbows[1], pose.hands[1]);
    let fist = went(hand, towards(elbow, hand), 2.4);
    let arm = towards(elbow, hand);
    // The axe is perpendicular to the arm, and leans with the hand.
    let up = unit([arm[0] * 0.25 + 0.12, -libm::fabsf(arm[1]).max(0.5) + arm[2].max(0.0) * 0.3, 0.3 - arm[1] * 0.35]);
    let (foot, top) = (went(fist, up, -9.0), went(fist, up, 17.0));
    body.limb((foot, 1.1), (top, 1.1), |along, _| if along > 0.7 { STEEL.at(-0.1) } else { WALNUT.at(0.1) });
    let beside = unit([up[1], -up[0], 0.0]);
    for side in [-1.0, 1.0] {
        for part in -3..=3 {
            let part = part as f32;
            let root = went(went(fist, up, 13.0 + part * 0.7), beside, side);
            let edge = went(went(fist, up, 13.0 + part * 1.9), beside, side * (6.6 - part * part * 0.16));
            body.limb((root, 0.9), (edge, 0.7), |along, _| match along {
                along if along > 0.86 => STEEL.at(0.5),
                along if along > 0.6 => STEEL.at(0.16),
                _ => STEEL.at(-0.08 + part * 0.02),
            });
        }
    }
}

/// The bull's head: a long muzzle with a ring of brass, ears below the horns, eyes like lamps.
fn head(body: &mut Sculpture, pose: &Pose) {
    let at = |across: f32, down: f32, ahead: f32| pose.about_head(across, down, ahead);
    body.limb((pose.chest, 5.6), (at(0.0, 2.0, -2.0), 4.8), |along, around| mane(740, along, around));
    let before = body.parts();
    body.lump(at(0.0, -0.6, -1.0), (6.0, 5.6), |around, down| hide(741, down, around));
    body.limb((at(0.0, -0.4, 2.0), 4.9), (at(0.0, 4.6, 7.0), 3.6), |along, around| hide(742, along, around).lit(0.02));
    body.limb((at(0.0, 7.0 + pose.jaw * 0.9, 4.2), 2.5), (at(0.0, 5.8 + pose.jaw, 7.2), 2.3), |_, _| COPPER.at(-0.16));
    body.lump(at(0.0, 5.4, 7.6), (3.9, 2.9), |_, down| COPPER.at(0.16 - down * 0.06));
    body.paint(before, pose.head, |offset| face(pose, offset));
    body.limb((at(-1.4, 8.0, 9.6), 0.7), (at(1.4, 8.0, 9.6), 0.7), |_, _| BRASS.at(0.5));
    for side in [-1.0, 1.0] {
        body.limb((at(side * 5.6, -1.6, -1.0), 1.9), (at(side * 10.4, 0.6, -1.6), 1.0), |along, _| {
            COPPER.at(0.04 - along * 0.2)
        });
        horn(body, pose, side);
    }
    // A tuft of hair between the horns.
    for strand in -2..=2 {
        let across = strand as f32 * 1.5;
        body.limb((at(across, -5.4, 0.0), 1.6), (at(across * 1.2, -2.0, 4.4), 1.0), |along, _| {
            WALNUT.at(0.1 - along * 0.14)
        });
    }
}

/// Painted details of the head: the sockets with burning eyes, the nostrils, a blaze down the brow.
fn face(pose: &Pose, [x, y, ahead]: Spot) -> Option<Ink> {
    let [right, chin] = pose.look;
    let scale = right[0] * chin[1] - right[1] * chin[0];
    let (across, down) = ((x * chin[1] - y * chin[0]) / scale, (right[0] * y - right[1] * x) / scale);
    let within = |middle: [f32; 2], wide: f32, tall: f32| {
        let (a, d) = ((across.abs() - middle[0]) / wide, (down - middle[1]) / tall);
        a * a + d * d < 1.0
    };
    match ahead {
        ahead if ahead > 8.6 && within([1.8, 5.6], 0.9, 0.9) => Some(LEATHER.at(0.0)),
        ahead if ahead > 2.0 && pose.awake && within([3.2, -0.1], 0.9, 0.8) => Some(ALARM.at(0.9).shining()),
        ahead if ahead > 2.0 && within([3.1, -0.1], 2.0, 1.4) => Some(LEATHER.at(0.02)),
        ahead if ahead > 4.0 && across.abs() < 1.0 && down > -3.0 && down < 3.4 => Some(BONE.at(0.62)),
        _ => None,
    }
}

/// A horn: out to the side, up, and forward to its point.
fn horn(body: &mut Sculpture, pose: &Pose, side: f32) {
    let at = |piece: usize| -> (Spot, f32) {
        let part = piece as f32 / HORN_PIECES as f32;
        let turn = part * PI * 0.62;
        let (out, up) = (4.4 + libm::sinf(turn) * 9.4, -3.0 - (1.0 - libm::cosf(turn)) * 5.6);
        (pose.about_head(side * out, up, -1.0 + part * part * 6.0), 2.5 - part * 2.0)
    };
    for piece in 0..HORN_PIECES {
        let tone = 0.02 + piece as f32 * 0.03;
        body.limb(
            at(piece),
            at(piece + 1),
            |along, _| if piece > 4 { LEATHER.at(0.24) } else { BONE.at(tone - along * 0.05) },
        );
    }
}

/// Upright, the head low between the shoulders, the axe at its side.
const STAND: Pose = Pose {
    head: [31.5, 15.0, 8.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    awake: true,
    jaw: 0.0,
    chest: [31.5, 25.0, 0.0],
    shoulders: [12.4, 0.0, 0.0],
    elbows: [[15.0, 34.0, -1.0], [48.0, 34.0, -1.0]],
    hands: [[14.0, 43.0, 4.0], [49.5, 42.0, 5.0]],
    spread: 0.4,
    pelvis: [31.5, 40.0, -1.0],
    hips: [5.4, 0.0, 0.0],
    knees: [[24.5, 47.5, 4.0], [38.5, 47.5, 4.0]],
    feet: [[23.0, 58.5, -1.0], [40.0, 58.5, -1.0]],
    toes: [[-1.0, 0.8], [1.0, 0.8]],
    spray: 0,
    pool: 0.0,
    glow: 0.0,
    only: None,
};

/// The left hoof set down in front.
const STEP: Pose = Pose {
    head: [30.5, 16.0, 10.0],
    look: [[1.0, -0.06], [0.06, 1.0]],
    chest: [31.0, 26.0, 2.0],
    shoulders: [12.2, 0.8, 2.0],
    elbows: [[15.5, 34.5, -5.0], [46.5, 34.0, 4.0]],
    hands: [[15.0, 43.5, -4.0], [46.5, 40.5, 8.0]],
    pelvis: [31.5, 40.5, -1.0],
    hips: [5.4, -0.4, -1.0],
    knees: [[24.0, 47.5, 9.0], [37.0, 49.0, -1.0]],
    feet: [[22.5, 58.5, 6.0], [38.0, 56.0, -8.0]],
    ..STAND
};

/// The right leg passing.
const PASS: Pose = Pose {
    head: [30.5, 14.5, 9.0],
    look: [[1.0, 0.05], [-0.05, 1.0]],
    chest: [30.5, 24.5, 1.0],
    shoulders: [12.4, -0.6, 0.0],
    elbows: [[14.5, 33.5, -1.0], [47.0, 33.5, 1.0]],
    hands: [[13.5, 42.5, 4.0], [48.5, 41.0, 7.0]],
    pelvis: [31.0, 39.5, -1.0],
    knees: [[24.0, 47.0, 4.0], [38.0, 46.5, 8.0]],
    feet: [[22.5, 58.5, 0.0], [39.0, 55.5, 0.0]],
    ..STAND
};

/// The right hoof in front, the axe swung back.
const STEP_LEFT: Pose = Pose {
    elbows: [[16.5, 34.0, 4.0], [48.5, 34.0, -4.0]],
    hands: [[16.5, 41.5, 8.0], [49.5, 42.5, 1.0]],
    ..STEP.mirrored()
};

/// The left leg passing.
const PASS_LEFT: Pose = Pose {
    elbows: [[15.5, 33.5, 1.0], [48.5, 33.5, -1.0]],
    hands: [[15.0, 42.0, 7.0], [50.0, 41.5, 4.0]],
    ..PASS.mirrored()
};

/// The axe raised over the head, the horns thrown back.
const AIMS: Pose = Pose {
    head: [26.5, 26.0, 6.0],
    look: [[1.0, 0.1], [-0.1, 1.0]],
    jaw: 2.5,
    chest: [28.5, 36.0, -1.0],
    shoulders: [12.0, -2.6, -1.0],
    elbows: [[13.0, 35.0, 6.0], [46.0, 25.5, 1.0]],
    hands: [[10.0, 27.0, 10.0], [42.0, 18.5, 2.0]],
    pelvis: [31.0, 46.5, -2.0],
    knees: [[20.0, 50.0, 6.0], [42.0, 50.0, 5.0]],
    feet: [[17.5, 58.5, 1.0], [45.0, 58.5, 0.0]],
    ..STAND
};

/// The axe brought down in front of it.
const STRIKES: Pose = Pose {
    head: [31.0, 24.0, 15.0],
    look: [[1.0, -0.1], [0.1, 1.0]],
    jaw: 2.0,
    chest: [31.5, 32.0, 6.0],
    shoulders: [12.0, 2.0, 3.0],
    elbows: [[17.0, 38.0, 2.0], [45.0, 40.0, 10.0]],
    hands: [[17.0, 46.0, 5.0], [43.0, 48.0, 14.0]],
    pelvis: [31.5, 43.5, -3.0],
    knees: [[23.0, 49.5, 7.0], [40.0, 50.5, 1.0]],
    feet: [[21.0, 58.5, 5.0], [41.5, 57.5, -6.0]],
    ..STAND
};

/// Struck: the muzzle thrown up, both arms wide.
const HURT: Pose = Pose {
    head: [43.6, 21.6, 0.0],
    look: [[0.86, 0.5], [-0.5, 0.86]],
    jaw: 3.0,
    chest: [38.4, 32.0, -3.0],
    shoulders: [11.6, 3.0, -1.0],
    elbows: [[15.5, 23.0, 3.0], [50.5, 40.0, -2.0]],
    hands: [[9.5, 14.0, 6.0], [49.0, 49.0, 2.0]],
    pelvis: [30.5, 44.0, 0.0],
    knees: [[19.0, 49.5, 6.0], [36.5, 49.5, 5.0]],
    feet: [[14.5, 58.5, 1.0], [38.5, 58.5, 0.0]],
    spray: 30,
    ..STAND
};

/// On one knee, held up by the axe.
const DIE1: Pose = Pose {
    head: [33.0, 26.0, 9.0],
    look: [[0.94, 0.34], [-0.34, 0.94]],
    jaw: 3.0,
    chest: [32.0, 35.0, 0.0],
    elbows: [[15.0, 42.0, 4.0], [50.0, 40.0, 4.0]],
    hands: [[13.0, 51.0, 8.0], [47.5, 47.0, 10.0]],
    pelvis: [31.0, 48.0, -2.0],
    knees: [[22.0, 53.0, 8.0], [40.0, 56.0, 6.0]],
    feet: [[20.5, 58.5, 2.0], [41.0, 57.5, -8.0]],
    spray: 20,
    ..HURT
};

/// Sinking forward.
const DIE2: Pose = Pose {
    head: [27.0, 38.0, 14.0],
    look: [[0.9, -0.4], [0.4, 0.9]],
    jaw: 2.0,
    chest: [31.0, 43.0, 4.0],
    shoulders: [11.6, -2.0, 0.0],
    elbows: [[16.0, 50.0, 6.0], [48.0, 48.0, 4.0]],
    hands: [[12.0, 56.5, 10.0], [50.0, 55.0, 8.0]],
    pelvis: [34.0, 51.0, -4.0],
    knees: [[26.0, 56.0, 8.0], [43.0, 56.5, 4.0]],
    feet: [[28.0, 57.0, -8.0], [46.0, 57.0, -8.0]],
    spray: 10,
    pool: 14.0,
    ..HURT
};

/// Falling on its side; the axe drops from its hand.
const DIE3: Pose = Pose {
    head: [18.5, 49.0, 10.0],
    look: [[0.6, -0.8], [0.8, 0.6]],
    awake: false,
    jaw: 2.0,
    chest: [27.0, 51.0, 2.0],
    shoulders: [5.0, -7.0, -2.0],
    elbows: [[19.0, 58.0, 8.0], [36.0, 46.0, 6.0]],
    hands: [[11.0, 58.0, 10.0], [40.0, 54.0, 10.0]],
    pelvis: [41.0, 53.5, -2.0],
    hips: [1.6, -2.6, 0.0],
    knees: [[48.0, 58.0, 4.0], [49.0, 53.0, 0.0]],
    feet: [[55.0, 59.0, 0.0], [56.0, 57.0, -5.0]],
    toes: [[1.4, 0.4], [1.4, 0.0]],
    spray: 0,
    pool: 22.0,
    ..HURT
};

/// A hill of hide in its blood.
const CORPSE: Pose = Pose {
    head: [18.0, 53.5, 10.0],
    look: [[0.35, -0.94], [0.94, 0.35]],
    chest: [26.0, 54.0, 2.0],
    elbows: [[20.0, 59.0, 8.0], [36.0, 51.0, 6.0]],
    hands: [[12.0, 59.5, 11.0], [41.0, 57.5, 11.0]],
    pelvis: [41.0, 55.5, -2.0],
    knees: [[48.0, 59.0, 4.0], [48.5, 55.0, 0.0]],
    feet: [[55.5, 60.0, 0.0], [56.0, 59.0, -5.0]],
    pool: 29.0,
    ..DIE3
};
