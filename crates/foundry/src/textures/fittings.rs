//! Functional walls: cryogenic tubes, the lift and its switch, the sliding door and its jamb.

use crate::{
    textures::overlays::switch_lamp,
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, GUNMETAL, ICE, Ink, LEATHER, RUST, STEEL},
};
use music::chance::white;

/// Two cryogenic tubes with a sleeper's shape in each.
pub(crate) fn cryo() -> Canvas {
    let mut wall = Canvas::texture(GUNMETAL.at(0.3));
    wall.block(0, 0, 64, 7, 4.0, STEEL.at(0.48));
    wall.block(0, 56, 64, 8, 4.0, STEEL.at(0.4));
    for left in [0, 32] {
        wall.block(left, 7, 3, 49, 3.0, STEEL.at(0.36));
        wall.block(left + 29, 7, 3, 49, 3.0, STEEL.at(0.36));
        wall.plate(left + 5, 8, 22, 47, 2.0, GUNMETAL.at(0.42));
    }
    wall.light();
    for x in (4..64).step_by(8) {
        wall.rivet(x, 3);
    }
    wall.grain(61, 0.05);
    for left in [0, 32] {
        tube(&mut wall, left + 7, left / 32);
        wall.rect(left + 8, 58, 16, 4, GUNMETAL.at(0.1));
        for lamp in 0..4 {
            let ink = if left == 32 && lamp > 0 { ALARM.at(0.3) } else { ICE.at(0.85) };
            wall.rect(left + 10 + lamp * 4, 59, 2, 2, ink.shining());
        }
    }
    wall
}

/// One tube's window of 18x43 pixels: glass, cold mist, a sleeper, frost at the rim.
fn tube(wall: &mut Canvas, left: i32, which: i32) {
    for y in 0..43 {
        for x in 0..18 {
            let across = (x as f32 + 0.5) / 9.0 - 1.0;
            let corner = (y.min(42 - y) as f32) < 2.0 - (1.0 - across.abs()) * 9.0;
            let mist = cloud(62, (x + which * 9) as f32 / 6.0, y as f32 / 6.0, 64);
            let glow = 0.62 - across * across * 0.36 - (y as f32 - 18.0).abs() * 0.008 + (mist - 0.5) * 0.28;
            wall.dot(left + x, 10 + y, if corner { ICE.at(0.1) } else { ICE.at(glow).shining() });
        }
    }
    let body = ICE.at(0.2);
    let centre = left as f32 + 9.0;
    wall.ellipse((centre, 19.5), (3.2, 4.2), |x, _| body.lit(-0.1 * x));
    wall.polygon(
        &[
            (centre - 5.5, 26.0),
            (centre + 5.5, 26.0),
            (centre + 4.0, 37.0),
            (centre + 3.0, 52.0),
            (centre - 3.0, 52.0),
            (centre - 4.0, 37.0),
        ],
        |x, _| body.lit((centre - x as f32) * 0.015),
    );
    wall.rect(left + 8, 38, 1, 14, ICE.at(0.34));
    for y in 0..43 {
        wall.lighten(left + 2, 10 + y, 0.22);
        wall.lighten(left + 3, 10 + y, 0.1);
    }
    for y in 0..43 {
        for x in 0..18 {
            let rim = x.min(17 - x).min(42 - y) as f32;
            if white(63 + which.cast_unsigned(), x, y) > 0.45 + rim * 0.22 {
                wall.dot(left + x, 10 + y, ICE.at(0.92).shining());
            }
        }
    }
    if which == 1 {
        // The second sleeper has broken out: cracks run from where a fist went through.
        for (to, bend) in [((2, 14), (5, 20)), ((16, 17), (12, 21)), ((14, 44), (10, 34)), ((3, 40), (7, 33))] {
            let from = (left as f32 + 8.0, 28.0);
            let (bend, to) = ((left as f32 + bend.0 as f32, bend.1 as f32), (left as f32 + to.0 as f32, to.1 as f32));
            wall.lines(&[from, bend, to], ICE.at(0.98));
        }
        wall.ellipse((left as f32 + 8.5, 28.0), (3.5, 4.5), |_, y| GUNMETAL.at(0.06 + y.max(0.0) * 0.08));
        wall.trickle(left + 8, 31, 14);
        wall.trickle(left + 11, 30, 8);
    }
}

