//! The bloater: a corpse blown up with glowing gas, which bursts when it dies and leaves a puddle and rags.

use crate::{
    monsters::body::{claws, modelled, skin, torn},
    monsters::kind::{Falls, Kind, Poses, SIDES},
    monsters::pose::{Pose, SIDE},
    monsters::skull::Skull,
    tools::canvas::Canvas,
    tools::hash_noise::{cloud, value},
    tools::palette::{BLOOD, BONE, ENAMEL, GALL, GUNMETAL, Ink, ROT},
    tools::sculpt::{Sculpture, Spot},
};
use core::f32::consts::TAU;
use music::chance::Dice;

/// The bloater.
pub(crate) const KIND: Kind = Kind {
    name: "bloater",
    figure,
    sides: SIDES,
    poses: Poses {
        stand: STAND,
        walk: [STEP, SWAY, STEP.mirrored(), SWAY.mirrored()],
        stride: 1.0,
        swing: 1.14,
        aims: STRIKE1,
        strikes: STRIKE2,
        hurt: HURT,
    },
    falls: Falls::Same(falling_apart),
};

/// The head: small on all that fat, drooling gall.
const SKULL: Skull = Skull {
    size: 0.86,
    skin: |around, down| skin(ROT, 410, down, around).lit(0.06),
    shade: ROT,
    haired: true,
    face: [
        "...h.hh....",
        "..h...hh...",
        "...........",
        "...........",
        ".sss...sss.",
        "ssxx...xxss",
        "s.xx.s.xx.s",
        "..ss.s.ss..",
        "....sss....",
        "...........",
        "..smmmmms..",
        ".mxtxxtxxm.",
        ".mxxdddxxm.",
        "..mtddtdm..",
    ],
    eyes: &[[-2.2, -0.4, 5.2], [2.8, -0.4, 5.0]],
    glow: GALL.at(0.92),
};

/// Half width and half height of the belly.
const BELLY: (f32, f32) = (15.6, 14.2);

/// Draws the figure in a pose, turned by eighths of a turn towards the image's left.
fn figure(pose: &Pose, eighths: u8) -> Canvas {
    modelled(pose, eighths, GALL, |body| {
        for side in [0, 1] {
            leg(body, pose, side);
        }
        trunk(body, pose);
        for side in [0, 1] {
            arm(body, pose, side);
        }
        let [x, y, z] = pose.head;
        body.limb((pose.chest, 7.0), ([x, y + 3.5, z - 4.0], 5.2), |along, across| hide(411, along, across).lit(-0.04));
        SKULL.draw(body, pose);
    })
}

/// The swollen skin, with bruises.
fn hide(seed: u32, along: f32, across: f32) -> Ink {
    let bruise = value(seed ^ 5, along * 3.0 + 30.0, across * 1.3 + 30.0, 256);
    skin(ROT, seed, along, across).lit(if bruise > 0.7 { -0.14 } else { 0.0 })
}

/// The trousers, split along the seams.
fn trousers(seed: u32, along: f32, across: f32) -> Ink {
    let folds = value(seed ^ 7, along * 6.0 + across, across * 1.3 + 9.0, 256) - 0.5;
    if torn(seed, along, across, 0.72) { hide(seed, along, across) } else { GUNMETAL.at(-0.1 + folds * 0.24) }
}

fn leg(body: &mut Sculpture, pose: &Pose, side: usize) {
    let seed = 420 + side as u32;
    let (hip, knee, foot) = (pose.hip(side), pose.knees[side], pose.feet[side]);
    body.limb((hip, 6.6), (knee, 5.4), |along, across| trousers(seed, along, across));
    body.limb((knee, 5.3), (foot, 4.0), |along, across| {
        if along > 0.55 { hide(seed ^ 1, along, across) } else { trousers(seed ^ 2, along, across) }
    });
    let [x, y, z] = foot;
    let [dx, dy] = pose.toes[side];
    body.limb(([x, y, z], 3.4), ([x + dx, y + dy, z + 4.0], 2.8), |along, _| {
        if along > 0.75 { BONE.at(-0.1) } else { ROT.at(-0.06) }
    });
}

