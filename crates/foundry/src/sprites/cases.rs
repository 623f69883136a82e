//! Ejected cartridge cases: the pistol's brass cases and the shotgun's shells, as they tumble.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{ALARM, BRASS, GUNMETAL, Ink, LEATHER},
    tools::sculpt::Sculpture,
};
use core::f32::consts::PI;

/// Number of images for half a turn; the other half looks the same except for the light.
const STEPS: f32 = 4.0;

/// A brass case with a dark mouth, rotated by a number of quarters of half a turn.
pub(crate) fn case(step: u32) -> Canvas {
    tumbling(step, (5.0, 2.4), |along| if along < 0.14 { GUNMETAL.at(0.0) } else { BRASS.at(0.2) })
}

/// A red plastic shell with a brass base, rotated by a number of quarters of half a turn.
pub(crate) fn shell(step: u32) -> Canvas {
    tumbling(step, (5.6, 3.0), |along| match along {
        along if along < 0.1 => LEATHER.at(0.0),
        along if along > 0.7 => BRASS.at(0.16),
        _ => ALARM.at(0.1),
    })
}

/// A tube with half its length and thickness given, centred in its image.
fn tumbling(step: u32, (half, thick): (f32, f32), skin: impl Fn(f32) -> Ink) -> Canvas {
    let turn = step as f32 * PI / STEPS;
    let (across, down) = (libm::cosf(turn) * half, libm::sinf(turn) * half);
    let mut tube = Sculpture::on(Canvas::new(16, 16));
    let end = |side: f32| ([8.0 + across * side, 8.0 + down * side, 0.0], thick);
    tube.limb(end(-1.0), end(1.0), |along, _| skin(along));
    tube.finish()
}