/// The bare lift cabin wall: brushed upright panels, a hand rail and a kick plate.
fn cabin() -> Canvas {
    let mut wall = Canvas::texture(STEEL.at(0.2));
    wall.block(0, 0, 64, 6, 3.0, GUNMETAL.at(0.46));
    wall.rect(0, 2, 64, 2, AMBER.at(0.78).shining());
    for left in [0, 21, 42] {
        let width = if left == 42 { 22 } else { 21 };
        wall.plate(left + 1, 7, width - 2, 46, 2.0, STEEL.at(0.58));
    }
    wall.block(0, 55, 64, 9, 3.0, GUNMETAL.at(0.38));
    wall
}

fn brushed(mut wall: Canvas, seed: u32) -> Canvas {
    wall.light();
    wall.every(|x, y, ink| {
        let strokes = white(seed, x, y / 23) - 0.5;
        let sheen = 0.06 - ((x % 21) as f32 - 7.0).abs() * 0.008;
        if (7..53).contains(&y) { ink.lit(strokes * 0.06 + sheen) } else { ink }
    });
    wall.grain(seed ^ 9, 0.02);
    wall.grime(seed ^ 5, 0.1);
    wall
}

fn rail(wall: &mut Canvas) {
    for (row, tone) in [(34, 0.8), (35, 0.94), (36, 0.62), (37, 0.3)] {
        wall.rect(0, row, 64, 1, STEEL.at(tone));
    }
    wall.tint(0, 38, 64, 2, -0.2);
    for x in [10, 31, 52] {
        wall.rect(x, 33, 3, 6, GUNMETAL.at(0.5));
        wall.rect(x, 33, 3, 1, GUNMETAL.at(0.75));
    }
}

/// The lift cabin's wall.
pub(crate) fn lift() -> Canvas {
    let mut wall = brushed(cabin(), 71);
    rail(&mut wall);
    wall
}

/// The lift's switch at a position of its lever: 0 is up, with a red lamp; 1 to 3 are on the way down; 4 is down, with
/// a green lamp.
pub(crate) fn lift_switch(step: usize) -> Canvas {
    let mut wall = cabin();
    wall.plate(14, 10, 36, 42, 4.0, GUNMETAL.at(0.5));
    let mut wall = brushed(wall, 71);
    for (x, y) in [(17, 13), (46, 13), (17, 48), (46, 48)] {
        wall.bolt(x, y, GUNMETAL.at(0.75));
    }
    hazard_border(&mut wall);
    // The slot the lever moves in.
    wall.rect(28, 25, 8, 21, GUNMETAL.at(0.55));
    wall.rect(29, 26, 6, 20, GUNMETAL.at(0.04));
    wall.rect(35, 26, 1, 20, GUNMETAL.at(0.7));
    let lamp = switch_lamp(step);
    wall.ellipse((32.0, 17.5), (6.5, 5.0), |_, y| GUNMETAL.at(0.2 + y * 0.2));
    wall.ellipse((32.0, 17.5), (5.2, 3.9), |x, y| {
        let off_centre = (x + 0.3) * (x + 0.3) + (y + 0.4) * (y + 0.4);
        let shade = 0.95 - off_centre * 0.3;
        lamp.map_or(GUNMETAL.at(shade * 0.4), |lamp| lamp.at(shade).shining())
    });
    if let Some(lamp) = lamp {
        glow(&mut wall, (32.0, 17.5), 13.0, lamp.at(if step == 4 { 0.4 } else { 0.36 }));
    }
    lever(&mut wall, [28, 31, 35, 39, 42][step]);
    wall
}

fn hazard_border(wall: &mut Canvas) {
    for y in 24..47 {
        for x in [21, 22, 23, 40, 41, 42] {
            let striped = (x + y) % 6 < 3;
            wall.dot(x, y, if striped { AMBER.at(0.66) } else { LEATHER.at(0.3) });
        }
    }
}

/// The lever's arm and its fat grip with the middle at `y`.
fn lever(wall: &mut Canvas, y: i32) {
    let pivot = 36;
    for row in y.min(pivot)..=y.max(pivot) {
        for (column, tone) in [(30, 0.5), (31, 0.9), (32, 0.7), (33, 0.35)] {
            wall.dot(column, row, STEEL.at(tone));
        }
    }
    wall.rect(23, y + 4, 19, 2, GUNMETAL.at(0.08));
    for row in -3..=3 {
        let round = row as f32 / 3.0;
        wall.rect(22, y + row, 20, 1, ALARM.at(0.56 - round * 0.26));
        wall.rect(24, y + row, 1, 1, ALARM.at(0.3));
        wall.rect(39, y + row, 1, 1, ALARM.at(0.3));
    }
    wall.frame(21, y - 4, 22, 9, LEATHER.at(0.12));
    wall.rect(23, y - 2, 18, 1, ALARM.at(0.88));
}