/// The singlet over the chest, and the belly that has torn it, shining from within.
fn trunk(body: &mut Sculpture, pose: &Pose) {
    body.limb((pose.hip(0), 7.4), (pose.hip(1), 7.4), |along, across| trousers(430, along, across));
    for side in [0, 1] {
        body.limb((pose.shoulder(side), 5.6), (pose.chest, 8.6), |along, across| singlet(431, along, across));
    }
    let part = |part: f32, ahead: f32| -> Spot {
        let at = |axis: usize| pose.chest[axis] + (pose.pelvis[axis] - pose.chest[axis]) * part;
        [at(0), at(1), at(2) + ahead]
    };
    body.lump(part(0.74, -1.0), (11.4, 10.4), |around, down| hide(432, down, around));
    body.lump(part(0.26, -2.0), (11.6, 11.0), |around, down| singlet(433, down, around));
    let before = body.parts();
    let swell = 1.0 + (pose.glow - 1.0) * 0.05;
    let (wide, tall) = BELLY;
    let middle = belly(pose);
    body.lump(middle, (wide * swell, tall * swell), |around, down| {
        let hem = -0.42 + value(434, around * 6.0 + 20.0, 3.0, 256) * 0.34;
        if down < hem { singlet(435, down, around) } else { hide(436, down, around) }
    });
    body.paint(before, middle, |place| gas(place, pose.glow));
}

/// Returns the centre of the belly.
fn belly(pose: &Pose) -> Spot {
    let [x, y, z] = [0, 1, 2].map(|axis| pose.chest[axis] * 0.35 + pose.pelvis[axis] * 0.65);
    [x, y, z + 5.0]
}

/// A dirty white vest.
fn singlet(seed: u32, along: f32, across: f32) -> Ink {
    let stain = cloud(seed ^ 3, along * 5.0 + 9.0, across * 1.7 + 9.0, 256);
    match stain {
        stain if stain > 0.66 => hide(seed, along, across),
        stain if stain > 0.58 => BLOOD.at(0.1),
        stain => ENAMEL.at(-0.3 + stain * 0.2),
    }
}

/// Returns the glow of the belly's skin at a place around its centre: a hot core in front, with veins around it.
fn gas([x, y, z]: Spot, glow: f32) -> Option<Ink> {
    let off = libm::sqrtf(x * x * 0.8 + (y - 2.0) * (y - 2.0) + (z - 13.0) * (z - 13.0) * 0.7);
    let strength = 1.0 - off / (13.0 + glow * 4.0);
    let vein = (value(440, x * 0.19 + z * 0.1 + 40.0, y * 0.21 + z * 0.07 + 40.0, 256) - 0.5).abs();
    let clot = cloud(441, x * 0.16 + 40.0, y * 0.16 + z * 0.1 + 40.0, 256);
    match strength {
        strength if strength <= 0.0 || glow <= 0.0 => None,
        strength if strength > 0.62 - glow * 0.07 && clot < 0.58 => {
            Some(GALL.at(0.62 + (strength - 0.5) * 0.7 - (clot - 0.4) * 0.6).shining())
        }
        strength if vein < strength * 0.13 * glow => Some(GALL.at(0.5 + strength * 0.4).shining()),
        strength if vein < strength * 0.3 => Some(GALL.at(0.44)),
        _ => None,
    }
}

fn arm(body: &mut Sculpture, pose: &Pose, side: usize) {
    let seed = 450 + side as u32;
    let (shoulder, elbow, hand) = (pose.shoulder(side), pose.elbows[side], pose.hands[side]);
    body.limb((shoulder, 5.0), (elbow, 4.4), |along, across| hide(seed, along, across).lit(0.03));
    body.limb((elbow, 4.4), (hand, 2.9), |along, across| hide(seed ^ 1, along, across));
    claws(body, ROT, [elbow, hand], pose.spread);
}

/// Draws a moment of its death: it swells until it bursts, and the remains collapse into a puddle.
fn falling_apart(moment: usize) -> Canvas {
    match moment {
        0 => figure(&HURT.between(&SWELLING, 0.5), 0),
        1 => figure(&SWELLING, 0),
        2 => figure(&Pose { glow: 4.4, ..SWELLING }, 0),
        3 => bursting(),
        4 => collapsing(&STAND.between(&FOLDING, 0.5), 25.0, 0.1, 37.0),
        5 => collapsing(&FOLDING, 19.0, 0.2, 47.0),
        _ => puddle(),
    }
}

