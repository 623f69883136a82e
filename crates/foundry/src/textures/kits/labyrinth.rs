//! The labyrinths: maintenance ways lined with ribs like bones or with scales, light in their seams.

use crate::{
    textures::kits::kit::Kit, textures::kits::walls::aged, tools::canvas::Canvas, tools::hash_noise::cloud,
    tools::palette::GUNMETAL,
};
use core::f32::consts::{PI, TAU};
use music::chance::{Dice, white};

/// How far a rib hangs down at a place across: it springs from the spines at 0 and 32.
fn sag(x: i32) -> f32 {
    let across = (x.rem_euclid(32) as f32 - 15.5) / 16.0;
    (1.0 - across * across) * 5.0
}

/// Ribs that spring from spines, gone, lit or opened here and there.
pub(super) fn bones(kit: &Kit, variant: u32) -> Canvas {
    let (main, seed) = (kit.main, kit.seed + variant);
    let mut wall = Canvas::texture(main.at(0.08));
    for y in 0..64_i32 {
        for x in 0..64_i32 {
            let along = (y as f32 - sag(x)).rem_euclid(8.0);
            let broken = variant == 3 && (36..60).contains(&x) && (22..46).contains(&y);
            if along < 5.5 && !broken {
                let round = libm::sinf(along * PI / 5.5);
                wall.raise(x, y, round * 4.0, main.at(0.42 + round * 0.3));
            }
        }
    }
    for left in [0, 32] {
        for y in 0..64_i32 {
            // The knots of the spine, one for each rib.
            let knot = libm::sinf((y.rem_euclid(8) as f32 + 0.5) * PI / 8.0);
            for column in -4..4_i32 {
                let round = 1.0 - (column as f32 + 0.5).abs() / 4.5;
                wall.raise(left + column, y, 3.0 + round * 4.0 + knot, main.at(0.46 + round * 0.24 + knot * 0.1));
            }
        }
    }
    wall.light_deep(seed);
    match variant {
        1 => seams(&mut wall, kit, seed),
        2 => service(&mut wall, kit),
        3 => {
            let mut dice = Dice::new(seed ^ 4);
            for _ in 0..8 {
                let (x, y) = (dice.between(38.0, 58.0), dice.between(20.0, 30.0));
                wall.lines(&[(x, y), (x + 2.0, y + 9.0), (x - 1.0, y + 16.0)], GUNMETAL.at(dice.between(0.2, 0.5)));
            }
            wall.rect(50, 36, 2, 1, kit.glow.ramp.at(0.8).shining());
        }
        _ => {}
    }
    aged(wall, seed, 0.06)
}

/// Cold light that comes through between ribs.
fn seams(wall: &mut Canvas, kit: &Kit, seed: u32) {
    for x in (0..64).filter(|x| (5..27).contains(&(x % 32))) {
        let gap = libm::floorf(sag(x) + 14.6) as i32;
        for (row, tone) in [(gap, 0.5), (gap + 32, 0.42)] {
            if white(seed ^ 3, x / 3, row / 8) > 0.2 {
                wall.dot(x, row, kit.glow.ramp.at(tone).shining());
            }
        }
    }
}

/// A service panel let into the ribs, its cover gone.
fn service(wall: &mut Canvas, kit: &Kit) {
    wall.rect(8, 20, 18, 26, GUNMETAL.at(0.1));
    wall.frame(7, 19, 20, 28, kit.metal.at(0.5));
    for (number, x) in (10..25).step_by(3).enumerate() {
        let ink = [kit.accent, GUNMETAL.at(0.5), kit.metal.at(0.4), GUNMETAL.at(0.36), kit.accent][number];
        for y in 21..45 {
            let sway = libm::sinf(y as f32 * 0.3 + number as f32) * 1.2;
            wall.dot(x + libm::floorf(sway + 0.5) as i32, y, ink.lit(-0.1 * (y % 3) as f32));
        }
    }
    wall.rect(10, 40, 4, 2, kit.glow.ramp.at(0.9).shining());
}