/// Lets a lamp shine on the dark surface around it, in the lamp's own colour close by.
fn glow(wall: &mut Canvas, centre: (f32, f32), reach: f32, ink: Ink) {
    wall.every(|x, y, below| {
        let (across, down) = (x as f32 + 0.5 - centre.0, y as f32 + 0.5 - centre.1);
        let near = 1.0 - libm::sqrtf(across * across + down * down) / reach;
        let metal = (5.4..9.0).contains(&libm::sqrtf(across * across + down * down * 1.7));
        if metal && (x + y) % 2 == 0 { ink.lit(below.tone - 0.4) } else { below.lit(near.max(0.0) * 0.1) }
    });
}

/// The sliding door: two leaves of plate with hazard chevrons and a seam between them.
pub(crate) fn door() -> Canvas {
    let mut wall = Canvas::texture(GUNMETAL.at(0.16));
    for left in [0, 33] {
        wall.block(left, 0, 31, 64, 3.0, STEEL.at(0.5));
        wall.plate(left + 3, 4, 25, 20, 1.8, STEEL.at(0.4));
        wall.plate(left + 3, 44, 25, 16, 1.8, STEEL.at(0.4));
        for row in [48, 51, 54] {
            wall.block(left + 6, row, 19, 2, 0.5, STEEL.at(0.22));
        }
    }
    wall.block(0, 27, 31, 14, 3.6, AMBER.at(0.6));
    wall.block(33, 27, 31, 14, 3.6, AMBER.at(0.6));
    for y in 28..40_i32 {
        for x in 0..64 {
            let from_seam = if x < 32 { 31 - x } else { x - 32 };
            let arm = (y - 34).abs();
            if !(31..33).contains(&x) && (from_seam + arm) % 12 < 6 {
                wall.raise(x, y, 3.6, LEATHER.at(0.34));
            }
        }
    }
    wall.block(31, 0, 2, 64, 0.0, GUNMETAL.at(0.03));
    wall.light();
    for (x, y) in [(1, 2), (29, 2), (34, 2), (62, 2), (1, 61), (29, 61), (34, 61), (62, 61)] {
        wall.rivet(x, y);
    }
    wall.grain(91, 0.06);
    wall.patina(92, RUST, 0.74);
    wall.drips(93, 10, (40, 50), 0.12);
    wall.grime(94, 0.14);
    for left in [8, 41] {
        wall.rect(left, 9, 15, 8, GUNMETAL.at(0.08));
        wall.fade(left + 1, 10, 13, 6, ICE, (0.16, 0.42));
        for step in 0..5 {
            wall.lighten(left + 8 - step, 10 + step, 0.25);
            wall.lighten(left + 9 - step, 10 + step, 0.15);
        }
    }
    wall
}

/// The groove in the door frame that the leaves slide in.
pub(crate) fn jamb() -> Canvas {
    let mut wall = Canvas::texture(GUNMETAL.at(0.34));
    wall.block(0, 0, 14, 64, 4.0, STEEL.at(0.42));
    wall.block(50, 0, 14, 64, 4.0, STEEL.at(0.42));
    wall.block(14, 0, 4, 64, 2.0, GUNMETAL.at(0.36));
    wall.block(46, 0, 4, 64, 2.0, GUNMETAL.at(0.36));
    wall.block(26, 0, 12, 64, -2.0, GUNMETAL.at(0.1));
    for y in (1..64).step_by(4) {
        wall.block(28, y, 8, 2, 0.0, GUNMETAL.at(0.4));
    }
    wall.light();
    for y in 0..64 {
        for x in [4, 5, 6, 7, 8, 9, 54, 55, 56, 57, 58, 59] {
            let striped = (x + y) % 16 < 8;
            wall.dot(x, y, if striped { AMBER.at(0.56) } else { LEATHER.at(0.3) });
        }
    }
    for y in [8, 24, 40, 56] {
        wall.bolt(2, y, STEEL.at(0.6));
        wall.bolt(61, y, STEEL.at(0.6));
    }
    wall.grain(95, 0.07);
    wall.patina(96, RUST, 0.7);
    wall
}