/// The moment of bursting: the remains of the body below a flash of gas, and pieces in the air.
fn bursting() -> Canvas {
    let mut picture = Canvas::new(SIDE, SIDE);
    flash(&mut picture, (32.0, 31.0), 31.0, 0.0);
    let mut body = Sculpture::on(picture);
    stump(&mut body, &STAND);
    pieces(&mut body, 470, 40, (11.0, 28.0), [32.0, 30.0]);
    body.limb(([13.0, 19.0, 8.0], 3.6), ([6.0, 12.0, 8.0], 2.4), |along, across| hide(471, along, across));
    body.limb(([50.0, 18.0, 8.0], 3.6), ([57.0, 25.0, 8.0], 2.4), |along, across| hide(472, along, across));
    SKULL.draw(&mut body, &Pose { head: [38.0, 11.0, 8.0], look: [[0.8, 0.5], [-0.5, 0.8]], jaw: 2.0, ..STAND });
    body.finish().set_down()
}

/// The legs giving way, the last pieces falling. The gas has a given extent and temperature, and the skull has come
/// down to `skull`.
fn collapsing(legs: &Pose, flare: f32, cooled: f32, skull: f32) -> Canvas {
    let mut picture = Canvas::new(SIDE, SIDE);
    slick(&mut picture, 41.0 - flare);
    flash(&mut picture, (32.0, legs.pelvis[1] - 10.0), flare, cooled);
    let mut body = Sculpture::on(picture);
    stump(&mut body, legs);
    pieces(&mut body, 473, 26, (12.0, 29.0), [32.0, 42.0]);
    SKULL.draw(&mut body, &Pose { head: [51.0, skull, 8.0], look: [[-0.3, 1.0], [-1.0, -0.3]], jaw: 2.0, ..STAND });
    body.finish().set_down()
}

/// The puddle, with rags, bones and the skull in it.
fn puddle() -> Canvas {
    let mut picture = Canvas::new(SIDE, SIDE);
    slick(&mut picture, 29.0);
    let mut body = Sculpture::on(picture);
    let rags: [(Spot, Spot, f32); 4] = [
        ([10.0, 58.0, 2.0], [20.0, 56.5, 2.0], 2.8),
        ([25.0, 56.5, 4.0], [36.0, 55.0, 4.0], 4.4),
        ([36.0, 58.0, 6.0], [44.0, 58.5, 6.0], 2.4),
        ([27.0, 60.0, 8.0], [33.0, 59.5, 8.0], 1.8),
    ];
    for (index, (from, to, bulk)) in rags.into_iter().enumerate() {
        body.limb((from, bulk), (to, bulk * 0.7), |along, across| match index {
            0 | 3 => trousers(480, along, across),
            1 => hide(481, along * 2.0, across),
            _ => singlet(482, along, across).lit(0.05),
        });
    }
    for rib in 0..4 {
        let x = 25.0 + rib as f32 * 3.0;
        body.limb(([x, 55.5, 9.0], 0.8), ([x + 2.8, 48.6 + rib as f32, 7.0], 0.6), |_, _| BONE.at(0.0));
    }
    let head = [49.0, 55.5, 8.0];
    SKULL.draw(&mut body, &Pose { head, look: [[-0.3, 1.0], [-1.0, -0.3]], jaw: 1.0, awake: false, ..STAND });
    body.finish().set_down()
}

/// The legs and the torn rim of the belly above them.
fn stump(body: &mut Sculpture, pose: &Pose) {
    for side in [0, 1] {
        leg(body, pose, side);
    }
    body.limb((pose.hip(0), 7.2), (pose.hip(1), 7.2), |along, across| trousers(430, along, across));
    let [x, y, z] = pose.pelvis;
    for shred in 0..7 {
        let turn = (shred as f32 - 3.0) * 0.42;
        let (out, up) = (libm::sinf(turn), value(460, shred as f32 * 2.3, 1.0, 64));
        let root = [x + out * 8.0, y - 3.0, z + 5.0];
        let tip = [x + out * 14.0, y - 6.0 - up * 7.0, z + 6.0];
        body.limb((root, 2.6), (tip, 0.9), |along, _| if along > 0.6 { BLOOD.at(0.2) } else { ROT.at(0.0) });
    }
    body.lump([x, y - 5.0, z + 3.0], (8.0, 3.2), |_, down| BLOOD.at(0.1 - down * 0.2));
    body.limb(([x, y - 3.0, z + 4.0], 1.6), ([x - 1.0, y - 12.0, z + 3.0], 1.2), |along, _| {
        if libm::floorf(along * 7.0) as i32 % 2 == 0 { BONE.at(0.1) } else { BLOOD.at(0.1) }
    });
}

