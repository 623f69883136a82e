//! The burnt one: a crewman whom the fire never quite left. He is held as the shambler is, and flames rise from him.

use super::kind::Kind;
use super::pose::{Pose, SIDE};
use super::shambler::{self, CORPSE, DIE1, DIE2, DIE3};
use crate::tools::canvas::Canvas;
use crate::tools::hash_noise::{cloud, white};
use crate::tools::palette::{BONE, CHAR, FIRE, Ink, SHINING};

/// The burnt one.
pub(crate) const KIND: Kind = Kind {
    name: "cinder",
    figure,
    poses: shambler::KIND.poses,
    falls: [|| figure(&DIE1, 0), || figure(&DIE2, 0), || figure(&DIE3, 0), || figure(&CORPSE, 0)],
};

/// Draws the figure in a pose, turned by some eighths of a whole turn towards the picture's left.
fn figure(pose: &Pose, eighths: u8) -> Canvas {
    let mut picture = shambler::figure(pose, eighths);
    // The cracks go where the body goes.
    let (left, top) = (pose.chest[0] as i32, pose.chest[1] as i32);
    picture.every(|x, y, ink| charred(x - left, y - top, ink, pose.awake));
    if pose.awake {
        flames(&mut picture, pose);
    }
    picture
}

/// Flesh and cloth turned to coal, with embers in its cracks, which shine as long as it is awake; `x` and `y` are the pixel's
/// place from the breast.
fn charred(x: i32, y: i32, ink: Ink, awake: bool) -> Ink {
    if ink.alpha == SHINING {
        return FIRE.at(0.95).shining();
    }
    if ink.ramp == BONE {
        return BONE.at(ink.tone * 0.55);
    }
    let vein = (cloud(611, x as f32 / 7.0 + 20.0, y as f32 / 9.0 + 20.0, 64) - 0.5).abs();
    let glow = (0.034 - vein) / 0.034;
    // An outline is dark, and stays so.
    if glow > 0.0 && ink.tone > 0.12 {
        let ember = FIRE.at(0.22 + glow * 0.5);
        return if awake { ember.shining() } else { ember.lit(-0.3) };
    }
    let soot = (white(612, x, y) - 0.5) * 0.12;
    CHAR.at(ink.tone * 0.85 + soot)
}

/// Flames on the head, the shoulders and the arms: wherever something of the body is a little below.
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
                picture.dot(x, y, FIRE.at(0.18 + hot).shining());
            }
        }
    }
}
