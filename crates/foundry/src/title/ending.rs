//! The ending screen: the lift's doors are open, and behind them are a pier, a boat, and the dawn.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, FIRE, GUNMETAL, ICE, Ink, LEATHER, PHOSPHOR, RUST, SMOKE, STEEL, VOID},
    tools::shapes::Point,
};
use music::chance::{hash, white};

/// The opening between the doors: the first column and the one after the last, the lintel and the sill.
const GAP: (i32, i32, i32, i32) = (150, 490, 40, 268);
/// Centre of the sun, just above the planet's edge.
const SUN: Point = (384.0, 168.0);
/// Centre and radius of the planet.
const PLANET: (Point, f32) = ((300.0, 1000.0), 832.0);

/// The whole image, 640x360.
pub(crate) fn ending() -> Canvas {
    let mut picture = Canvas::new(640, 360);
    picture.rect(0, 0, 640, 360, GUNMETAL.at(0.04));
    dawn(&mut picture);
    pier(&mut picture);
    boat(&mut picture);
    cabin(&mut picture);
    doors(&mut picture);
    picture
}

/// Returns how near a place is to the sun: 1 in it, falling to 0 far away.
fn glow(x: i32, y: i32) -> f32 {
    let (across, down) = ((x as f32 - SUN.0) / 60.0, (y as f32 - SUN.1) / 34.0);
    1.0 / (1.0 + across * across + down * down)
}

/// The sky, the planet below, and the sun rising behind its edge.
fn dawn(picture: &mut Canvas) {
    for y in GAP.2..GAP.3 {
        for x in GAP.0..GAP.1 {
            let ((mid, deep), radius) = PLANET;
            let (across, down) = (x as f32 - mid, y as f32 - deep);
            let above = libm::sqrtf(across * across + down * down) - radius;
            let ink = if above > 0.0 { sky(x, y, above) } else { ground(x, y, -above) };
            picture.dot(x, y, ink);
        }
    }
}

/// Stars, and the air along the planet's edge, blue far from the sun and gold near it.
fn sky(x: i32, y: i32, above: f32) -> Ink {
    let (near, grain) = (glow(x, y), (white(521, x, y) - 0.5) * 0.05);
    let air = 1.0 / (1.0 + above * 0.16);
    let (across, down) = (x as f32 - SUN.0, y as f32 - SUN.1);
    if across * across + down * down < 81.0 {
        return SMOKE.at(1.0);
    }
    // The bands of a ramp fray where they meet.
    let fray = (white(533, x, y) - 0.5) * 0.17;
    let light = near * 1.05 + air * near * 0.8 + fray;
    if light > 0.5 {
        return if light > 0.85 { AMBER.at(0.5 + light * 0.4) } else { FIRE.at(0.06 + light * 0.55) };
    }
    let haze = air * (0.42 + near) + near * 0.35 + fray * 0.5;
    if haze > 0.13 {
        return ICE.at(haze * 0.9 + grain);
    }
    let star = white(522, x, y);
    if star > 0.988 && hash(523, x, y).is_multiple_of(3) {
        return SMOKE.at(0.35 + white(524, x, y) * 0.6);
    }
    let gas = cloud(525, x as f32 / 70.0, y as f32 / 40.0, 64);
    VOID.at(0.1 + (gas - 0.35).max(0.0) * 1.4 + haze)
}

/// The planet: night, with clouds that the first light touches.
fn ground(x: i32, y: i32, below: f32) -> Ink {
    let near = glow(x, y);
    let clouds = cloud(526, x as f32 / 34.0, y as f32 / 7.0, 64);
    let rim = 1.0 / (1.0 + below * 0.3);
    let light = rim * (0.35 + near * 0.9) + near * (clouds - 0.3) * 0.7;
    match light {
        light if light > 0.62 => AMBER.at(0.35 + light * 0.5),
        light if light > 0.36 => FIRE.at(0.12 + light * 0.5),
        light if light > 0.12 => ICE.at(light),
        _ => VOID.at(0.08 + (clouds - 0.4).max(0.0) * 0.5 + light * 0.6),
    }
}

/// A pier that runs out from the sill, with lamps along both sides.
fn pier(picture: &mut Canvas) {
    let (sill, end) = (GAP.3, 206);
    for y in end..sill {
        let part = (y - end) as f32 / (sill - end) as f32;
        let (left, right) = (296.0 - part * 118.0, 330.0 + part * 118.0);
        // Nearer plates are longer.
        let plate = (7.0 / (part + 0.16)) as i32;
        for x in left as i32..=right as i32 {
            let across = (x as f32 - left) / (right - left);
            let rib = ((across * 8.0).fract() < 0.06) as i32 as f32 * 0.12;
            let seam = if plate % 3 == 0 { 0.1 } else { 0.0 };
            let sheen = glow(x, (SUN.1 as i32 - 4).min(y)) * 0.5 * (1.0 - part * 0.6);
            picture.dot(x, y, STEEL.at(0.12 + part * 0.16 + sheen - rib - seam + (white(527, x, y) - 0.5) * 0.03));
        }
        for (edge, side) in [(left as i32, -1), (right as i32, 1)] {
            let tall = (2.0 + part * 7.0) as i32;
            picture.rect(edge, y - tall, 1 + (part * 3.0) as i32, tall, GUNMETAL.at(0.1 + part * 0.1));
            picture.dot(edge + side, y, LEATHER.at(0.0));
        }
    }
    for step in 0..6 {
        let part = (step as f32 / 5.6) * (step as f32 / 5.6);
        let y = end + (part * (sill - end) as f32) as i32;
        let size = 1 + (part * 4.0) as i32;
        for edge in [296.0 - part * 118.0, 330.0 + part * 118.0] {
            picture.rect(edge as i32, y - 3 - (part * 9.0) as i32, size, size, PHOSPHOR.at(0.9));
        }
    }
}