/// Pieces of the body in the air around a place.
fn pieces(body: &mut Sculpture, seed: u32, count: i32, reaches: (f32, f32), [x, y]: [f32; 2]) {
    let mut dice = Dice::new(seed);
    for _ in 0..count {
        let (turn, reach) = (dice.between(0.0, TAU), dice.between(reaches.0, reaches.1));
        let spot = [x + libm::cosf(turn) * reach, y + libm::sinf(turn) * reach * 0.92, 12.0];
        let (size, stuff) = (dice.between(0.7, 2.3), dice.whole(0, 6));
        let tip = [spot[0] + libm::cosf(turn) * size, spot[1] + libm::sinf(turn) * size, spot[2]];
        body.limb((spot, size), (tip, size * 0.5), |_, _| match stuff {
            0 => BONE.at(0.1),
            1 | 2 => BLOOD.at(0.24),
            3 => ENAMEL.at(-0.2),
            4 => GALL.at(0.3).shining(),
            _ => ROT.at(0.05),
        });
    }
}

/// A flash of gas around a place: ragged tongues, hot within, duller and bloody at the tips.
fn flash(picture: &mut Canvas, (left, top): (f32, f32), radius: f32, cooled: f32) {
    for y in 0..SIDE {
        for x in 0..SIDE {
            let (across, down) = ((x as f32 + 0.5 - left) / radius, (y as f32 + 0.5 - top) / radius);
            let reach = libm::sqrtf(across * across + down * down);
            let turn = libm::atan2f(down, across) / TAU + 0.5;
            let tongue = value(461, turn * 22.0, reach * 0.8 + 3.0, 22) * 0.6 + 0.4;
            let heat = 1.0 - reach / tongue;
            match heat {
                heat if heat <= 0.0 => {}
                heat if heat < 0.14 => picture.dot(x, y, BLOOD.at(0.5 + heat)),
                heat => picture.dot(x, y, GALL.at(0.52 + heat * 0.6 - cooled).shining()),
            }
        }
    }
}

/// Gall and blood spreading on the deck, with a half width in pixels.
fn slick(ground: &mut Canvas, width: f32) {
    ground.ellipse((32.0, 59.0), (width, 4.6), |x, y| BLOOD.at(0.4 - x.abs() * 0.2 - y * 0.1));
    ground.ellipse((31.0, 58.8), (width * 0.88, 3.6), |x, y| {
        let bubble = value(462, x * 14.0 + 30.0, y * 2.0 + 30.0, 256);
        GALL.at(0.56 + if bubble > 0.7 { 0.3 } else { 0.0 } - x.abs() * 0.22 - y * 0.08)
    });
}

/// Standing with the legs apart under all that weight.
const STAND: Pose = Pose {
    head: [31.5, 13.5, 7.0],
    look: [[1.0, 0.0], [-0.1, 1.0]],
    awake: true,
    jaw: 0.0,
    chest: [32.0, 24.5, 1.0],
    shoulders: [11.6, -0.4, 0.0],
    elbows: [[13.5, 31.0, 0.0], [50.5, 31.5, 0.0]],
    hands: [[9.5, 40.0, 5.0], [54.0, 40.5, 4.0]],
    spread: 0.36,
    pelvis: [32.0, 44.0, 0.0],
    hips: [6.0, 0.0, 0.0],
    knees: [[23.0, 51.0, 2.0], [41.0, 51.0, 2.0]],
    feet: [[21.5, 58.5, 0.0], [42.5, 58.5, 0.0]],
    toes: [[-2.0, 1.0], [2.0, 1.0]],
    spray: 0,
    pool: 0.0,
    glow: 1.0,
    only: None,
};

