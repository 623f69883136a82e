//! The cinder: a burning crewman. The body is that of the shambler, but bends back with its arms thrown wide. One arm
//! is a stump, and flames rise from the body.

use crate::{
    monsters::kind::{Falls, Kind, Poses, SIDES, falling},
    monsters::pose::{Pose, SIDE},
    monsters::shambler::{self, CORPSE, DIE1, DIE2, DIE3, WALK1, WALK2, WALK3, WALK4},
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{BONE, CHAR, FIRE, Ink, SHINING},
};
use music::chance::white;

/// The cinder.
pub(crate) const KIND: Kind = Kind {
    name: "cinder",
    figure,
    sides: SIDES,
    poses: Poses {
        stand: STAND,
        walk: [burning(WALK1, 0.0), burning(WALK2, 1.5), burning(WALK3, 0.0), burning(WALK4, -1.5)],
        stride: 0.85,
        swing: 1.0,
        aims: AIMS,
        strikes: STRIKES,
        hurt: HURT,
    },
    falls: Falls::Turned(|moment, view| figure(&falling([&HURT, &DIE1, &DIE2, &DIE3, &CORPSE], moment), view)),
};

/// Draws the figure in a pose, turned by eighths of a turn towards the image's left.
fn figure(pose: &Pose, eighths: u8) -> Canvas {
    let mut picture = shambler::figure(pose, eighths);
    // The cracks move with the body.
    let (left, top) = (pose.chest[0] as i32, pose.chest[1] as i32);
    picture.every(|x, y, ink| charred(x - left, y - top, ink, pose.awake));
    if pose.awake {
        flames(&mut picture, pose);
    }
    picture
}

/// Charred flesh and cloth, with embers in the cracks that glow while it is awake; `x` and `y` are the pixel's position
/// relative to the chest.
fn charred(x: i32, y: i32, ink: Ink, awake: bool) -> Ink {
    if ink.alpha == SHINING {
        return FIRE.at(0.95).shining();
    }
    if ink.ramp == BONE {
        return BONE.at(ink.tone * 0.55);
    }
    let vein = (cloud(611, x as f32 / 7.0 + 20.0, y as f32 / 9.0 + 20.0, 64) - 0.5).abs();
    let glow = (0.052 - vein) / 0.052;
    // An outline stays dark.
    if glow > 0.0 && ink.tone > 0.12 {
        let ember = FIRE.at(0.3 + glow * 0.55);
        return if awake { ember.shining() } else { ember.lit(-0.3) };
    }
    let soot = (white(612, x, y) - 0.5) * 0.12;
    CHAR.at(ink.tone * 0.9 + soot)
}

/// Flames on the head, the shoulders and the arms: wherever a part of the body is slightly below.
fn flames(picture: &mut Canvas, pose: &Pose) {
    let body = picture.clone();
    let waist = pose.pelvis[1] as i32;
    for y in 0..waist {
        for x in 0..SIDE {
            if body.ink(x, y).is_some() {
                continue;
            }
            let Some(below) = (1..9).find(|down| y + down < waist && body.ink(x, y + down).is_some()) else { continue };
            let tongue = cloud(613, x as f32 / 2.6 + pose.chest[0], y as f32 / 6.0 + pose.hands[0][1], 64);
            let hot = tongue * 1.5 - 0.36 - below as f32 * 0.085;
            if hot > 0.14 {
                picture.dot(x, y, FIRE.at(0.24 + hot).shining());
            }
        }
    }
}

/// Bent back, one arm flung wide, the stump of the other held off the body.
const STAND: Pose = Pose {
    head: [33.0, 15.0, -1.0],
    look: [[1.0, 0.1], [-0.3, 1.0]],
    jaw: 3.0,
    chest: [32.0, 26.0, -2.0],
    shoulders: [9.4, 0.8, 0.0],
    elbows: [[18.0, 20.5, 1.0], [47.0, 31.0, -1.0]],
    hands: [[13.0, 13.0, 2.0], [50.0, 34.0, 0.0]],
    spread: 0.6,
    pelvis: [32.0, 39.0, 2.0],
    knees: [[25.0, 48.5, 4.0], [39.0, 48.5, 4.0]],
    feet: [[22.5, 58.0, 0.0], [41.5, 58.0, 0.0]],
    spray: 0,
    ..DIE1
};

/// Returns a pose of the shambler's walk with the arms and the back of this kind; the arm sways by a number of pixels.
const fn burning(walk: Pose, sway: f32) -> Pose {
    let [[left_x, left_y, left_z], [right_x, right_y, right_z]] = STAND.hands;
    Pose {
        awake: true,
        look: STAND.look,
        jaw: 2.0,
        head: [walk.head[0], walk.head[1] + 1.0, 0.0],
        elbows: [STAND.elbows[0], [STAND.elbows[1][0], STAND.elbows[1][1] - sway * 0.5, STAND.elbows[1][2]]],
        hands: [[left_x + sway, left_y + sway, left_z], [right_x, right_y - sway, right_z]],
        spread: STAND.spread,
        spray: 0,
        ..walk
    }
}

/// The arm drawn up over the head, the body stretched.
const AIMS: Pose = Pose {
    head: [31.0, 13.0, 4.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    chest: [31.5, 25.0, 1.0],
    elbows: [[22.0, 14.0, 0.0], [44.0, 21.0, 2.0]],
    hands: [[27.0, 6.0, 4.0], [45.0, 16.0, 4.0]],
    knees: [[28.0, 48.5, 3.0], [36.5, 48.5, 3.0]],
    feet: [[27.0, 58.0, 4.0], [37.0, 58.0, -3.0]],
    ..STAND
};

/// Thrown forward with all its fire.
const STRIKES: Pose = Pose {
    head: [31.0, 20.0, 12.0],
    look: [[1.0, 0.0], [0.1, 1.0]],
    chest: [32.0, 30.0, 7.0],
    elbows: [[20.0, 35.0, 13.0], [45.0, 35.0, 10.0]],
    hands: [[27.0, 41.0, 20.0], [46.0, 40.0, 13.0]],
    knees: [[26.0, 49.0, 7.0], [38.0, 49.5, 2.0]],
    ..STAND
};

/// Folded over the wound, the arm in front of the chest.
const HURT: Pose = Pose {
    head: [30.0, 24.0, 9.0],
    look: [[1.0, -0.2], [0.2, 1.0]],
    chest: [32.0, 33.0, 3.0],
    shoulders: [8.4, 1.4, 2.0],
    elbows: [[21.0, 39.0, 8.0], [43.0, 40.0, 4.0]],
    hands: [[28.0, 43.0, 12.0], [45.0, 44.0, 6.0]],
    pelvis: [33.0, 43.0, -1.0],
    knees: [[27.5, 50.0, 7.0], [38.5, 50.5, 5.0]],
    feet: [[26.0, 58.0, 0.0], [39.5, 58.0, -2.0]],
    spray: 20,
    ..STAND
};
