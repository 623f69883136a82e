//! The wreckage of a station: half of a great wheel, its hub, and drifting debris, against red dust.

use crate::{
    skies::space::{FINE, HORIZON, about, bright_stars, clouds, dust_of_stars, empty, shining, step},
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, GUNMETAL, Ink, RUST, STEEL, VOID},
    tools::shapes::Point,
};
use core::f32::consts::TAU;
use music::chance::{Dice, white};

/// The wheel: its centre, the outer and inner radius of its rim in steps, and its flattening.
const WHEEL: Point = (300.0, HORIZON - 8.0);
const RIM: (f32, f32) = (78.0, 68.0);
const FLAT: f32 = 0.42;
/// Its tilt, in radians.
const LEAN: f32 = -0.3;
/// The missing part of its rim, from and to, in fractions of a whole turn.
const GONE: (f32, f32) = (0.58, 0.86);
/// Number of panels of the rim.
const PANELS: f32 = 96.0;

/// The whole sky.
pub(crate) fn sky() -> Canvas {
    let mut sky = empty();
    sky.every(|x, y, _| {
        let (x, y) = (step(x), step(y));
        let fray = clouds(681, x, y, 8) - 0.5;
        let thick = clouds(682, x, y, 64) + fray * 0.2;
        let band = (1.0 - (y - HORIZON - 8.0).abs() / 80.0).max(0.0);
        let glow = (thick - 0.4).max(0.0) * band;
        if glow > 0.1 { ALARM.at(glow * 0.72 - 0.03) } else { VOID.at(0.03 + glow * 1.3) }
    });
    dust_of_stars(&mut sky, 683, |_, _| 0.002);
    bright_stars(&mut sky, 686, 320);
    debris(&mut sky, 690, 340, (0.1, 0.7));
    rim(&mut sky, false);
    spokes(&mut sky);
    hub(&mut sky);
    rim(&mut sky, true);
    debris(&mut sky, 691, 60, (0.7, 2.6));
    shining(sky)
}

/// Converts a place of the sky to the wheel's plane: across it, and away.
fn in_plane(across: f32, down: f32) -> Point {
    let (sin, cos) = (libm::sinf(LEAN), libm::cosf(LEAN));
    (across * cos + down * sin, (down * cos - across * sin) / FLAT)
}

/// Converts a place of the wheel's plane to the sky.
fn seen((across, away): Point) -> Point {
    let (sin, cos) = (libm::sinf(LEAN), libm::cosf(LEAN));
    let down = away * FLAT;
    (WHEEL.0 + across * cos - down * sin, WHEEL.1 + across * sin + down * cos)
}

/// Draws half of the rim, in front of the hub or behind it: plates on its broad side, and a wall below.
fn rim(sky: &mut Canvas, before: bool) {
    for ((px, py), (across, down)) in about(WHEEL, 86.0, 54.0) {
        // The wall is the rim drawn again, slightly lower.
        for depth in [5.0, 3.4, 1.7, 0.0_f32] {
            let (x, y) = in_plane(across, down - depth);
            let far = libm::hypotf(x, y);
            let turn = libm::atan2f(y, x) / TAU + 0.5;
            let torn = (cloud(692, turn * PANELS, far * 0.4, 96) - 0.5) * 0.03;
            let is_there = (RIM.1..RIM.0).contains(&far) && !(GONE.0..GONE.1).contains(&(turn + torn));
            if is_there && (y > 0.0) == before {
                sky.dot(px, py, plate(turn, far, depth));
            }
        }
    }
}

/// Returns the material of a place of the rim; its wall has windows, of which few are lit.
fn plate(turn: f32, far: f32, depth: f32) -> Ink {
    let panel = (turn * PANELS) as i32;
    let seam = libm::fmodf(turn * PANELS, 1.0) < 0.12 || (far - 73.0).abs() < 0.3;
    let light = 0.36 + libm::cosf((turn - 0.1) * TAU) * 0.2;
    let burnt = cloud(693, turn * PANELS * 0.4, far * 0.2, 64) > 0.64;
    match depth {
        depth if depth > 0.0 => {
            let window = (1.0..3.0).contains(&depth) && white(694, (turn * PANELS * 6.0) as i32, 0) > 0.9;
            if window { AMBER.at(0.8) } else { GUNMETAL.at(light * 0.3) }
        }
        _ if white(695, panel, i32::from(far > 73.0)) > 0.88 => VOID.at(0.1),
        _ if seam => GUNMETAL.at(light * 0.5),
        _ if burnt => RUST.at(light * 0.8),
        _ => STEEL.at(light + (white(696, panel, 0) - 0.5) * 0.16),
    }
}