/// The left foot set down in front, the belly swung over it.
const STEP: Pose = Pose {
    head: [28.5, 14.5, 8.0],
    look: [[1.0, 0.1], [-0.1, 1.0]],
    chest: [29.5, 25.5, 2.0],
    shoulders: [11.4, 1.2, 2.0],
    elbows: [[12.0, 32.0, -2.0], [48.0, 32.0, 6.0]],
    hands: [[9.0, 41.0, -3.0], [50.0, 39.5, 12.0]],
    pelvis: [30.5, 44.5, 0.0],
    hips: [6.0, 0.6, -1.0],
    knees: [[22.0, 51.0, 7.0], [39.5, 51.0, -3.0]],
    feet: [[20.5, 58.5, 7.0], [41.5, 57.0, -7.0]],
    glow: 0.9,
    ..STAND
};

/// The other leg dragged past.
const SWAY: Pose = Pose {
    head: [30.0, 13.0, 7.0],
    look: [[1.0, -0.06], [0.1, 1.0]],
    chest: [30.5, 24.0, 1.0],
    shoulders: [11.6, -0.8, 0.0],
    elbows: [[11.5, 30.0, 2.0], [49.5, 31.0, 2.0]],
    hands: [[9.0, 38.5, 6.0], [52.0, 40.0, 7.0]],
    pelvis: [31.0, 43.5, 0.0],
    knees: [[22.5, 51.0, 2.0], [40.5, 49.5, 6.0]],
    feet: [[21.5, 58.5, 1.0], [42.0, 56.0, 0.0]],
    glow: 1.1,
    ..STAND
};

/// Leaning back, sunk on its knees, the belly swelling and the arms over its head.
const STRIKE1: Pose = Pose {
    head: [32.0, 22.0, -2.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    jaw: 2.0,
    chest: [32.0, 32.5, -3.0],
    elbows: [[14.5, 16.0, 0.0], [49.5, 16.0, 0.0]],
    hands: [[17.0, 6.0, 5.0], [47.0, 6.0, 5.0]],
    spread: 0.5,
    pelvis: [32.0, 48.5, 0.0],
    knees: [[20.0, 53.0, 7.0], [44.0, 53.0, 7.0]],
    glow: 1.9,
    ..STAND
};

/// Throwing all its weight forward.
const STRIKE2: Pose = Pose {
    head: [32.0, 19.5, 13.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    jaw: 3.0,
    chest: [32.0, 29.0, 6.0],
    elbows: [[12.5, 33.0, 11.0], [51.5, 33.0, 11.0]],
    hands: [[15.5, 42.5, 16.0], [48.5, 42.5, 16.0]],
    spread: 0.5,
    pelvis: [32.0, 44.5, 0.0],
    glow: 1.5,
    ..STAND
};

/// Struck: thrown to one side, one arm high, gall spurts.
const HURT: Pose = Pose {
    head: [48.0, 23.0, 0.0],
    look: [[0.9, 0.45], [-0.5, 0.9]],
    jaw: 2.0,
    chest: [42.5, 32.0, -2.0],
    shoulders: [10.6, -4.0, -2.0],
    elbows: [[20.0, 22.0, 6.0], [54.0, 38.0, 0.0]],
    hands: [[11.0, 13.5, 8.0], [52.0, 45.0, 6.0]],
    spread: 0.5,
    pelvis: [35.0, 47.0, 0.0],
    knees: [[26.0, 52.5, 5.0], [45.0, 52.0, 4.0]],
    feet: [[22.5, 58.5, 0.0], [46.5, 58.5, 0.0]],
    spray: 30,
    glow: 1.3,
    ..STAND
};

/// About to burst.
const SWELLING: Pose = Pose {
    head: [33.0, 11.0, 0.0],
    jaw: 3.0,
    chest: [32.0, 24.5, -1.0],
    pelvis: STAND.pelvis,
    knees: STAND.knees,
    elbows: [[12.0, 27.0, 2.0], [52.0, 27.0, 2.0]],
    hands: [[9.5, 20.0, 4.0], [54.5, 20.0, 4.0]],
    spray: 24,
    glow: 3.2,
    ..STRIKE1
};

/// The legs folding.
const FOLDING: Pose = Pose {
    pelvis: [32.0, 53.0, 0.0],
    knees: [[19.0, 54.0, 8.0], [45.0, 54.0, 8.0]],
    feet: [[22.0, 59.0, 0.0], [42.0, 59.0, 0.0]],
    ..STAND
};
