//! The crew's quarters: cream laminate, rose padding, slats and rugs, and the wear of people living there.

use crate::{
    textures::kits::kit::Kit,
    textures::kits::structures::vent,
    textures::kits::walls::aged,
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{AMBER, AQUA, BONE, CLOTH, DRESS, GUNMETAL, Ink, SKIN, STEEL, WALNUT},
};
use core::f32::consts::TAU;
use music::chance::{Dice, white};

/// The stripes that run through the quarters, from the top.
const STRIPES: [(i32, Ink); 3] = [(24, CLOTH.at(0.62)), (28, AMBER.at(0.6)), (32, AQUA.at(0.5))];

/// Scuffs of boots, trolleys and boxes at the foot of a wall.
fn scuffed(wall: &mut Canvas, seed: u32) {
    let mut dice = Dice::new(seed);
    for _ in 0..9 {
        let (x, y, length) = (dice.whole(0, 64), dice.whole(48, 62), dice.whole(3, 14));
        let delta = if dice.between(0.0, 1.0) < 0.6 { -0.12 } else { 0.1 };
        for step in 0..length {
            wall.lighten(x + step, y + step / 5, delta);
        }
    }
}

/// Panels of laminate with three stripes, over a rail and padding.
pub(super) fn laminate(kit: &Kit, variant: u32) -> Canvas {
    let (main, cloth, seed) = (kit.main, kit.other, kit.seed + variant);
    let mut wall = Canvas::texture(main.at(0.24));
    wall.block(0, 0, 64, 4, 5.0, kit.metal.at(0.6));
    for left in [0, 32] {
        wall.plate(left + 1, 5, 30, 38, 2.4, main.at(0.7));
    }
    wall.block(0, 44, 64, 3, 6.0, WALNUT.at(0.6));
    for left in [0, 16, 32, 48] {
        for column in 0..15 {
            let round = libm::sinf((column as f32 + 0.5) * TAU / 30.0);
            wall.block(left + column, 47, 1, 13, round * 3.0, cloth.at(0.47 + round * 0.16));
        }
    }
    wall.block(0, 60, 64, 4, 4.0, WALNUT.at(0.34));
    match variant {
        1 => vent(&mut wall, 4, 8, 22, 4, main.at(0.56)),
        2 => wall.block(37, 8, 20, 14, 3.0, WALNUT.at(0.5)),
        _ => {}
    }
    wall.light_deep(seed);
    for (top, ink) in STRIPES {
        for x in (0..64).filter(|x| x % 32 != 0 && x % 32 != 31) {
            wall.rect(x, top, 1, 3, ink.lit((white(seed ^ 5, x / 3, top) - 0.5) * 0.12));
        }
    }
    match variant {
        // Pinned-up pictures: a portrait, and a child's drawing of the ship.
        2 => pinned(&mut wall),
        // A tally of days, given up.
        3 => {
            for (day, x) in (38..58).step_by(3).enumerate() {
                wall.rect(x, 10, 1, 7, GUNMETAL.at(0.2));
                if day % 5 == 4 {
                    wall.line((x as f32 - 12.0, 16.0), (x as f32 + 1.0, 11.0), GUNMETAL.at(0.2));
                }
            }
        }
        _ => {}
    }
    scuffed(&mut wall, seed ^ 6);
    aged(wall, seed, 0.05)
}

/// A board with a pinned-up portrait and a drawing.
fn pinned(wall: &mut Canvas) {
    wall.rect(39, 10, 8, 10, BONE.at(0.9));
    wall.rect(40, 11, 6, 7, AQUA.at(0.4));
    wall.ellipse((43.0, 14.0), (1.8, 2.2), |_, y| SKIN.at(0.6 - y * 0.1));
    wall.rect(41, 16, 4, 2, DRESS.at(0.6));
    wall.rect(48, 11, 8, 8, DRESS.at(0.9));
    wall.lines(&[(49.0, 16.0), (51.0, 13.0), (54.0, 15.0), (49.0, 16.0)], CLOTH.at(0.5));
    wall.dot(43, 10, AMBER.at(0.8));
    wall.dot(52, 11, AQUA.at(0.6));
}

