//! The laboratory: white tiles, steel and glass, and the light of the vats behind it.

use crate::{
    textures::kits::kit::Kit,
    textures::kits::walls::aged,
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, AQUA, FLESH, GALL, GUNMETAL, PHOSPHOR, STEEL},
};
use core::f32::consts::TAU;
use music::chance::{Dice, white};

/// Tiles of eight pixels in white, some of them lost.
fn tiled(kit: &Kit, seed: u32, lost: f32) -> Canvas {
    let mut wall = Canvas::texture(kit.main.at(0.48));
    for row in 0..8 {
        for column in 0..8 {
            let (chance, tone) = (white(seed, column, row), white(seed ^ 1, column, row));
            if chance < lost {
                wall.block(column * 8, row * 8, 8, 8, 0.0, GUNMETAL.at(0.3 + tone * 0.1));
            } else {
                wall.block(column * 8, row * 8, 7, 7, 0.5, kit.main.at(0.7 + tone * 0.07));
            }
        }
    }
    wall
}

/// White tiles with a band of glass, over a rounded foot of steel.
pub(super) fn tiles(kit: &Kit, variant: u32) -> Canvas {
    let (metal, seed) = (kit.metal, kit.seed + variant);
    let mut wall = tiled(kit, seed, if variant == 3 { 0.1 } else { 0.0 });
    wall.block(0, 16, 64, 8, 1.0, AQUA.at(0.36));
    for row in 0..6 {
        wall.block(0, 58 + row, 64, 1, 2.0 + row as f32, metal.at(0.62 - row as f32 * 0.05));
    }
    wall.block(0, 0, 64, 3, 5.0, metal.at(0.66));
    match variant {
        // Taps for gases, each with its wheel.
        1 => wall.plate(10, 28, 44, 22, 4.0, metal.at(0.62)),
        2 => wall.plate(18, 27, 28, 26, 3.0, AMBER.at(0.62)),
        _ => {}
    }
    wall.light_deep(seed);
    for x in (0..64).step_by(8) {
        wall.rect(x, 17, 7, 5, AQUA.at(0.42 + white(seed ^ 4, x, 0) * 0.12));
        wall.rect(x, 17, 7, 1, AQUA.at(0.66));
        wall.rect(x + 7, 16, 1, 8, GUNMETAL.at(0.3));
    }
    match variant {
        1 => taps(&mut wall),
        2 => hazard(&mut wall),
        3 => wall.lines(&[(20.0, 30.0), (27.0, 36.0), (25.0, 44.0), (34.0, 52.0)], GUNMETAL.at(0.3)),
        _ => {}
    }
    aged(wall, seed, 0.04)
}

/// Three taps with wheels in the colours of what they let out.
fn taps(wall: &mut Canvas) {
    for (number, ink) in [ALARM.at(0.5), AMBER.at(0.6), AQUA.at(0.5)].into_iter().enumerate() {
        let x = 17 + number as i32 * 15;
        wall.rect(x - 1, 40, 3, 8, GUNMETAL.at(0.5));
        wall.rect(x - 1, 47, 5, 2, GUNMETAL.at(0.44));
        wall.ellipse((x as f32 + 0.5, 36.5), (5.0, 5.0), |_, y| ink.lit(-y * 0.18));
        wall.ellipse((x as f32 + 0.5, 36.5), (2.6, 2.6), |_, _| GUNMETAL.at(0.2));
        wall.rect(x - 4, 36, 10, 1, ink);
        wall.rect(x, 32, 1, 10, ink);
    }
}

/// The biohazard sign: three horns around a ring.
fn hazard(wall: &mut Canvas) {
    let black = GUNMETAL.at(0.06);
    for turn in 0..3 {
        let angle = TAU * (turn as f32 / 3.0 - 0.25);
        let (x, y) = (32.0 + libm::cosf(angle) * 6.0, 41.0 + libm::sinf(angle) * 6.0);
        wall.ellipse((x, y), (5.0, 5.0), |_, _| black);
        let (x, y) = (32.0 + libm::cosf(angle) * 8.0, 41.0 + libm::sinf(angle) * 8.0);
        wall.ellipse((x, y), (3.6, 3.6), |_, _| AMBER.at(0.62));
    }
    wall.ellipse((32.0, 41.0), (3.0, 3.0), |_, _| AMBER.at(0.62));
    wall.ellipse((32.0, 41.0), (1.4, 1.4), |_, _| black);
    wall.frame(19, 28, 26, 24, black);
}

