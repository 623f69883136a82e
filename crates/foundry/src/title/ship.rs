//! The title screen: the derelict ship over a dark planet, torn open, below the game's name.

use crate::{
    title::logo,
    tools::canvas::Canvas,
    tools::hash_noise::{cloud, mix},
    tools::palette::{ALARM, AMBER, FIRE, GUNMETAL, ICE, Ink, LEATHER, PHOSPHOR, RUST, SMOKE, STEEL, VOID},
    tools::shapes::{Point, marks},
};
use core::f32::consts::TAU;
use music::chance::{Dice, hash, white};

/// The ship's outline as columns: from left to right, the column, the upper and the lower edge.
const HULL: [(f32, f32, f32); 13] = [
    (44.0, 190.0, 194.0),
    (62.0, 178.0, 202.0),
    (110.0, 170.0, 210.0),
    (160.0, 164.0, 214.0),
    (172.0, 158.0, 220.0),
    (330.0, 152.0, 226.0),
    (410.0, 152.0, 226.0),
    (418.0, 158.0, 220.0),
    (492.0, 160.0, 218.0),
    (500.0, 148.0, 230.0),
    (560.0, 146.0, 232.0),
    (584.0, 152.0, 226.0),
    (590.0, 160.0, 218.0),
];
/// Centre of the breach.
const BREACH: Point = (262.0, 192.0);
/// List of the ship, in pixels down per pixel across.
const LIST: f32 = 0.05;

/// How far ship and sky are raised, in pixels, because the menu is below them.
const LIFT: i32 = 14;

/// The whole image, 640x360.
pub(crate) fn title() -> Canvas {
    let mut scene = Canvas::new(640, 360 + LIFT);
    space(&mut scene);
    planet(&mut scene);
    superstructure(&mut scene);
    hull(&mut scene);
    engines(&mut scene);
    windows(&mut scene);
    breach(&mut scene);
    sleepless(&mut scene);
    debris(&mut scene);
    let mut picture = Canvas::new(640, 360);
    picture.paste(0, -LIFT, &scene);
    logo::draw(&mut picture, 30, 18);
    picture
}

/// Black space with faint clouds of gas, and stars.
fn space(picture: &mut Canvas) {
    picture.rect(0, 0, picture.width(), picture.height(), VOID.at(0.0));
    picture.every(|x, y, _| {
        let gas = cloud(501, x as f32 / 90.0, y as f32 / 60.0 + x as f32 / 300.0, 64);
        let band = 1.0 - ((y as f32 - 150.0 + x as f32 * 0.12).abs() / 190.0).min(1.0);
        VOID.at(0.08 + (gas - 0.38).max(0.0) * band * 1.9)
    });
    for index in 0..900 {
        let (x, y) = ((hash(502, index, 0) % 640) as i32, (hash(502, index, 1) % 300) as i32);
        let bright = white(502, index, 2);
        picture.dot(x, y, SMOKE.at(0.25 + bright * bright * 0.7));
        if bright > 0.97 {
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                picture.dot(x + dx, y + dy, ICE.at(0.55));
            }
            picture.dot(x, y, SMOKE.at(1.0));
        }
    }
}

/// The night side of a planet filling the bottom of the image, with a thin line of dawn along its edge.
fn planet(picture: &mut Canvas) {
    for y in 240..picture.height() {
        for x in 0..640 {
            let (across, down) = (x as f32 - 250.0, y as f32 - 1262.0);
            let inside = 1000.0 - libm::sqrtf(across * across + down * down);
            let dawn = (1.0 - (x as f32 - 190.0).abs() / 420.0).max(0.0);
            if inside > 0.0 {
                let cloudy = cloud(503, x as f32 / 60.0, y as f32 / 12.0, 64) * 0.09;
                let rim = dawn * 0.75 / (1.0 + inside * 0.35);
                picture.dot(x, y, if rim > 0.12 { ICE.at(rim) } else { VOID.at(0.05 + cloudy + rim * 0.6) });
            } else if inside > -5.0 && dawn > 0.2 {
                picture.dot(x, y, ICE.at(dawn * 0.4 * (1.0 + inside / 5.0)));
            }
        }
    }
}

/// Returns how far the list moves a column down.
fn sag(x: f32) -> f32 {
    (x - 320.0) * LIST
}

/// Returns the upper and the lower edge of the hull at a column.
fn edges(x: f32) -> Option<(f32, f32)> {
    HULL.windows(2).find(|pair| (pair[0].0..pair[1].0).contains(&x)).map(|pair| {
        let part = (x - pair[0].0) / (pair[1].0 - pair[0].0);
        (mix(pair[0].1, pair[1].1, part) + sag(x), mix(pair[0].2, pair[1].2, part) + sag(x))
    })
}

