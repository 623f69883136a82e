//! The fuel barrel: whole, hit and burst.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, FIRE, GUNMETAL, Ink, LEATHER, RUST, STEEL},
    tools::shapes::Point,
};
use music::chance::{Dice, white};

/// Half of its width, in pixels.
const HALF: f32 = 18.5;
/// Rows of its upper and lower rim at the sides; the middles of the rims are [`TILT`] lower.
const ENDS: (f32, f32) = (15.0, 60.0);
/// How far the rims bend down in the middle, because they are seen from above.
const TILT: f32 = 3.4;

/// Whole: a steel drum with a red band and a sign of fire.
pub(crate) fn barrel() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    drum(&mut picture, &[]);
    sign(&mut picture);
    picture.standing(LEATHER.flat(0))
}

/// Hit: dented, with fuel running out of it.
pub(crate) fn hurt() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    drum(&mut picture, &[((24.0, 31.0), 7.0), ((43.0, 44.0), 6.0), ((37.0, 23.0), 4.0)]);
    sign(&mut picture);
    for (x, y, length) in [(24, 31, 32), (43, 45, 17)] {
        picture.ellipse((x as f32 + 0.5, y as f32), (2.4, 2.0), |_, _| LEATHER.flat(0));
        for step in 0..length {
            picture.dot(x, y + step, AMBER.at(0.66 - step as f32 * 0.006));
            if step % 7 < 4 {
                picture.dot(x + 1, y + step, AMBER.at(0.4));
            }
        }
        picture.rect(x - 1, y - 2, 3, 1, STEEL.flat(9));
    }
    for (x, half, ink) in [(26.0, 11.0, AMBER.flat(2)), (42.0, 7.0, AMBER.flat(2)), (25.0, 7.0, AMBER.flat(4))] {
        picture.ellipse((x, 62.4), (half, 1.5), |_, _| ink);
    }
    picture.standing(LEATHER.flat(0))
}

/// Burst: a sooty stump with its sides torn open and embers in it.
pub(crate) fn wreck() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    // The inside of the far wall, seen through the torn one.
    picture.polygon(&torn(39.0, 0), |x, y| {
        let across = (x as f32 + 0.5 - 32.0) / HALF;
        GUNMETAL.at(0.52 - (across - 0.4).abs() * 0.2 - (y as f32 - 34.0) * 0.02)
    });
    picture.ellipse((32.0, 53.0), (16.0, 5.0), |x, y| {
        let heat = 1.0 - x * x - y * y;
        let ember = white(361, (x * 16.0) as i32, (y * 5.0) as i32) < heat * 0.6;
        if ember { FIRE.at(0.3 + heat * 0.3).shining() } else { LEATHER.flat(0) }
    });
    let mut near = Canvas::new(64, 64);
    near.polygon(&torn(51.0, 1), |x, y| {
        let across = (x as f32 + 0.5 - 32.0) / (HALF + 2.0);
        let soot = cloud(362, x as f32 / 6.0, y as f32 / 4.0, 64);
        let light = 0.64 - (across + 0.4) * (across + 0.4) * 0.3 - (y as f32 - 50.0) * 0.014;
        match soot {
            soot if soot > 0.6 => GUNMETAL.at(light - 0.42),
            soot if soot > 0.52 => RUST.at(light),
            _ if y < 56 => ALARM.at(light - 0.14),
            _ => STEEL.at(light - 0.08),
        }
    });
    near.outline(LEATHER.flat(0));
    picture.paste(0, 0, &near);
    let mut dice = Dice::new(363);
    for _ in 0..9 {
        let (x, y) = (dice.whole(8, 56), dice.whole(60, 63));
        picture.rect(x, y, dice.whole(1, 4), 2, GUNMETAL.flat(dice.whole(3, 6) as usize));
    }
    picture.standing(LEATHER.flat(0))
}