/// Sheets of steel around a tube of light; one has a dial, one a pane.
pub(super) fn sheets(kit: &Kit, variant: u32) -> Canvas {
    let (metal, seed) = (kit.metal, kit.seed + 40 + variant);
    let mut wall = Canvas::texture(metal.at(0.3));
    for (left, wide) in [(0, 27), (37, 27)] {
        for top in [2, 33] {
            wall.plate(left, top, wide, 29, 4.0, metal.at(0.64));
            wall.plate(left + 3, top + 3, wide - 6, 23, 5.0, kit.main.at(0.66));
        }
    }
    wall.block(28, 0, 8, 64, -2.0, GUNMETAL.at(0.16));
    match variant {
        1 => wall.block(4, 38, 19, 18, -1.0, GUNMETAL.at(0.2)),
        2 => wall.block(41, 7, 19, 19, -1.0, GUNMETAL.at(0.2)),
        _ => {}
    }
    wall.light_deep(seed);
    for x in 30..34 {
        for y in 2..62 {
            let round = 1.0 - (x as f32 - 31.5).abs() / 3.0;
            wall.dot(x, y, if y % 30 < 2 { metal.at(0.6) } else { AQUA.at(0.46 + round * 0.4).shining() });
        }
    }
    match variant {
        1 => {
            for row in 0..4 {
                for column in 0..4 {
                    let on = white(seed, column, row) > 0.4;
                    let ink = if on { PHOSPHOR.at(0.7).shining() } else { PHOSPHOR.at(0.2) };
                    wall.rect(6 + column * 4, 40 + row * 4, 3, 2, ink);
                }
            }
        }
        2 => {
            wall.rect(42, 8, 17, 17, AQUA.at(0.2));
            let trace = |x: i32| 16.0 + libm::sinf(x as f32 * 0.9) * if x % 9 < 4 { 5.0 } else { 1.0 };
            for x in 43..58 {
                wall.line((x as f32, trace(x)), (x as f32 + 1.0, trace(x + 1)), AQUA.at(0.86).shining());
            }
        }
        _ => {}
    }
    for (x, y) in [(4, 6), (23, 6), (41, 6), (60, 6), (4, 58), (23, 58), (41, 58), (60, 58)] {
        wall.rivet(x, y);
    }
    aged(wall, seed, 0.03)
}

/// A vat in the wall with a specimen.
pub(super) fn vat(kit: &Kit, _: u32) -> Canvas {
    let mut wall = tiles(kit, 0);
    wall.rect(9, 2, 46, 60, kit.metal.at(0.42));
    wall.frame(9, 2, 46, 60, kit.metal.at(0.72));
    for y in 9..55_i32 {
        for x in 14..50 {
            let across = (x as f32 - 31.5) / 18.0;
            let stir = cloud(kit.seed ^ 5, x as f32 / 5.0, y as f32 / 7.0, 64) * 0.22;
            let light = 0.3 + (1.0 - across * across) * 0.34 + (y - 9) as f32 * 0.003 + stir;
            wall.dot(x, y, AQUA.at(light - 0.06).shining());
        }
    }
    // It hangs curled up: head, back, one arm, a tail, and the line by which it was fed.
    let dead = |x: f32, y: f32| FLESH.at(0.42 - x * 0.14 - y * 0.16);
    wall.lines(&[(33.0, 9.0), (36.0, 16.0), (33.0, 24.0), (34.0, 34.0)], GUNMETAL.at(0.2));
    wall.ellipse((33.0, 36.0), (8.0, 10.0), dead);
    wall.ellipse((28.0, 26.0), (7.0, 6.4), dead);
    wall.ellipse((25.0, 39.0), (3.0, 5.0), dead);
    wall.ellipse((31.0, 46.0), (6.0, 3.6), dead);
    wall.lines(&[(36.0, 44.0), (40.0, 49.0), (37.0, 52.0), (33.0, 50.0)], FLESH.at(0.3));
    wall.ellipse((24.5, 26.0), (1.6, 1.2), |_, _| GALL.at(0.9).shining());
    let mut dice = Dice::new(kit.seed ^ 6);
    for _ in 0..14 {
        wall.dot(dice.whole(15, 49), dice.whole(10, 54), AQUA.at(0.95).shining());
    }
    // The shine of the glass.
    for y in 11..52 {
        wall.lighten(17, y, 0.2);
        wall.lighten(18, y, 0.14);
        wall.lighten(46, y, 0.1);
    }
    for (x, y) in [(12, 5), (52, 5), (12, 59), (52, 59)] {
        wall.bolt(x, y, kit.metal.at(0.7));
    }
    wall
}