/// Returns plating lit from above; `part` runs from 0 at the top of a rounded body to 1 at its foot.
fn plating(x: i32, y: i32, part: f32) -> Ink {
    let row = y.div_euclid(12);
    let shift = (hash(504, row, 0) % 41) as i32;
    let (column, along) = ((x + shift).div_euclid(41), (x + shift).rem_euclid(41));
    let plate = (white(505, column, row) - 0.5) * 0.09 + (white(505, (x + shift) / 13, y / 6) - 0.5) * 0.06;
    let seam = if along == 0 || y.rem_euclid(12) == 0 { -0.11 } else { 0.0 };
    let lip = if y.rem_euclid(12) == 1 { 0.05 } else { 0.0 };
    let stain = cloud(506, x as f32 / 22.0, y as f32 / 30.0, 64);
    let tone = 0.66 - part * 0.62 + plate + seam + lip - (stain - 0.5) * 0.26;
    if stain > 0.68 { RUST.at(tone - 0.06) } else { STEEL.at(tone) }
}

fn hull(picture: &mut Canvas) {
    for x in 40..600 {
        let Some((top, bottom)) = edges(x as f32) else { continue };
        let level = sag(x as f32) as i32;
        for y in top as i32..=bottom as i32 {
            let part = (y as f32 - top) / (bottom - top);
            picture.dot(x, y, plating(x, y - level, part));
        }
        picture.dot(x, top as i32, STEEL.at(0.95));
        picture.dot(x, top as i32 - 1, STEEL.at(0.55));
        picture.dot(x, bottom as i32 + 1, LEATHER.at(0.0));
        // A dark trench with pipes along the flank, and the line's amber stripe above it.
        for (row, ink) in
            [(198, GUNMETAL.at(0.05)), (199, GUNMETAL.at(0.3)), (200, GUNMETAL.at(0.05)), (201, GUNMETAL.at(0.22))]
        {
            if (70..584).contains(&x) {
                picture.dot(x, row + level, ink);
            }
        }
        if (120..470).contains(&x) && white(507, x / 3, 0) > 0.25 {
            picture.rect(x, 176 + level, 1, 3, AMBER.at(0.4));
        }
    }
    for (x, width) in [(166, 5), (412, 5), (494, 6)] {
        let Some((top, bottom)) = edges(x as f32) else { continue };
        for column in 0..width {
            picture.tint(x + column, top as i32, 1, (bottom - top) as i32, -0.12);
        }
    }
    let name_row = 182 + sag(352.0) as i32;
    picture.write(340, name_row, "ISV CALDERA", |below| SMOKE.at(below.tone * 0.4 + 0.52));
}

/// The bridge tower, masts and the fin below, drawn before the hull so that it covers their feet.
fn superstructure(picture: &mut Canvas) {
    let leaning = |points: &[Point]| -> Vec<Point> { points.iter().map(|(x, y)| (*x, y + sag(*x))).collect() };
    let body = |top: f32, height: f32| move |x: i32, y: i32| plating(x + 5, y, (y as f32 - top) / height);
    let parts: [&[Point]; 4] = [
        &[(428.0, 165.0), (434.0, 134.0), (486.0, 134.0), (496.0, 165.0)],
        &[(440.0, 136.0), (446.0, 120.0), (474.0, 120.0), (480.0, 136.0)],
        &[(200.0, 160.0), (212.0, 146.0), (300.0, 144.0), (318.0, 160.0)],
        &[(438.0, 214.0), (486.0, 214.0), (510.0, 252.0), (486.0, 252.0)],
    ];
    for corners in parts {
        let corners = leaning(corners);
        let top = corners.iter().fold(f32::MAX, |least, corner| least.min(corner.1));
        picture.polygon(&corners, body(top, 60.0));
        let ridge: Vec<Point> = corners.iter().copied().filter(|corner| corner.1 < top + 3.0).collect();
        picture.lines(&ridge, STEEL.at(0.9));
    }
    for (x, tall) in [(452, 17), (458, 10), (468, 13), (240, 14), (286, 8), (540, 12)] {
        let foot = if x > 500 {
            148
        } else if x > 400 {
            121
        } else {
            146
        } + sag(x as f32) as i32;
        picture.rect(x, foot - tall, 1, tall, STEEL.at(0.5));
        picture.rect(x - 2, foot - tall / 2, 5, 1, STEEL.at(0.4));
        picture.dot(x, foot - tall - 1, ALARM.at(0.75));
    }
}

/// The dead drive's nozzles, one still smouldering.
fn engines(picture: &mut Canvas) {
    for (index, top) in [160, 182, 204].into_iter().enumerate() {
        let top = top + sag(594.0) as i32;
        for row in 0..16 {
            let round = row as f32 / 15.0;
            let flare = 14 + ((round - 0.5).abs() * 6.0) as i32;
            picture.rect(588, top + row, flare, 1, GUNMETAL.at(0.62 - round * 0.55));
            picture.rect(588 + flare - 2, top + row, 2, 1, STEEL.at(0.7 - round * 0.5));
        }
        if index == 1 {
            picture.rect(602, top + 4, 4, 8, ALARM.at(0.4));
            picture.rect(603, top + 6, 4, 4, FIRE.at(0.45));
        }
    }
}