/// Scales that overlap, each with a ridge.
pub(super) fn scales(kit: &Kit, variant: u32) -> Canvas {
    let (main, seed) = (kit.main, kit.seed + 40 + variant);
    let mut wall = Canvas::texture(main.at(0.1));
    for row in (-1..5).rev() {
        for column in -1..3 {
            let (middle, top) = (column * 32 + if row % 2 == 0 { 16 } else { 32 }, row * 16);
            for y in 0..24 {
                for x in -16..16_i32 {
                    // Pointed at the lower end.
                    let across = (x as f32 + 0.5).abs() / 16.0;
                    let end = 23.0 - across * across * 14.0;
                    if (y as f32) < end {
                        let ridge = if across < 0.1 { 1.5 } else { 0.0 };
                        let rise = 1.0 + y as f32 * 0.2 + ridge;
                        let tone = 0.38 + y as f32 / 24.0 * 0.26 + ridge * 0.06;
                        if (0..64).contains(&(top + y)) {
                            wall.raise(middle + x, top + y, rise, main.at(tone));
                        }
                    }
                }
            }
        }
    }
    wall.light_deep(seed);
    if variant == 1 {
        for (x, y) in [(16, 38), (48, 38), (32, 22)] {
            wall.rect(x - 1, y, 2, 5, kit.glow.ramp.at(0.7).shining());
        }
    }
    if variant == 2 {
        wall.lines(&[(20.0, 4.0), (27.0, 18.0), (24.0, 30.0), (33.0, 46.0), (30.0, 60.0)], main.at(0.04));
        wall.patina(seed ^ 5, kit.decay, 0.68);
    }
    aged(wall, seed, 0.06)
}

/// Scales of the second material.
pub(super) fn husks(kit: &Kit, variant: u32) -> Canvas {
    scales(&Kit { main: kit.other, ..*kit }, variant)
}

/// An iris of blades around a cold core.
pub(super) fn iris(kit: &Kit, _: u32) -> Canvas {
    let mut wall = bones(kit, 0);
    for y in 0..64_i32 {
        for x in 0..64_i32 {
            let (across, down) = (x as f32 - 31.5, y as f32 - 31.5);
            let reach = libm::sqrtf(across * across + down * down);
            let angle = libm::atan2f(down, across);
            // Each blade lies over the next, swept along a spiral.
            let blade = ((angle + reach * 0.06) / TAU * 9.0).rem_euclid(1.0);
            match reach {
                reach if reach < 8.0 => {
                    let stir = cloud(kit.seed ^ 5, x as f32 / 4.0, y as f32 / 4.0, 64) * 0.3;
                    wall.dot(x, y, kit.glow.ramp.at(0.95 - reach * 0.07 - stir).shining());
                }
                reach if reach < 25.0 => {
                    let lit = if blade < 0.12 { 0.2 } else { -blade * 0.2 };
                    wall.dot(x, y, kit.main.at(0.42 + lit - down * 0.004));
                }
                reach if reach < 30.0 => {
                    let round = 1.0 - (reach - 27.5).abs() / 2.5;
                    wall.dot(x, y, kit.metal.at(0.26 + round * 0.3 - (across + down) * 0.004));
                }
                _ => {}
            }
        }
    }
    aged(wall, kit.seed ^ 7, 0.05)
}

/// Scutes on the floor with gaps between them.
pub(super) fn scutes(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 200 + variant;
    let mut floor = Canvas::texture(GUNMETAL.at(0.06));
    for y in 0..64_i32 {
        for x in 0..64_i32 {
            let row = y.div_euclid(16);
            let across = (x + if row % 2 == 0 { 0 } else { 16 }).rem_euclid(32) as f32 - 15.5;
            let down = y.rem_euclid(16) as f32 - 7.5;
            // Cells with rounded corners.
            let edge = (across.abs() / 15.0).max(down.abs() / 7.0);
            let corner = across.abs() / 15.0 + down.abs() / 7.0;
            if edge < 1.0 && corner < 1.72 {
                let bow = 1.0 - edge * edge;
                floor.raise(x, y, 1.0 + bow * 2.0, kit.main.at(0.34 + bow * 0.18));
            }
        }
    }
    floor.light_deep(seed);
    if variant == 1 {
        for (x, y) in [(0, 0), (0, 32), (32, 16), (32, 48)] {
            spark(&mut floor, kit, x, y);
        }
    }
    if variant > 1 {
        floor.patina(seed ^ 3, kit.decay, [0.74, 0.68][variant as usize % 2]);
    }
    floor.grain(seed, 0.06);
    floor
}