/// Quilted padding from floor to ceiling; torn, with a plate, or whole.
pub(super) fn quilt(kit: &Kit, variant: u32) -> Canvas {
    let (cloth, seed) = (kit.other, kit.seed + 40 + variant);
    let mut wall = Canvas::texture(cloth.at(0.3));
    for y in 0..64_i32 {
        for x in 0..64 {
            // Diamonds of sixteen pixels, sewn down along their edges.
            let (one, other) = ((x + y).rem_euclid(16) as f32, (x - y).rem_euclid(16) as f32);
            let swell = libm::sinf(one * TAU / 32.0) * libm::sinf(other * TAU / 32.0);
            wall.raise(x, y, swell * 5.0, cloth.at(0.36 + swell * 0.24));
        }
    }
    for top in [0, 58] {
        wall.block(0, top, 64, 6, 6.0, kit.main.at(0.58));
        wall.block(0, top + 2, 64, 2, 6.5, kit.main.at(0.64));
    }
    if variant == 1 {
        wall.plate(20, 24, 24, 14, 7.0, kit.metal.at(0.62));
    }
    wall.light_deep(seed);
    for y in (8..58).step_by(8) {
        for x in (0..64).step_by(16) {
            wall.bolt(x + y % 16, y, cloth.at(0.62));
        }
    }
    if variant == 2 {
        let torn = [(36.0, 20.0), (46.0, 25.0), (41.0, 34.0), (45.0, 44.0), (37.0, 37.0), (33.0, 28.0)];
        wall.polygon(&torn, |x, y| BONE.at(0.5 + white(seed, x, y) * 0.3));
        wall.lines(&[(36.0, 20.0), (33.0, 28.0), (37.0, 37.0), (45.0, 44.0)], cloth.at(0.1));
    }
    aged(wall, seed, 0.05)
}

/// Two berths let into the wall, one over the other, with curtains, blankets and a lamp to read by.
pub(super) fn berths(kit: &Kit, _: u32) -> Canvas {
    let mut wall = Canvas::texture(kit.main.at(0.68));
    for top in [4, 34] {
        wall.block(4, top, 56, 26, -7.0, WALNUT.at(0.2));
        wall.block(4, top + 17, 56, 9, -2.0, DRESS.at(0.7));
        wall.block(22, top + 15, 38, 11, -1.0, AQUA.at(if top == 4 { 0.44 } else { 0.56 }));
        wall.block(6, top + 13, 13, 6, -0.5, DRESS.at(0.78));
    }
    wall.block(0, 30, 64, 4, 5.0, WALNUT.at(0.52));
    wall.light_deep(kit.seed ^ 5);
    for top in [4, 34] {
        // The lamp, and what it lights.
        wall.every(|x, y, ink| {
            let near = 1.0 - libm::sqrtf(((x - 9) * (x - 9) + (y - top - 5) * (y - top - 5)) as f32) / 22.0;
            if (top..top + 26).contains(&y) && (4..60).contains(&x) { ink.lit(near.max(0.0) * 0.26) } else { ink }
        });
        wall.rect(6, top + 2, 7, 3, BONE.at(0.96).shining());
        // The curtain, half drawn.
        let begins = if top == 4 { 28 } else { 20 };
        for x in begins..60 {
            let fold = libm::sinf(x as f32 * 1.3) * 0.12;
            wall.rect(x, top + 1, 1, if top == 4 { 25 } else { 22 }, kit.accent.lit(fold));
        }
        wall.rect(4, top, 56, 1, kit.metal.at(0.7));
    }
    aged(wall, kit.seed ^ 7, 0.05)
}