/// Rows of portholes, nearly all dark, a few in a sickly green and amber.
fn windows(picture: &mut Canvas) {
    for (row, from, to) in
        [(168, 130, 480), (207, 110, 480), (213, 180, 400), (128, 450, 474), (142, 440, 488), (150, 216, 306)]
    {
        for x in (from..to).step_by(6) {
            let chance = white(508, x, row);
            let ink = match chance {
                chance if chance < 0.14 => PHOSPHOR.at(0.75),
                chance if chance < 0.2 => AMBER.at(0.8),
                chance if chance < 0.7 => LEATHER.at(0.04),
                _ => continue,
            };
            picture.rect(x, row + sag(x as f32) as i32, 3, 2, ink);
        }
    }
}

/// Returns how far a place is from the breach's ragged edge: below 1 inside, above 1 outside.
fn breach_reach(x: i32, y: i32) -> f32 {
    let (across, down) = ((x as f32 - BREACH.0) / 56.0, (y as f32 - BREACH.1) / 35.0);
    let jag = cloud(509, x as f32 / 9.0 + 20.0, y as f32 / 9.0 + 20.0, 64) - 0.5;
    libm::sqrtf(across * across + down * down) + jag * 0.7
}

/// The hole: burning decks inside, peeled plates at its edge, warm light on the hull around.
fn breach(picture: &mut Canvas) {
    for y in 120..260 {
        for x in 160..365 {
            let Some(below) = picture.ink(x, y) else { continue };
            let on_ship =
                edges(x as f32).is_some_and(|(top, bottom)| (top - 12.0..=bottom + 1.0).contains(&(y as f32)));
            let reach = breach_reach(x, y);
            let ink = match reach {
                _ if !on_ship => continue,
                reach if reach < 0.78 => inside(x, y, reach),
                reach if reach < 0.86 => GUNMETAL.at(0.04),
                reach if reach < 0.95 && (y as f32) > BREACH.1 => STEEL.at(0.8),
                reach if reach < 0.95 => RUST.at(0.5),
                reach if reach < 1.5 && white(510, x, y) < (1.5 - reach) * 1.5 => RUST.at(below.tone + 0.12),
                reach if reach < 1.25 => below.lit(-0.08),
                _ => continue,
            };
            picture.dot(x, y, ink);
        }
    }
}

/// The view through the hole: fire at the bottom, torn decks in front of it.
fn inside(x: i32, y: i32, reach: f32) -> Ink {
    let level = (y as f32 - BREACH.1) / 31.0;
    let flame = cloud(511, x as f32 / 10.0, y as f32 / 16.0, 64) - 0.5;
    let deck = (y - (x - 262) / 16).rem_euclid(15);
    let girder = (x + (y - 192) / 5).rem_euclid(23);
    let torn = white(512, x / 6, y / 15) > 0.3;
    match (deck, girder) {
        (0 | 1, _) if torn => LEATHER.at(0.04),
        (2, _) if torn => FIRE.at(0.6),
        (_, 0 | 1) if reach > 0.35 => LEATHER.at(0.08),
        _ => FIRE.at(0.5 + level * 0.22 + flame * 0.5 - reach * 0.42),
    }
}

/// Monsters on the burning decks.
fn sleepless(picture: &mut Canvas) {
    const WALKER: [&str; 9] = ["..##.", "..##.", ".###.", "#####", "#.##.", "..###", ".##.#", ".#..#", "##..#"];
    for (left, top) in [(250, 182), (268, 183), (258, 198), (281, 199)] {
        for (x, y, _) in marks(&WALKER) {
            picture.dot(left + x, top + y, LEATHER.at(0.0));
        }
        picture.dot(left + 2, top, ALARM.at(1.0));
    }
}

/// Plates and splinters drifting out of the breach.
fn debris(picture: &mut Canvas) {
    let mut dice = Dice::new(513);
    for _ in 0..110 {
        let (turn, reach) = (dice.between(0.0, TAU), dice.between(36.0, 125.0));
        let (x, y) = (BREACH.0 + libm::cosf(turn) * reach * 1.2, BREACH.1 + libm::sinf(turn) * reach * 0.55);
        let size = dice.between(0.8, 4.6) * (1.0 - reach / 190.0);
        let (skew, tone) = (dice.between(-1.5, 1.5), dice.between(0.3, 0.9));
        let chip = [(x - size, y + skew), (x + skew, y - size), (x + size, y - skew * 0.5), (x + skew * 0.5, y + size)];
        picture.polygon(&chip, |_, row| if (row as f32) < y { STEEL.at(tone) } else { RUST.at(tone * 0.5) });
    }
}