/// A spark of cold light in a gap.
fn spark(floor: &mut Canvas, kit: &Kit, x: i32, y: i32) {
    floor.rect(x - 1, y - 1, 2, 2, kit.glow.ramp.at(0.6).shining());
}

/// Plates with a spine along the middle, ribs to both sides.
pub(super) fn keel(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 220 + variant;
    let mut floor = Canvas::texture(kit.main.at(0.1));
    for y in 0..64_i32 {
        for x in 0..64_i32 {
            let across = (x as f32 - 31.5).abs();
            let along = (y as f32 + across * 0.35).rem_euclid(8.0);
            if along < 6.0 {
                let round = libm::sinf(along * PI / 6.0);
                floor.raise(x, y, round * 2.0, kit.main.at(0.34 + round * 0.18));
            }
        }
    }
    for y in 0..64_i32 {
        let knot = libm::sinf((y % 8) as f32 * PI / 8.0);
        floor.block(29, y, 6, 1, 4.0 + knot, kit.main.at(0.46 + knot * 0.12));
    }
    if variant == 2 {
        floor.block(4, 20, 20, 24, 3.0, kit.metal.at(0.4));
    }
    floor.light_deep(seed);
    floor.grain(seed, 0.06);
    if variant == 1 {
        floor.patina(seed ^ 3, kit.decay, 0.7);
    }
    floor
}

/// A ceiling of ribs that meet in a spine.
pub(super) fn breast(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 340 + variant;
    let mut ceiling = Canvas::texture(kit.main.at(0.06));
    for y in 0..64_i32 {
        for x in 0..64_i32 {
            let across = (x as f32 - 31.5).abs();
            let along = (y as f32 - across * 0.4).rem_euclid(16.0);
            if along < 9.0 {
                let round = libm::sinf(along * PI / 9.0);
                ceiling.raise(x, y, round * 5.0, kit.main.at(0.3 + round * 0.24));
            }
        }
    }
    for y in 0..64_i32 {
        let knot = libm::sinf((y % 16) as f32 * PI / 16.0);
        for column in -5..5_i32 {
            let round = 1.0 - (column as f32 + 0.5).abs() / 5.5;
            ceiling.raise(
                32 + column,
                y,
                5.0 + round * 3.0 + knot * 2.0,
                kit.main.at(0.36 + round * 0.2 + knot * 0.08),
            );
        }
    }
    if variant > 0 {
        let left = 4 + variant as i32 * 5;
        ceiling.block(left, 0, 3, 64, 8.0, GUNMETAL.at(0.4));
        ceiling.block(60 - left, 0, 2, 64, 8.0, kit.metal.at(0.4));
    }
    ceiling.light_deep(seed);
    ceiling.grain(seed, 0.05);
    ceiling
}

/// A ceiling of sinews: bundles of cable drawn tight over the dark.
pub(super) fn sinews(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 360 + variant;
    let mut ceiling = Canvas::texture(GUNMETAL.at(0.05));
    let mut dice = Dice::new(seed);
    for strand in 0..9 {
        let (left, wide) = (strand * 7, dice.whole(3, 6));
        let (swing, phase) = (dice.between(0.5, 2.2), dice.between(0.0, TAU));
        for y in 0..64_i32 {
            let shift = libm::floorf(libm::sinf(y as f32 * TAU / 64.0 + phase) * swing + 0.5) as i32;
            for column in 0..wide {
                let round = 1.0 - ((column as f32 + 0.5) / wide as f32 - 0.4).abs() * 1.4;
                ceiling.raise(left + shift + column, y, round * 5.0, kit.main.at(0.28 + round * 0.28));
            }
        }
    }
    for top in [8 + variant as i32 * 9, 40 + variant as i32 * 5] {
        ceiling.block(0, top, 64, 4, 7.0, kit.metal.at(0.4));
    }
    ceiling.light_deep(seed);
    ceiling.grain(seed, 0.05);
    ceiling
}
