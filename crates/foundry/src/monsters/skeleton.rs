//! The skeleton: the bones of a crewman, which fall apart and reassemble.

use crate::{
    monsters::body::{claws, modelled},
    monsters::kind::{Falls, Kind, Poses, SIDES},
    monsters::pose::Pose,
    monsters::skull::Skull,
    tools::canvas::Canvas,
    tools::hash_noise::value,
    tools::palette::{BONE, ICE, Ink, NAVY, RUST},
    tools::sculpt::{Sculpture, Spot, towards, unit, went},
};
use core::f32::consts::{PI, TAU};
use music::chance::Dice;

/// The skeleton.
pub(crate) const KIND: Kind = Kind {
    name: "skeleton",
    figure: |pose, eighths| fallen(pose, eighths, 0.0),
    sides: SIDES,
    poses: Poses {
        stand: STAND,
        walk: [STEP, PASS, STEP.mirrored(), PASS.mirrored()],
        stride: 0.45,
        swing: 1.0,
        aims: STRIKE1,
        strikes: STRIKE2,
        hurt: HURT,
    },
    falls: Falls::Turned(|moment, view| {
        let pose = if moment == 0 { HURT.between(&DIES, 0.5) } else { DIES };
        fallen(&Pose { awake: moment < 3, ..pose }, view, [0.0, 0.08, 0.25, 0.5, 0.75, 0.92, 1.0][moment])
    }),
};

/// The head: only the skull, with a cold light in its sockets.
const SKULL: Skull = Skull {
    size: 0.9,
    skin: |around, down| bone(410, down, around).lit(0.06),
    shade: BONE,
    haired: false,
    face: [
        "...........",
        "......s....",
        ".....s.....",
        ".....ss....",
        ".sss...sss.",
        "sxxxs.sxxxs",
        "xxxxs.sxxxx",
        "xxxxs.sxxxx",
        ".sxs.x.sxs.",
        "....sxs....",
        ".s.......s.",
        ".tstststst.",
        ".xxxxxxxxx.",
        ".tstststst.",
    ],
    eyes: &[[-3.0, 0.2, 4.9], [3.2, 0.2, 4.6]],
    glow: ICE.at(0.86),
};

/// A bone: its middle line, its thickness, and whether it has knobs at its ends.
struct Bone {
    line: Vec<Spot>,
    thick: f32,
    knobs: bool,
}

impl Bone {
    fn straight(from: Spot, to: Spot, thick: f32) -> Self {
        Self { line: vec![from, to], thick, knobs: true }
    }

    /// Returns the bone on its way down: 0 is in its place, 1 at a random place on the deck.
    fn falling(mut self, dice: &mut Dice, part: f32) -> Self {
        let count = self.line.len() as f32;
        let middle: Spot = [0, 1, 2].map(|axis| self.line.iter().map(|spot| spot[axis]).sum::<f32>() / count);
        let (turn, far, near) = (dice.between(-2.4, 2.4) * part, dice.between(-21.0, 21.0), dice.between(-4.0, 12.0));
        let heap = 59.6 - self.thick - dice.between(0.0, 1.0) * (1.0 - (far / 21.0).abs()) * 9.0;
        let (cos, sin) = (libm::cosf(turn), libm::sinf(turn));
        // It accelerates like a falling body, and spreads as it lands.
        let to = [
            middle[0] + (32.0 + far - middle[0]) * part,
            middle[1] + (heap - middle[1]) * part * part,
            middle[2] + (near - middle[2]) * part,
        ];
        let flat = 1.0 - part * 0.8;
        for spot in &mut self.line {
            let [x, y, z] = [0, 1, 2].map(|axis| spot[axis] - middle[axis]);
            *spot = [to[0] + x * cos - y * sin, to[1] + (x * sin + y * cos) * flat, to[2] + z];
        }
        self
    }