/// Torn sheet metal that rises from the floor to about a row, its teeth bent outwards.
fn torn(top: f32, which: i32) -> Vec<Point> {
    let teeth = 12;
    let upper = (0..=teeth).map(|tooth| {
        let part = tooth as f32 / teeth as f32;
        let (spread, up) = if tooth % 2 == 0 { (HALF + 3.0, 7.0) } else { (HALF, 0.0) };
        let curve = 1.0 - (part - 0.5) * (part - 0.5) * 4.0;
        let sag = if which == 0 { -TILT } else { TILT } * curve;
        (32.0 + (part * 2.0 - 1.0) * spread, top + sag - up * (0.4 + white(364, tooth, which)))
    });
    upper.chain([(50.5, 60.0), (44.0, 63.0), (32.0, 64.0), (20.0, 63.0), (13.5, 60.0)]).collect()
}

/// The drum's side and lid, with dents, each given by its centre and width.
fn drum(picture: &mut Canvas, dents: &[(Point, f32)]) {
    for y in 0..64 {
        for x in 0..64 {
            let across = (x as f32 + 0.5 - 32.0) / HALF;
            let bend = libm::sqrtf((1.0 - across * across).max(0.0)) * TILT;
            let down = y as f32 + 0.5 - bend;
            if across.abs() < 1.0 && (ENDS.0..ENDS.1).contains(&down) {
                let light = 0.5 - (across + 0.4) * (across + 0.4) * 0.4 - (down - ENDS.0) * 0.002;
                picture.dot(x, y, sheet(x, y, down).lit(light + dented(dents, x as f32, y as f32)));
            }
        }
    }
    picture.ellipse((32.0, ENDS.0), (HALF, TILT), |x, _| STEEL.at(0.78 - x * 0.12));
    picture.ellipse((32.0, ENDS.0 + 0.4), (HALF - 2.0, TILT - 1.0), |x, y| STEEL.at(0.34 + y * 0.12 - x * 0.06));
    picture.ellipse((40.0, ENDS.0 + 0.2), (3.4, 1.3), |_, _| LEATHER.flat(0));
    picture.ellipse((40.0, ENDS.0 - 0.4), (2.8, 1.1), |_, _| AMBER.flat(5));
}

/// Returns the sheet metal at a place of the image, given the rows down the side: rings, the red band, rust.
fn sheet(x: i32, y: i32, down: f32) -> Ink {
    let row = (down - ENDS.0) as i32;
    let rust = cloud(365, x as f32 / 7.0, y as f32 / 6.0, 64) + if row > 36 { 0.08 } else { 0.0 };
    match row {
        0..2 | 13 | 30 | 43..45 => STEEL.at(0.34),
        14 | 31 => STEEL.at(0.1),
        12 | 29 => STEEL.at(-0.1),
        _ if rust > 0.66 => RUST.at(0.06 + (rust - 0.66)),
        15..29 => ALARM.at(0.06),
        _ => STEEL.at(0.02),
    }
}

/// Returns how much dents lighten or darken a place: dark above, light below.
fn dented(dents: &[(Point, f32)], x: f32, y: f32) -> f32 {
    let shade = dents.iter().map(|((left, top), reach)| {
        let (across, down) = ((x - left) / reach, (y - top) / reach);
        let off = across * across + down * down;
        if off < 1.0 { (1.0 - off) * (across * 0.22 + down * 0.5) - (1.0 - off) * 0.12 } else { 0.0 }
    });
    shade.sum()
}

/// The sign on the band: a flame on an amber square that is turned by 45 degrees.
fn sign(picture: &mut Canvas) {
    let diamond = |reach: f32| [(32.0, 40.0 - reach), (32.0 + reach, 40.0), (32.0, 40.0 + reach), (32.0 - reach, 40.0)];
    picture.polygon(&diamond(9.0), |_, _| LEATHER.flat(0));
    picture.polygon(&diamond(8.0), |x, _| AMBER.flat(if x < 32 { 5 } else { 4 }));
    let flame = [(32.0, 34.0), (34.6, 38.6), (36.0, 42.0), (33.6, 45.0), (30.4, 45.0), (28.0, 42.0), (30.2, 40.0)];
    picture.polygon(&flame, |_, _| LEATHER.flat(0));
    picture.polygon(&[(32.0, 40.0), (33.6, 43.0), (32.0, 45.0), (30.6, 43.0)], |_, _| ALARM.flat(4));
}
