//! Body parts that the monsters share, and blood.

use crate::{
    monsters::pose::{Pose, SIDE},
    tools::canvas::Canvas,
    tools::hash_noise::value,
    tools::palette::{BLOOD, BONE, Ink, Ramp},
    tools::sculpt::{Sculpture, Spot, Turn, unit, went},
};
use core::f32::consts::TAU;
use music::chance::Dice;

/// Models a figure above the pool of blood below it, and in front of it the spray from its wound; both have the colour
/// `blood`.
pub(crate) fn modelled(pose: &Pose, eighths: u8, blood: Ramp, model: impl FnOnce(&mut Sculpture)) -> Canvas {
    let mut ground = Canvas::new(SIDE, SIDE);
    pool(&mut ground, pose.pool, blood);
    let turn = Turn::eighths(eighths, SIDE, SIDE);
    let mut body = Sculpture::turned(ground, turn);
    if let Some(member) = pose.only {
        let pose = *pose;
        body = body.keeping(move |spot| member.has(&pose, spot));
    }
    model(&mut body);
    let mut picture = body.finish();
    if pose.only.is_some() {
        bleed(&mut picture, blood);
        return picture;
    }
    picture = picture.set_down();
    spray(&mut picture, pose, turn, blood);
    picture
}

/// Returns where cloth is torn: ragged patches that move with the limb.
pub(crate) fn torn(seed: u32, along: f32, across: f32, bar: f32) -> bool {
    value(seed, along * 5.0 + 20.0, across * 1.6 + 20.0, 256) > bar
}

/// Dead skin, blotched and in places open to the flesh.
pub(crate) fn skin(flesh: Ramp, seed: u32, along: f32, across: f32) -> Ink {
    let blotch = value(seed, along * 6.0 + 3.0, across * 2.0 + 3.0, 256) - 0.5;
    if blotch > 0.3 { BLOOD.at(0.12) } else { flesh.at(blotch * 0.22) }
}

/// The hand: a palm and four long fingers, spread by an amount, in the direction of the arm.
pub(crate) fn claws(body: &mut Sculpture, flesh: Ramp, [elbow, hand]: [Spot; 2], spread: f32) {
    let [x, y, z] = [hand[0] - elbow[0], hand[1] - elbow[1], hand[2] - elbow[2]];
    // The fingers of an arm that reaches forward hang down.
    let out = unit(if x * x + y * y < 9.0 { [x * 0.3, 3.0, z * 0.25] } else { [x, y, z * 0.5] });
    // The fingers are arranged at an angle, so that they are visible from the front and from the side.
    let flat = libm::sqrtf(out[0] * out[0] + out[1] * out[1]);
    let beside = unit([-out[1] / flat, out[0] / flat, 0.6]);
    let near = 1.0 + hand[2] * 0.025;
    let palm = went(hand, out, 1.6);
    body.limb((hand, 2.1), (palm, 2.5), |_, _| flesh.at(0.05));
    for finger in 0..4 {
        let fan = (finger as f32 - 1.5) * spread;
        let root = went(went(palm, beside, fan * 2.8), [0.0, 0.0, 1.0], 1.0);
        let reach = near * if finger == 0 || finger == 3 { 4.0 } else { 5.2 };
        let tip = went(went(root, out, reach), beside, fan * reach);
        body.limb((root, 0.95), (went(tip, [0.0, 0.0, 1.0], 1.2), 0.6), |along, _| match along {
            along if along > 0.72 => BONE.at(0.12),
            along if along > 0.45 => BLOOD.at(0.16),
            _ => flesh.at(0.08),
        });
    }
}

/// Drops in the air, thrown from the wound.
fn spray(picture: &mut Canvas, pose: &Pose, turn: Turn, blood: Ramp) {
    let [x, y, z] = pose.chest;
    let wound = turn.shown([x - 3.0, y + 2.0, z + 6.0]);
    let mut dice = Dice::new(250);
    for _ in 0..pose.spray {
        let (turn, reach) = (dice.between(0.0, TAU), dice.between(4.0, 20.0));
        let x = (wound[0] + libm::cosf(turn) * reach) as i32;
        let y = (wound[1] + libm::sinf(turn) * reach * 0.8) as i32;
        let size = if reach < 8.0 { 2 } else { 1 };
        picture.rect(x, y, size, size, blood.at(dice.between(0.5, 1.0)));
    }
}

/// Blood all over a torn-off part.
fn bleed(picture: &mut Canvas, blood: Ramp) {
    picture.every(|x, y, ink| {
        let splashed = value(251, x as f32 / 3.0 + 9.0, y as f32 / 3.0 + 9.0, 64) > 0.64;
        if splashed { blood.at(ink.tone * 0.7 + 0.2) } else { ink }
    });
}

/// The blood spreading below the fallen body, `width` pixels to each side.
fn pool(ground: &mut Canvas, width: f32, blood: Ramp) {
    if width > 0.0 {
        ground.ellipse((30.0, 61.0), (width, 2.8), |x, y| {
            blood.at(0.34 + if y < -0.3 && x.abs() < 0.7 { 0.3 } else { 0.0 } - x.abs() * 0.2)
        });
    }
}