    fn draw(&self, body: &mut Sculpture, seed: u32) {
        for pair in self.line.windows(2) {
            body.limb((pair[0], self.thick), (pair[1], self.thick), |along, around| bone(seed, along, around));
        }
        let ends = self.line.first().into_iter().chain(self.line.last()).filter(|_| self.knobs);
        for end in ends {
            body.lump(*end, (self.thick * 1.5, self.thick * 1.4), |around, down| {
                bone(seed ^ 1, down, around).lit(0.08)
            });
        }
    }
}

/// Draws the figure in a pose, turned by eighths of a turn towards the image's left, at a progress of falling apart.
fn fallen(pose: &Pose, eighths: u8, part: f32) -> Canvas {
    modelled(pose, eighths, BONE, |body| {
        if part < 0.5 {
            let core = went(pose.chest, towards(pose.chest, pose.pelvis), 2.0 + part * 20.0);
            body.lump(core, (4.2, 6.0), |around, down| {
                RUST.at(value(411, down * 3.0 + 9.0, around * 3.0 + 9.0, 64) * 0.3 - 0.16)
            });
        }
        let mut dice = Dice::new(412);
        for (number, bone) in bones(pose).into_iter().enumerate() {
            bone.falling(&mut dice, part).draw(body, 420 + number as u32);
        }
        if part < 0.2 {
            for side in [0, 1] {
                claws(body, BONE, [pose.elbows[side], pose.hands[side]], pose.spread);
            }
            rags(body, pose);
        } else if part > 0.6 {
            body.limb(([40.0, 54.0 + part * 5.0, 14.0], 1.8), ([47.0, 55.0 + part * 5.0, 10.0], 1.2), |along, _| {
                NAVY.at(0.1 - along * 0.1)
            });
        }
        // The skull comes down last, on its side on top of the heap.
        let [x, y, z] = pose.head;
        let roll = part * 1.35;
        let rolled = [[libm::cosf(roll), libm::sinf(roll)], [-libm::sinf(roll), libm::cosf(roll)]];
        let look = if part > 0.0 { rolled } else { pose.look };
        let head = [x + (27.0 - x) * part, y + (50.0 - y) * part * part, z + (14.0 - z) * part];
        SKULL.draw(body, &Pose { head, look, ..*pose });
    })
}

/// Old bone: stained where it is not worn.
fn bone(seed: u32, along: f32, around: f32) -> Ink {
    let stain = value(seed, along * 3.0 + 9.0, around * 2.0 + 9.0, 256);
    if stain > 0.8 { BONE.at(-0.16) } else { BONE.at(0.02 + stain * 0.08) }
}