/// A poured floor with joints and no-standing markings.
pub(super) fn poured(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 200 + variant;
    let mut floor = Canvas::texture(kit.main.at(0.5));
    for line in [0, 32] {
        floor.block(0, line, 64, 1, -1.0, kit.main.at(0.26));
        floor.block(line, 0, 1, 64, -1.0, kit.main.at(0.26));
    }
    if variant == 1 {
        for ring in 0..4 {
            let reach = 7.0 - ring as f32 * 1.7;
            let ink = if ring % 2 == 0 { STEEL.at(0.5) } else { GUNMETAL.at(0.1) };
            floor.ellipse((48.0, 16.0), (reach, reach), |_, y| ink.lit(-y * 0.06));
        }
    }
    floor.light();
    if variant == 2 {
        for y in 3..9_i32 {
            for x in 0..64_i32 {
                let ink = if (x + y).rem_euclid(12) < 6 { AMBER.at(0.56) } else { GUNMETAL.at(0.14) };
                if white(seed ^ 7, x / 2, y / 2) > 0.12 {
                    floor.dot(x, y, ink);
                }
            }
        }
    }
    floor.every(|x, y, ink| {
        let gloss = cloud(seed ^ 2, x as f32 / 16.0, y as f32 / 16.0, 4) - 0.5;
        ink.lit(gloss * 0.14)
    });
    let mut dice = Dice::new(seed ^ 3);
    for _ in 0..4 {
        let (x, y, length) = (dice.whole(0, 64), dice.whole(0, 64), dice.whole(5, 18));
        for step in 0..length {
            floor.lighten(x + step, y + step / 2, -0.08);
        }
    }
    if variant == 3 {
        floor.patina(seed ^ 4, GALL, 0.76);
    }
    floor.grain(seed, 0.03);
    floor
}

/// Small six-sided tiles in white, with a green one here and there.
pub(super) fn hexagons(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 220 + variant;
    let mut floor = Canvas::texture(kit.main.at(0.36));
    for y in 0..64_i32 {
        for x in 0..64_i32 {
            // Rows of eight pixels, every second one shifted by half a tile of eight.
            let row = y / 8;
            let across = (x + if row % 2 == 0 { 0 } else { 4 }).rem_euclid(8);
            let corner = if y % 8 < 2 { (across - 4).abs() > 2 - (y % 8) } else { false };
            if across == 0 || y % 8 == 7 || corner {
                continue;
            }
            let column = (x + if row % 2 == 0 { 0 } else { 4 }).div_euclid(8).rem_euclid(8);
            let chance = white(seed, column, row);
            let tone = 0.5 + white(seed ^ 1, column, row) * 0.1;
            let ink = if chance > 0.95 { AQUA.at(tone - 0.16) } else { kit.main.at(tone) };
            floor.raise(x, y, 1.0, ink);
        }
    }
    floor.light();
    if variant == 2 {
        floor.patina(seed ^ 4, kit.decay, 0.72);
    }
    floor.grain(seed, 0.04);
    floor
}

/// A ceiling of filters and pale panes.
pub(super) fn filters(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 340 + variant;
    let mut ceiling = Canvas::texture(kit.metal.at(0.5));
    for (number, (left, top)) in [(0, 0), (32, 0), (0, 32), (32, 32)].into_iter().enumerate() {
        ceiling.plate(left + 1, top + 1, 30, 30, 3.0, kit.main.at(0.62));
        if (number as u32 + variant).is_multiple_of(4) {
            ceiling.block(left + 4, top + 4, 24, 24, 0.0, GUNMETAL.at(0.24));
            for slot in (left + 5..left + 28).step_by(3) {
                ceiling.block(slot, top + 4, 2, 24, 2.0, kit.main.at(0.5));
            }
        } else {
            ceiling.plate(left + 4, top + 4, 24, 24, 2.0, kit.main.at(0.68));
        }
    }
    ceiling.light_deep(seed);
    ceiling.grain(seed, 0.03);
    ceiling
}

/// A ceiling with a rail for instruments and the pipes that feed them.
pub(super) fn rails(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 360 + variant;
    let mut ceiling = Canvas::texture(kit.main.at(0.5));
    for top in [0, 32] {
        ceiling.plate(0, top + 1, 64, 30, 1.0, kit.main.at(0.58));
    }
    for (left, wide, ink) in [(8, 3, AQUA.at(0.44)), (14, 5, kit.metal.at(0.56)), (50, 3, AMBER.at(0.5))] {
        ceiling.block(left, 0, wide, 64, 5.0, ink);
    }
    ceiling.block(27, 0, 12, 64, 7.0, kit.metal.at(0.6));
    ceiling.block(31, 0, 4, 64, 3.0, GUNMETAL.at(0.2));
    ceiling.block(6, 8 + variant as i32 * 17, 52, 4, 8.0, kit.metal.at(0.5));
    ceiling.light_deep(seed);
    ceiling.grain(seed, 0.04);
    ceiling
}