/// Draws the spokes: two whole ones, and the stumps of two.
fn spokes(sky: &mut Canvas) {
    for (turn, part) in [(0.06, 1.0), (0.31, 1.0), (0.56, 0.55), (0.81, 0.3)] {
        let (sin, cos) = (libm::sinf(turn * TAU), libm::cosf(turn * TAU));
        let steps = (part * RIM.1 * 8.0) as i32;
        for along in 0..steps {
            let reach = along as f32 / 8.0;
            let truss = (along / 6) % 2 == 0;
            let spot = seen((cos * reach, sin * reach));
            for ((px, py), (_, down)) in about(spot, 0.3, 1.1) {
                if truss || down.abs() > 0.6 {
                    sky.dot(px, py, STEEL.at(0.44 - down * 0.22));
                }
            }
        }
    }
}

/// Draws the hub: a drum with a torn top, a mast, and a lamp that is still lit.
fn hub(sky: &mut Canvas) {
    for ((px, py), (across, down)) in about(WHEEL, 8.0, 17.0) {
        let torn = (cloud(697, across * 0.8 + 20.0, 3.0, 32) - 0.5) * 6.0;
        let round = across / 8.0;
        let is_mast = across.abs() < 0.5 && down < 0.0;
        if (down > -9.0 + torn && down < 11.0 - round * round * 3.0) || is_mast {
            let ring = libm::fmodf(down + 20.0, 4.0) < 0.6;
            let tone = 0.56 - (round + 0.4) * (round + 0.4) * 0.34 - if ring { 0.2 } else { 0.0 };
            sky.dot(px, py, STEEL.at(tone));
        }
    }
    for ((px, py), (across, down)) in about((WHEEL.0, WHEEL.1 - 17.0), 1.6, 1.6) {
        if libm::hypotf(across, down) < 1.4 {
            sky.dot(px, py, ALARM.at(0.9));
        }
    }
}

/// Draws drifting debris, densest where the rim is missing; the minimum and maximum size are in steps.
fn debris(sky: &mut Canvas, seed: u32, count: i32, (least, largest): (f32, f32)) {
    let mut dice = Dice::new(seed);
    for _ in 0..count {
        let turn = (GONE.0 + dice.between(0.0, GONE.1 - GONE.0) - 0.5) * TAU;
        let reach = RIM.0 * (0.8 + dice.between(0.0, 1.0) * dice.between(0.0, 1.8));
        let (x, y) = seen((libm::cosf(turn) * reach, libm::sinf(turn) * reach));
        let middle = (x + dice.between(-12.0, 12.0), y + dice.between(-9.0, 9.0));
        let size = least + (largest - least) * dice.between(0.0, 1.0) * dice.between(0.0, 1.0);
        let begins = dice.between(0.0, TAU);
        let corners: Vec<Point> = (0..5)
            .map(|corner| {
                let turn = begins + corner as f32 * TAU / 5.0;
                let far = size * dice.between(0.4, 1.0);
                let fine = FINE as f32;
                ((middle.0 + libm::cosf(turn) * far) * fine, (middle.1 + libm::sinf(turn) * far * 0.7) * fine)
            })
            .collect();
        let (light, rusty) = (dice.between(0.2, 0.6), dice.between(0.0, 1.0) > 0.7);
        let edge = (middle.1 - size * 0.2) * FINE as f32;
        let ramp = if rusty { RUST } else { STEEL };
        sky.polygon(&corners, |_, py| ramp.at(if (py as f32) < edge { light + 0.24 } else { light }));
    }
}