/// Returns all bones except the skull and those of the hands.
fn bones(pose: &Pose) -> Vec<Bone> {
    let down = towards(pose.chest, pose.pelvis);
    let across = unit(pose.shoulders);
    let ahead = [
        across[1] * down[2] - across[2] * down[1],
        across[2] * down[0] - across[0] * down[2],
        across[0] * down[1] - across[1] * down[0],
    ];
    let place = |right: f32, below: f32, before: f32| -> Spot {
        went(went(went(pose.chest, across, right), down, below), ahead, before)
    };
    let mut bones = Vec::new();
    let length = libm::sqrtf(
        (0..3).map(|axis| (pose.pelvis[axis] - pose.chest[axis]) * (pose.pelvis[axis] - pose.chest[axis])).sum(),
    );
    // The spine is bent like a bow, with gaps between its vertebrae.
    let knobs = 7;
    let spine = |number: i32| {
        let part = number as f32 / knobs as f32;
        place(0.0, -6.0 + (length + 6.0) * part, -2.6 - libm::sinf(part * PI) * 1.4)
    };
    bones.extend((0..knobs).map(|number| Bone::straight(spine(number), went(spine(number + 1), down, -0.9), 1.15)));
    for (number, wide) in [4.4, 5.8, 6.6, 6.4, 5.2].into_iter().enumerate() {
        let level = -4.0 + number as f32 * 2.7;
        for side in [-1.0, 1.0] {
            // From the spine around the side to the chest.
            let line = (0..=5).map(|step| {
                let turn = PI - step as f32 / 5.0 * (PI - 0.35);
                let (sin, cos) = (libm::sinf(turn), libm::cosf(turn));
                place(side * wide * sin, level - cos * 1.4 - 0.6, cos * 4.6)
            });
            bones.push(Bone { line: line.collect(), thick: 0.72, knobs: false });
        }
    }
    bones.push(Bone { line: vec![place(0.0, -4.6, 4.4), place(0.0, 5.0, 4.8)], thick: 1.1, knobs: false });
    for side in [0, 1] {
        let (shoulder, elbow, hand) = (pose.shoulder(side), pose.elbows[side], pose.hands[side]);
        let (hip, knee, foot) = (pose.hip(side), pose.knees[side], pose.feet[side]);
        bones.push(Bone::straight(place(0.0, -5.0, 4.0), shoulder, 0.9));
        bones.push(Bone::straight(
            went(shoulder, ahead, -2.0),
            place(if side == 0 { -3.4 } else { 3.4 }, 3.0, -4.4),
            1.6,
        ));
        bones.push(Bone::straight(shoulder, elbow, 1.35));
        bones.push(Bone::straight(elbow, hand, 1.1));
        bones.push(Bone::straight(pose.pelvis, went(hip, [0.0, -1.0, 0.0], 1.6), 2.3));
        bones.push(Bone::straight(hip, knee, 1.6));
        bones.push(Bone::straight(knee, foot, 1.3));
        let [dx, dy] = pose.toes[side];
        let toes = [foot[0] + dx, foot[1] + dy, foot[2] + 4.2];
        bones.push(Bone { line: vec![went(foot, [0.0, 0.0, 1.0], -1.0), toes], thick: 1.25, knobs: false });
    }
    bones
}

/// The remains of the uniform: strips around the hips.
fn rags(body: &mut Sculpture, pose: &Pose) {
    for strip in 0..11 {
        let turn = strip as f32 / 11.0 * TAU;
        let (across, before) = (libm::sinf(turn), libm::cosf(turn));
        let [x, y, z] = pose.pelvis;
        let top = [x + across * (pose.hips[0] + 1.8), y - 0.5, z + before * 3.4];
        let long = 4.0 + value(413, strip as f32 + 0.5, 3.0, 64) * 6.0;
        let end = [top[0] + across * 0.8, top[1] + long, top[2] + before * 0.8];
        body.limb((top, 1.5), (end, 0.9), |along, _| NAVY.at(0.12 - along * 0.1 + (strip % 3) as f32 * 0.06));
    }
}

/// Upright, the head on one side.
const STAND: Pose = Pose {
    head: [33.0, 11.0, 3.0],
    look: [[0.98, 0.16], [-0.16, 0.98]],
    awake: true,
    jaw: 1.0,
    chest: [32.0, 23.5, 0.0],
    shoulders: [7.6, -0.8, 0.0],
    elbows: [[19.5, 31.5, -1.0], [45.0, 30.0, -1.0]],
    hands: [[16.0, 40.5, 4.0], [47.5, 39.5, 4.0]],
    spread: 0.42,
    pelvis: [32.0, 37.5, 0.0],
    hips: [3.8, 0.0, 0.0],
    knees: [[26.5, 47.5, 2.5], [38.0, 47.5, 2.5]],
    feet: [[25.0, 58.0, -1.0], [39.5, 58.0, -1.0]],
    toes: [[-1.6, 1.6], [1.6, 1.6]],
    spray: 0,
    pool: 0.0,
    glow: 0.0,
    only: None,
};