/// Laminate laid as parquet, worn pale along the walkway.
pub(super) fn parquet(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 200 + variant;
    let mut floor = Canvas::texture(kit.main.at(0.36));
    for row in 0..4 {
        for column in 0..4 {
            for strip in 0..4 {
                let tone = 0.56 + (white(seed, column * 4 + strip, row) - 0.5) * 0.1;
                let (x, y) = (column * 16, row * 16);
                let ink = kit.main.at(tone + 0.04);
                if (row + column) % 2 == 0 {
                    floor.block(x, y + strip * 4, 16, 3, 1.0, ink);
                } else {
                    floor.block(x + strip * 4, y, 3, 16, 1.0, ink);
                }
            }
        }
    }
    floor.light();
    floor.every(|x, y, ink| {
        let worn = cloud(seed ^ 3, x as f32 / 10.666_667, y as f32 / 10.666_667, 6);
        if worn > 0.66 { ink.lit(0.12) } else { ink.lit((white(seed ^ 4, x / 5, y) - 0.5) * 0.06) }
    });
    floor.grain(seed, 0.04);
    floor
}

/// A rug with a border, threadbare in places.
pub(super) fn rug(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 220 + variant;
    let mut floor = Canvas::texture(AQUA.at(0.36));
    floor.every(|x, y, ink| {
        let edge = x.min(63 - x).min(y).min(63 - y);
        let lozenge = (x % 32 - 16).abs() + (y % 32 - 16).abs();
        let weave = if (x + y) % 2 == 0 { 0.03 } else { -0.03 };
        match (edge, lozenge) {
            (2..=4, _) => kit.other.at(0.4 + weave),
            (_, 9..=10) => kit.main.at(0.44 + weave),
            (_, 4..=5) => kit.main.at(0.4 + weave),
            _ => ink.lit(weave - if edge < 2 { 0.1 } else { 0.0 }),
        }
    });
    floor.patina(seed ^ 0x61, WALNUT, [0.8, 0.74, 0.7][variant as usize % 3]);
    floor.grain(seed, 0.05);
    floor
}

/// A ceiling of acoustic panels with rows of small holes.
pub(super) fn acoustic(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 340 + variant;
    let mut ceiling = Canvas::texture(kit.main.at(0.28));
    for (number, (left, top)) in [(0, 0), (32, 0), (0, 32), (32, 32)].into_iter().enumerate() {
        ceiling.plate(left + 1, top + 1, 30, 30, 2.0, kit.main.at(0.6));
        for y in (top + 5..top + 28).step_by(4) {
            for x in (left + 5..left + 28).step_by(4) {
                ceiling.raise(x, y, 0.0, kit.main.at(0.32));
            }
        }
        if number as u32 + 1 == variant {
            ceiling.block(left + 9, top + 9, 14, 14, 4.0, kit.metal.at(0.56));
            ceiling.block(left + 11, top + 11, 10, 10, 0.0, GUNMETAL.at(0.2));
            for slot in (top + 12..top + 20).step_by(3) {
                ceiling.block(left + 11, slot, 10, 1, 3.0, kit.metal.at(0.5));
            }
        }
    }
    ceiling.light();
    if variant == 3 {
        // Water damage.
        ceiling.patina(seed, WALNUT, 0.66);
    }
    ceiling.grain(seed, 0.04);
    ceiling
}

/// A ceiling of wooden slats over the dark, a cable above them.
pub(super) fn slats(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 360 + variant;
    let mut ceiling = Canvas::texture(GUNMETAL.at(0.08));
    ceiling.block(0, 10 + variant as i32 * 16, 64, 4, 0.0, STEEL.at(0.3));
    for left in (0..64).step_by(8) {
        ceiling.block(left, 0, 5, 64, 5.0, kit.main.at(0.5 + (white(seed, left, 0) - 0.5) * 0.14));
    }
    for top in [0, 32] {
        ceiling.block(0, top, 64, 3, 7.0, kit.metal.at(0.56));
    }
    ceiling.light_deep(seed);
    ceiling.every(|x, y, ink| ink.lit((white(seed ^ 3, x, y / 7) - 0.5) * 0.08));
    ceiling
}