/// The boat at the end of the pier: round in the back, its hatch open and lit.
fn boat(picture: &mut Canvas) {
    let hull: [Point; 10] = [
        (268.0, 208.0),
        (262.0, 194.0),
        (270.0, 178.0),
        (290.0, 168.0),
        (336.0, 168.0),
        (356.0, 178.0),
        (364.0, 194.0),
        (358.0, 208.0),
        (336.0, 214.0),
        (290.0, 214.0),
    ];
    picture.polygon(&hull, |x, y| {
        let lit = glow(x + 14, y - 6) * 0.55 + ((y as f32 - 168.0) / 46.0 - 0.5).abs() * 0.12;
        let seam = if (x - 313).rem_euclid(22) == 0 || (y - 190).rem_euclid(13) == 0 { -0.1 } else { 0.0 };
        STEEL.at(0.16 + lit + seam + (white(528, x, y) - 0.5) * 0.04)
    });
    picture.lines(&[hull[1], hull[2], hull[3], hull[4], hull[5], hull[6]], AMBER.at(0.7));
    for (x, fin) in [(250, -1), (376, 1)] {
        picture
            .polygon(&[(x as f32, 216.0), ((x - fin * 14) as f32, 186.0), ((x - fin * 10) as f32, 210.0)], |_, y| {
                GUNMETAL.at(0.3 - (y - 186) as f32 * 0.006)
            });
    }
    picture.rect(300, 184, 26, 26, LEATHER.at(0.05));
    picture.fade(302, 186, 22, 24, AMBER, (0.95, 0.6));
    picture.rect(312, 186, 2, 24, AMBER.at(0.35));
    picture.rect(308, 178, 10, 3, PHOSPHOR.at(0.8));
}

/// The cabin of the lift round the opening: ribs above and at the sides, the floor, and the light that falls on it.
fn cabin(picture: &mut Canvas) {
    let (left, right, lintel, sill) = GAP;
    picture.every(|x, y, below| {
        if (left..right).contains(&x) && (lintel..sill).contains(&y) {
            return below;
        }
        if y >= sill { floor(x, y) } else { wall(x, y) }
    });
    picture.rect(left - 4, lintel - 10, right - left + 8, 10, GUNMETAL.at(0.2));
    picture.rect(left - 4, lintel - 2, right - left + 8, 2, AMBER.at(0.3));
    picture.rect(left, sill, right - left, 3, AMBER.at(0.75));
    picture.rect(left, sill + 3, right - left, 2, GUNMETAL.at(0.1));
}

fn wall(x: i32, y: i32) -> Ink {
    let rib = (x - 320).abs().rem_euclid(46);
    let edge = match rib {
        0 | 1 => 0.14,
        2..=5 => -0.05,
        _ => 0.0,
    };
    let seam = if y.rem_euclid(58) == 0 { -0.06 } else { 0.0 };
    let near = 1.0 / (1.0 + ((x - 320).abs() - 170).max(0) as f32 / 46.0);
    let stain = cloud(529, x as f32 / 20.0, y as f32 / 34.0, 64);
    let tone = 0.1 + near * 0.16 + edge + seam - (y as f32 - 180.0).abs() / 180.0 * 0.08;
    if stain > 0.7 { RUST.at(tone + 0.04) } else { GUNMETAL.at(tone) }
}

/// The floor, with the light of the dawn in the shape of the open doors.
fn floor(x: i32, y: i32) -> Ink {
    let part = (y - GAP.3) as f32 / 92.0;
    let lean = (x as f32 - 320.0) / (1.0 + part * 0.55);
    let lit = if lean.abs() < 166.0 - part * 34.0 { 0.4 - part * 0.26 } else { 0.0 };
    let (column, row) = ((lean / 34.0).floor() as i32, libm::sqrtf(part * 40.0) as i32);
    let seam = if (lean / 34.0).fract().abs() < 0.05 || libm::sqrtf(part * 40.0).fract() < 0.09 { -0.08 } else { 0.0 };
    let plate = (white(530, column, row) - 0.5) * 0.05;
    let tone = 0.13 + lit + seam + plate - part * 0.05;
    if lit > 0.2 && white(531, x, y) < lit { RUST.at(tone + 0.08) } else { STEEL.at(tone) }
}

/// The two leaves, slid apart, with the stripes of all lifts along their edges.
fn doors(picture: &mut Canvas) {
    let (left, right, lintel, sill) = GAP;
    for (from, to, edge) in [(left, left + 34, left + 33), (right - 34, right, right - 34)] {
        for y in lintel..sill {
            for x in from..to {
                let stripe = (x + y).rem_euclid(16) < 8;
                let inner = (x - edge).abs() < 9;
                let tone = 0.3 - (y - lintel) as f32 / 900.0 + (white(532, x / 7, y / 12) - 0.5) * 0.05;
                let ink = match (inner, stripe) {
                    (true, true) => AMBER.at(0.5 + (x - edge).abs() as f32 * -0.02),
                    (true, false) => LEATHER.at(0.08),
                    _ if (y - lintel).rem_euclid(57) == 0 => STEEL.at(tone - 0.14),
                    _ => STEEL.at(tone),
                };
                picture.dot(x, y, ink);
            }
            picture.dot(edge, y, AMBER.at(0.85));
        }
        picture.rect(from + 8, lintel + 92, 10, 24, LEATHER.at(0.05));
        picture.rect(from + 10, lintel + 94, 6, 4, ALARM.at(0.5));
    }
}