/// The left foot set down in front, the right arm ahead, the left thrown back.
const STEP: Pose = Pose {
    head: [31.0, 12.0, 6.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    chest: [31.5, 24.5, 2.0],
    shoulders: [7.4, 0.6, 2.0],
    elbows: [[20.0, 32.0, -5.0], [43.5, 30.5, 8.0]],
    hands: [[18.5, 41.0, -6.0], [42.0, 33.0, 14.0]],
    pelvis: [32.0, 38.5, 0.0],
    hips: [3.8, -0.4, -1.0],
    knees: [[26.5, 47.5, 7.0], [37.0, 48.5, -2.0]],
    feet: [[25.5, 58.0, 6.0], [37.5, 55.5, -8.0]],
    ..STAND
};

/// The right leg passing.
const PASS: Pose = Pose {
    head: [31.0, 10.5, 5.0],
    look: [[1.0, 0.08], [-0.08, 1.0]],
    chest: [31.0, 23.0, 1.0],
    shoulders: [7.6, -0.4, 0.0],
    elbows: [[19.0, 31.0, -1.0], [44.0, 30.5, 2.0]],
    hands: [[16.5, 40.0, 3.0], [45.0, 38.5, 8.0]],
    pelvis: [31.5, 37.0, 0.0],
    knees: [[26.0, 47.0, 3.0], [37.5, 46.0, 6.0]],
    feet: [[25.5, 58.0, 0.0], [38.0, 54.5, 0.0]],
    ..STAND
};

/// Crouched, both claws drawn far back.
const STRIKE1: Pose = Pose {
    head: [32.0, 18.0, 9.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    jaw: 3.0,
    chest: [32.0, 29.5, 2.0],
    shoulders: [8.0, 0.0, 0.0],
    elbows: [[17.0, 24.0, -5.0], [47.0, 24.0, -5.0]],
    hands: [[10.5, 15.0, 0.0], [53.5, 15.0, 0.0]],
    spread: 0.5,
    pelvis: [32.0, 43.0, -2.0],
    knees: [[22.5, 48.5, 6.0], [41.5, 48.5, 6.0]],
    feet: [[21.0, 58.0, 0.0], [43.0, 58.0, 0.0]],
    ..STAND
};

/// Both claws thrust forward and together.
const STRIKE2: Pose = Pose {
    head: [32.0, 17.0, 12.0],
    look: [[1.0, 0.0], [0.0, 1.0]],
    jaw: 3.0,
    chest: [32.0, 28.5, 6.0],
    shoulders: [7.4, 0.0, 2.0],
    elbows: [[22.0, 33.0, 14.0], [42.0, 33.0, 14.0]],
    hands: [[27.0, 38.0, 18.5], [38.0, 37.0, 18.5]],
    spread: 0.4,
    pelvis: [32.0, 41.5, -1.0],
    knees: [[26.5, 49.0, 7.0], [38.0, 49.5, 2.0]],
    feet: [[25.0, 58.0, 5.0], [39.5, 57.5, -4.0]],
    ..STAND
};

/// Jolted: the spine bent back, the arms loose.
const HURT: Pose = Pose {
    head: [40.0, 15.0, -3.0],
    look: [[0.86, 0.5], [-0.5, 0.86]],
    jaw: 2.0,
    chest: [36.0, 26.0, -3.0],
    shoulders: [7.0, 2.6, -2.0],
    elbows: [[22.0, 20.0, 4.0], [47.0, 36.0, -4.0]],
    hands: [[15.0, 13.0, 6.0], [50.5, 42.5, -4.0]],
    spread: 0.55,
    pelvis: [32.0, 39.5, 0.0],
    knees: [[24.5, 47.5, 4.0], [37.0, 48.5, 3.0]],
    feet: [[21.5, 58.0, 0.0], [40.5, 58.0, 0.0]],
    spray: 16,
    ..STAND
};

/// The moment before the bones fall.
const DIES: Pose = Pose { head: [34.0, 14.0, 2.0], spray: 0, pool: 0.0, chest: [33.5, 25.0, -1.0], ..STAND };
