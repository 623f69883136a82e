//! The undead crewman: a decayed body in a torn uniform, modelled anew for every pose.

use core::f32::consts::TAU;

use crate::canvas::Canvas;
use crate::noise::{Dice, value};
use crate::palette::{AMBER, BLOOD, BONE, CLOTH, ENAMEL, FLESH, Ink, LEATHER};
use crate::poses::Pose;
use crate::sculpt::{Joint, Sculpture, Spot, Turn};
use crate::skull;

/// The width and height of the picture.
const SIDE: i32 = 64;

/// The straight pieces that the belt is made of.
const BELT_PIECES: i32 = 12;

/// The views of a moment: from the front, turned by eighths towards the picture's left, and at last from behind.
pub(crate) const VIEWS: u8 = 5;

/// Draws the figure in a pose, turned by some eighths of a whole turn towards the picture's left.
pub(crate) fn figure(pose: &Pose, eighths: u8) -> Canvas {
    let mut ground = Canvas::new(SIDE, SIDE);
    pool(&mut ground, pose.pool);
    let turn = Turn::eighths(eighths, SIDE, SIDE);
    let mut body = Sculpture::turned(ground, turn);
    for side in [0, 1] {
        leg(&mut body, pose, side);
    }
    torso(&mut body, pose);
    for side in [0, 1] {
        arm(&mut body, pose, side);
    }
    skull::draw(&mut body, pose);
    let mut picture = body.finish(LEATHER.at(0.0)).set_down();
    spray(&mut picture, pose, turn);
    picture
}

/// Where cloth has given way: ragged patches that stay on the limb as it moves.
fn torn(seed: u32, along: f32, across: f32, bar: f32) -> bool {
    value(seed, along * 5.0 + 20.0, across * 1.6 + 20.0, 256) > bar
}

/// The jumpsuit; `tone` tells its parts from one another.
fn cloth(seed: u32, along: f32, across: f32, tone: f32) -> Ink {
    // Stains do not soak through to the other side.
    let seed = if across.abs() > 1.0 { seed ^ 0x93 } else { seed };
    let folds = value(seed ^ 7, along * 7.0 + across, across * 1.3 + 9.0, 256) - 0.5;
    let stained = value(seed ^ 3, along * 3.0 + 5.0, across * 1.5 + 5.0, 256) > 0.78;
    if stained { BLOOD.at(-0.02 + folds * 0.2) } else { CLOTH.at(tone + folds * 0.34) }
}

/// Dead skin, blotched and here and there open to the meat.
pub(crate) fn skin(seed: u32, along: f32, across: f32) -> Ink {
    let blotch = value(seed, along * 6.0 + 3.0, across * 2.0 + 3.0, 256) - 0.5;
    if blotch > 0.3 { BLOOD.at(0.12) } else { FLESH.at(blotch * 0.22) }
}

fn leg(body: &mut Sculpture, pose: &Pose, side: usize) {
    let seed = 210 + side as u32;
    let (hip, knee, foot) = (pose.hip(side), pose.knees[side], pose.feet[side]);
    body.limb((hip, 4.6), (knee, 3.5), |along, across| {
        if side == 1 && along > 0.5 && torn(seed, along, across, 0.55) {
            skin(seed, along, across)
        } else {
            cloth(seed, along, across, -0.1)
        }
    });
    body.limb((knee, 3.5), (foot, 2.5), |along, across| match along {
        along if along > 0.52 => LEATHER.at(0.06 + if along < 0.6 { 0.14 } else { 0.0 }),
        along if side == 1 && torn(seed ^ 4, along, across, 0.5) => skin(seed, along, across),
        _ => cloth(seed ^ 1, along, across, -0.08),
    });
    let [x, y, z] = foot;
    let [dx, dy] = pose.toes[side];
    body.limb(([x, y, z], 2.7), ([x + dx, y + dy, z + 3.0], 2.5), |along, _| LEATHER.at(along * 0.1));
}

fn torso(body: &mut Sculpture, pose: &Pose) {
    let (chest, pelvis) = (pose.chest, pose.pelvis);
    body.limb((pose.hip(0), 5.0), (pose.hip(1), 5.0), |along, across| cloth(220, along, across, -0.1));
    body.limb((chest, 8.2), (pelvis, 5.8), trunk);
    let shoulder = |side: usize| -> Joint { (pose.shoulder(side), 4.2) };
    for side in [0, 1] {
        body.limb(shoulder(side), ([chest[0], chest[1], chest[2] - 1.0], 6.5), |along, across| {
            let patch = side == 1 && (0.05..0.2).contains(&along);
            if patch { AMBER.at(-0.02) } else { cloth(222, along, across, 0.02) }
        });
    }
    belt(body, pose);
    body.limb((chest, 3.0), (pose.head, 3.0), |along, across| skin(223, along, across));
}

/// The belt about the waist, with its buckle in front.
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

/// The trunk's cloth and what shows through it, before and behind.
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

/// The back of the body: a bitten spine, and what is left of a reflecting stripe.
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
        if bare { skin(seed, along, across) } else { cloth(seed, along, across, 0.03) }
    });
    body.limb((elbow, 2.8), (hand, 2.0), |along, across| {
        let ragged = value(seed ^ 6, across * 3.0 + 7.0, 0.5, 64) * 0.3;
        if along + ragged < sleeve_end { cloth(seed, along, across, 0.0) } else { skin(seed ^ 1, along, across) }
    });
    claws(body, elbow, hand, pose.spread);
}

/// The hand: a palm and four long fingers that go on in the arm's direction.
fn claws(body: &mut Sculpture, elbow: Spot, hand: Spot, spread: f32) {
    let [x, y, z] = [hand[0] - elbow[0], hand[1] - elbow[1], hand[2] - elbow[2]];
    // An arm that reaches forward lets its fingers hang.
    let out = unit(if x * x + y * y < 9.0 { [x * 0.3, 3.0, z * 0.25] } else { [x, y, z * 0.5] });
    // The fingers lie side by side slantwise, so that they are seen from the front as well as from the side.
    let flat = libm::sqrtf(out[0] * out[0] + out[1] * out[1]);
    let beside = unit([-out[1] / flat, out[0] / flat, 0.6]);
    let go = |from: Spot, way: Spot, far: f32| [0, 1, 2].map(|axis| from[axis] + way[axis] * far);
    let near = 1.0 + hand[2] * 0.025;
    let palm = go(hand, out, 1.6);
    body.limb((hand, 2.1), (palm, 2.5), |_, _| FLESH.at(0.05));
    for finger in 0..4 {
        let fan = (finger as f32 - 1.5) * spread;
        let root = go(go(palm, beside, fan * 2.8), [0.0, 0.0, 1.0], 1.0);
        let reach = near * if finger == 0 || finger == 3 { 4.0 } else { 5.2 };
        let tip = go(go(root, out, reach), beside, fan * reach);
        body.limb((root, 0.95), (go(tip, [0.0, 0.0, 1.0], 1.2), 0.6), |along, _| match along {
            along if along > 0.72 => BONE.at(0.12),
            along if along > 0.45 => BLOOD.at(0.16),
            _ => FLESH.at(0.08),
        });
    }
}

/// The same direction with length 1.
fn unit([x, y, z]: Spot) -> Spot {
    let length = libm::sqrtf(x * x + y * y + z * z);
    [x / length, y / length, z / length]
}

/// Drops of blood in the air, thrown from the wound.
fn spray(picture: &mut Canvas, pose: &Pose, turn: Turn) {
    let [x, y, z] = pose.chest;
    let wound = turn.shown([x - 3.0, y + 2.0, z + 6.0]);
    let mut dice = Dice::new(250);
    for _ in 0..pose.spray {
        let (turn, reach) = (dice.between(0.0, TAU), dice.between(4.0, 20.0));
        let x = (wound[0] + libm::cosf(turn) * reach) as i32;
        let y = (wound[1] + libm::sinf(turn) * reach * 0.8) as i32;
        let size = if reach < 8.0 { 2 } else { 1 };
        picture.rect(x, y, size, size, BLOOD.at(dice.between(0.5, 1.0)));
    }
}

/// The blood spreading below the fallen body, `width` pixels to each side.
fn pool(ground: &mut Canvas, width: f32) {
    if width > 0.0 {
        ground.ellipse((30.0, 61.0), (width, 2.8), |x, y| {
            BLOOD.at(0.34 + if y < -0.3 && x.abs() < 0.7 { 0.3 } else { 0.0 } - x.abs() * 0.2)
        });
    }
}
