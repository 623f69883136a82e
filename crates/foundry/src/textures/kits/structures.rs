//! The characteristic walls of each deck, built in different ways. Variants of a wall differ by a mark.

use crate::{
    textures::kits::kit::Kit,
    textures::kits::walls::aged,
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, BONE, FIRE, GUNMETAL, ICE, Ink, PHOSPHOR, STEEL},
};
use music::chance::{Dice, white};

/// A slotted vent.
pub(super) fn vent(wall: &mut Canvas, x: i32, y: i32, width: i32, rows: i32, ink: Ink) {
    wall.plate(x, y, width, rows * 3 + 3, 4.0, ink.lit(0.08));
    for row in 0..rows {
        wall.block(x + 3, y + 2 + row * 3, width - 6, 2, 0.0, ink.lit(-0.34));
    }
}

/// A square hatch with a handle.
fn hatch(wall: &mut Canvas, x: i32, y: i32, size: i32, ink: Ink) {
    wall.block(x, y, size, size, 0.5, ink.lit(-0.3));
    wall.plate(x + 1, y + 1, size - 2, size - 2, 4.0, ink);
    wall.block(x + size / 2 - 3, y + size / 2, 6, 2, 6.0, ink.lit(0.2));
}

/// Cryogenics: tall plates of enamel with round corners, frost creeping up from the deck.
pub(super) fn enamel(kit: &Kit, variant: u32) -> Canvas {
    let (main, metal, seed) = (kit.main, kit.metal, kit.seed + variant);
    let mut wall = Canvas::texture(main.at(0.14));
    for left in [0, 32] {
        wall.plate(left + 1, 5, 30, 45, 3.0, main.at(0.52));
        wall.plate(left + 3, 7, 26, 41, 4.0, main.at(0.56));
    }
    wall.block(0, 0, 64, 4, 5.0, metal.at(0.52));
    wall.block(0, 51, 64, 13, 4.0, main.at(0.4));
    wall.block(0, 54, 64, 2, 2.5, kit.accent);
    match variant {
        1 => vent(&mut wall, 38, 12, 20, 6, main.at(0.46)),
        2 => hatch(&mut wall, 6, 17, 20, main.at(0.6)),
        3 => {
            for (y, tone) in [(20, 0.3), (24, 0.6), (28, 0.4)] {
                wall.block(0, y, 64, 2, 6.0, metal.at(tone));
            }
        }
        _ => {}
    }
    wall.light_deep(seed);
    for (x, y) in [(5, 9), (26, 9), (37, 9), (58, 9), (5, 45), (26, 45), (37, 45), (58, 45)] {
        wall.rivet(x, y);
    }
    wall.grain(seed, 0.04);
    frost(&mut wall, kit, seed);
    wall
}

/// Frost at the foot of a wall, and icicles under its head.
fn frost(wall: &mut Canvas, kit: &Kit, seed: u32) {
    wall.every(|x, y, ink| {
        let climb = (y as f32 - 34.0) / 30.0 + (cloud(seed ^ 1, x as f32 / 8.0, y as f32 / 8.0, 8) - 0.5) * 1.3;
        let crystal = white(seed ^ 2, x, y) * 0.3;
        if climb > 0.45 + crystal { kit.main.at((0.6 + climb * 0.25 - crystal).min(0.92)) } else { ink }
    });
    let mut dice = Dice::new(seed ^ 3);
    for _ in 0..9 {
        let (x, length) = (dice.whole(0, 64), dice.whole(3, 11));
        for step in 0..length {
            wall.dot(x, 4 + step, kit.main.at(0.95 - 0.3 * step as f32 / length as f32));
        }
    }
}

/// Cryogenics: insulated ribs between padded bays.
pub(super) fn ribs(kit: &Kit, variant: u32) -> Canvas {
    let (main, metal, seed) = (kit.main, kit.metal, kit.seed + 40 + variant);
    let mut wall = Canvas::texture(main.at(0.2));
    for left in (0..64).step_by(16) {
        for column in 0..5 {
            let round = 1.0 - (column as f32 - 1.5).abs() / 4.0;
            wall.block(left + column, 0, 1, 64, 3.0 + round * 3.0, metal.at(0.3 + round * 0.3));
        }
        for top in (2..64).step_by(10) {
            wall.plate(left + 6, top, 9, 9, 2.0, main.at(0.48));
        }
    }
    for top in [12 + 8 * variant as i32, 50] {
        wall.block(0, top, 64, 4, 7.0, metal.at(0.5));
    }
    wall.light_deep(seed);
    aged(wall, seed, 0.05)
}

/// Cryogenics: a bank of tanks, their level glowing.
pub(super) fn tank(kit: &Kit, _: u32) -> Canvas {
    let mut wall = Canvas::texture(kit.main.at(0.24));
    for left in [2, 23, 44] {
        wall.plate(left, 4, 18, 56, 5.0, kit.metal.at(0.5));
    }
    wall.light_deep(kit.seed ^ 5);
    for (number, left) in [2, 23, 44].into_iter().enumerate() {
        for y in 10..54 {
            for x in 3..15 {
                let level = y > 16 + 9 * number as i32;
                let round = 1.0 - ((x as f32 - 8.0) / 7.0).abs();
                let stir = cloud(kit.seed ^ 6, (left + x) as f32 / 4.0, y as f32 / 6.0, 64) * 0.2;
                let ink = if level { ICE.at(0.4 + round * 0.35 + stir) } else { ICE.at(0.12 + round * 0.15) };
                wall.dot(left + x, y, if level { ink.shining() } else { ink });
            }
        }
    }
    wall.grain(kit.seed ^ 7, 0.03);
    wall
}

/// The holds: the corrugated sides of containers.
pub(super) fn corrugated(kit: &Kit, variant: u32) -> Canvas {
    let (main, seed) = (kit.main, kit.seed + variant);
    let mut wall = Canvas::texture(main.at(0.3));
    for x in 0..64 {
        let wave = libm::sinf(x as f32 * core::f32::consts::TAU / 8.0);
        wall.block(x, 0, 1, 64, 2.0 + wave * 2.2, main.at(0.54 + wave * 0.14));
    }
    for (top, high) in [(0, 6), (58, 6)] {
        wall.block(0, top, 64, high, 6.0, main.at(0.42));
    }
    match variant {
        1 => {
            for left in [14, 44] {
                wall.block(left, 0, 4, 64, 8.0, kit.metal.at(0.5));
            }
        }
        2 => wall.plate(18, 18, 30, 22, 5.0, main.at(0.6)),
        _ => {}
    }
    wall.light_deep(seed);
    if variant == 2 {
        wall.write(22, 21, "4171", |_| kit.accent);
        wall.rect(22, 34, 22, 2, kit.accent);
    }
    if variant == 3 {
        for y in 44..54_i32 {
            for x in 0..64 {
                if (x + y).rem_euclid(12) < 6 {
                    wall.lighten(x, y, -0.36);
                }
            }
        }
    }
    wall.patina(seed ^ 4, kit.decay, 0.74);
    aged(wall, seed, 0.08)
}

/// The holds: girders, crossed and bolted.
pub(super) fn girders(kit: &Kit, variant: u32) -> Canvas {
    let (main, seed) = (kit.main, kit.seed + 40 + variant);
    let mut wall = Canvas::texture(main.at(0.36));
    for step in 0..64 {
        for wide in -3..4_i32 {
            let raised = 3.0 + if wide.abs() == 3 { 1.5 } else { 0.0 };
            wall.raise(step, step + wide, raised, main.at(0.56));
            wall.raise(step, 63 - step + wide, raised + 0.5, main.at(0.6));
        }
    }
    for (left, top, wide, high) in [(0, 0, 64, 8), (0, 56, 64, 8), (0, 0, 7, 64), (57, 0, 7, 64)] {
        wall.block(left, top, wide, high, 6.0, main.at(0.56));
    }
    wall.plate(24, 24, 16, 16, 8.0, main.at(0.6));
    if variant == 1 {
        vent(&mut wall, 22, 44, 20, 3, main.at(0.44));
    }
    wall.light_deep(seed);
    for (x, y) in [(28, 28), (36, 28), (28, 36), (36, 36), (3, 4), (60, 4), (3, 60), (60, 60), (3, 32), (60, 32)] {
        wall.bolt(x, y, main.at(0.66));
    }
    wall.patina(seed ^ 4, kit.decay, if variant == 2 { 0.6 } else { 0.72 });
    aged(wall, seed, 0.1)
}

/// The holds: the doors of a container with their locking bars.
pub(super) fn container(kit: &Kit, _: u32) -> Canvas {
    let main = kit.main;
    let mut wall = Canvas::texture(main.at(0.2));
    wall.block(0, 0, 64, 64, 5.0, main.at(0.46));
    for left in [4, 33] {
        wall.block(left, 4, 27, 56, 1.0, main.at(0.56));
        for x in (left + 2..left + 26).step_by(6) {
            wall.block(x, 6, 3, 52, 3.0, main.at(0.62));
        }
    }
    for x in [12, 24, 39, 51] {
        wall.block(x, 2, 2, 60, 7.0, main.at(0.74));
        wall.block(x - 2, 34, 6, 4, 9.0, main.at(0.44));
    }
    wall.light_deep(kit.seed ^ 5);
    wall.write(6, 8, "HOLD 2", |_| kit.accent);
    wall.patina(kit.seed ^ 6, kit.decay, 0.7);
    aged(wall, kit.seed ^ 7, 0.1)
}

/// Engineering: strakes of iron, each riveted over the next.
pub(super) fn strakes(kit: &Kit, variant: u32) -> Canvas {
    let (main, seed) = (kit.main, kit.seed + variant);
    let mut wall = Canvas::texture(main.at(0.3));
    for (row, top) in (0..64).step_by(16).enumerate() {
        for y in 0..16 {
            wall.block(0, top + y, 64, 1, 4.0 - y as f32 * 0.22, main.at(0.54 - y as f32 * 0.008));
        }
        let seam = (row as i32 * 23 + 11 + variant as i32 * 9) % 64;
        wall.block(seam, top, 2, 16, 0.0, main.at(0.24));
    }
    match variant {
        1 => wall.plate(10, 20, 26, 20, 7.0, kit.other.at(0.5)),
        2 => {
            wall.ellipse((40.0, 24.0), (11.0, 11.0), |_, y| kit.metal.at(0.56 - y * 0.2));
            wall.ellipse((40.0, 24.0), (8.0, 8.0), |_, _| BONE.at(0.72));
        }
        3 => vent(&mut wall, 18, 22, 28, 6, main.at(0.48)),
        _ => {}
    }
    wall.light_deep(seed);
    for top in (2..64).step_by(16) {
        for x in (3..64).step_by(6) {
            wall.rivet(x, top);
        }
    }
    if variant == 2 {
        wall.line((40.0, 24.0), (45.0, 19.0), ALARM.at(0.5));
        for (x, y) in [(34, 24), (36, 19), (40, 17), (45, 24)] {
            wall.dot(x, y, GUNMETAL.at(0.1));
        }
    }
    if variant == 1 {
        for (x, y) in [(12, 22), (33, 22), (12, 37), (33, 37), (22, 22), (22, 37)] {
            wall.rivet(x, y);
        }
    }
    wall.patina(seed ^ 4, kit.other, 0.76);
    aged(wall, seed, 0.1)
}

/// Engineering: the round flank of a boiler, banded with copper.
pub(super) fn boiler(kit: &Kit, variant: u32) -> Canvas {
    let (main, seed) = (kit.main, kit.seed + 40 + variant);
    let mut wall = Canvas::texture(main.at(0.3));
    for y in 0..64 {
        let round = libm::sinf((y as f32 + 0.5) * core::f32::consts::PI / 32.0).abs();
        wall.block(0, y, 64, 1, round * 6.0, main.at(0.3 + round * 0.3));
    }
    for left in [4 + variant as i32 * 4, 40 - variant as i32 * 3] {
        for y in 0..64 {
            let round = libm::sinf((y as f32 + 0.5) * core::f32::consts::PI / 32.0).abs();
            wall.block(left, y, 9, 1, round * 6.0 + 2.0, kit.other.at(0.36 + round * 0.26));
        }
    }
    wall.light_deep(seed);
    for left in [6 + variant as i32 * 4, 42 - variant as i32 * 3] {
        for y in (6..64).step_by(8) {
            wall.bolt(left + 2, y, kit.other.at(0.66));
        }
    }
    aged(wall, seed, 0.1)
}

/// Engineering: a furnace behind bars.
pub(super) fn furnace(kit: &Kit, _: u32) -> Canvas {
    let mut wall = strakes(kit, 0);
    wall.block(10, 12, 44, 40, 6.0, kit.metal.at(0.4));
    for y in 17..47 {
        for x in 15..49 {
            let heat = cloud(kit.seed ^ 5, x as f32 / 5.0, y as f32 / 7.0, 64) * 0.5 + (y - 17) as f32 / 60.0;
            let bar = x % 6 < 2;
            wall.dot(x, y, if bar { GUNMETAL.at(0.16) } else { FIRE.at(0.2 + heat * 0.7).shining() });
        }
    }
    for (x, y) in [(12, 14), (51, 14), (12, 49), (51, 49), (32, 14), (32, 49)] {
        wall.bolt(x, y, kit.metal.at(0.6));
    }
    wall
}

/// Command: green leather above a brass rail, walnut below it.
pub(super) fn wainscot(kit: &Kit, variant: u32) -> Canvas {
    let (main, wood, brass, seed) = (kit.main, kit.other, kit.metal, kit.seed + variant);
    let mut wall = Canvas::texture(main.at(0.3));
    wall.block(0, 0, 64, 5, 6.0, main.at(0.34));
    wall.block(0, 5, 64, 38, 1.0, main.at(0.52));
    for left in [0, 32] {
        wall.plate(left + 3, 8, 26, 32, 2.6, main.at(0.56));
    }
    wall.block(0, 43, 64, 3, 6.0, brass.at(0.6));
    wall.block(0, 46, 64, 18, 2.0, wood.at(0.42));
    for left in [0, 22, 43] {
        wall.plate(left + 2, 49, 18, 11, 3.6, wood.at(0.5));
    }
    wall.block(0, 62, 64, 2, 5.0, brass.at(0.36));
    match variant {
        1 => {
            wall.block(20, 10, 24, 28, 5.0, brass.at(0.6));
            wall.block(22, 12, 20, 24, 3.0, main.at(0.24));
        }
        2 => wall.block(29, 8, 6, 18, 6.0, brass.at(0.56)),
        _ => {}
    }
    wall.light_deep(seed);
    match variant {
        // A portrait with scratched-out eyes.
        1 => {
            wall.ellipse((32.0, 21.0), (4.6, 5.6), |_, y| BONE.at(0.46 - y * 0.1));
            wall.ellipse((32.0, 34.0), (8.0, 6.0), |_, _| STEEL.at(0.4));
            wall.lines(&[(27.0, 18.0), (37.0, 21.0)], GUNMETAL.at(0.1));
            wall.lines(&[(28.0, 22.0), (36.0, 18.0)], GUNMETAL.at(0.1));
            wall.rect(22, 36, 20, 1, main.at(0.3));
        }
        // A lit sconce.
        2 => wall.ellipse((32.0, 13.0), (4.0, 6.0), |_, y| PHOSPHOR.at(0.85 - y.abs() * 0.2).shining()),
        // Buttons hold the leather.
        3 => {
            for (x, y) in
                [(9, 14), (23, 14), (16, 24), (9, 34), (23, 34), (41, 14), (55, 14), (48, 24), (41, 34), (55, 34)]
            {
                wall.bolt(x, y, main.at(0.62));
            }
        }
        _ => {}
    }
    aged(wall, seed, 0.04)
}

/// Command: fluted columns of green stone between brass feet.
pub(super) fn columns(kit: &Kit, variant: u32) -> Canvas {
    let (main, brass, seed) = (kit.main, kit.metal, kit.seed + 40 + variant);
    let mut wall = Canvas::texture(main.at(0.28));
    for left in [4, 36] {
        for column in 0..24 {
            let round = 1.0 - ((column as f32 - 11.5) / 12.0) * ((column as f32 - 11.5) / 12.0);
            let flute = if column % 4 == 3 { -1.4 } else { 0.0 };
            wall.block(left + column, 6, 1, 52, 1.0 + round * 5.0 + flute, main.at(0.34 + round * 0.24 + flute * 0.06));
        }
    }
    for top in [0, 57] {
        wall.block(0, top, 64, 7, 7.0, main.at(0.44));
        wall.block(0, top + 3, 64, 1 + variant as i32 % 2, 8.0, brass.at(0.6));
    }
    if variant == 2 {
        wall.block(0, 29, 64, 5, 8.0, brass.at(0.46));
    }
    wall.light_deep(seed);
    aged(wall, seed, 0.05)
}

/// Command: a lit chart of stars behind glass.
pub(super) fn chart(kit: &Kit, _: u32) -> Canvas {
    let mut wall = wainscot(kit, 0);
    wall.rect(4, 6, 56, 34, kit.main.at(0.4));
    for y in 9..37 {
        for x in 7..57 {
            let line = (x - 7) % 10 == 0 || (y - 9) % 9 == 0;
            let star = white(kit.seed ^ 5, x, y) > 0.975;
            let tone = match (star, line) {
                (true, _) => 0.98,
                (_, true) => 0.34,
                _ => 0.16,
            };
            wall.dot(x, y, ICE.at(tone).shining());
        }
    }
    wall.lines(&[(12.0, 32.0), (26.0, 26.0), (36.0, 15.0), (52.0, 12.0)], PHOSPHOR.at(0.9).shining());
    wall
}

/// The chapel: courses of dressed marble, a gold line between them.
pub(super) fn ashlar(kit: &Kit, variant: u32) -> Canvas {
    let (main, gold, seed) = (kit.main, kit.metal, kit.seed + variant);
    let mut wall = Canvas::texture(main.at(0.2));
    let mut dice = Dice::new(seed);
    for (row, top) in [0, 16, 38, 54].into_iter().enumerate() {
        let high = if row == 1 {
            20
        } else if row == 3 {
            10
        } else {
            15
        };
        for stone in 0..2 {
            let left = stone * 32 + if row % 2 == 0 { 0 } else { 16 };
            wall.plate(left + 1, top, 30, high, 3.0 + dice.between(0.0, 1.6), main.at(0.5 + dice.between(-0.05, 0.07)));
        }
    }
    wall.block(0, 36, 64, 2, 4.0, gold.at(0.6));
    match variant {
        1 => {
            wall.block(29, 5, 6, 28, 6.0, gold.at(0.56));
            wall.block(21, 12, 22, 5, 6.0, gold.at(0.56));
        }
        2 => {
            wall.ellipse((32.0, 18.0), (13.0, 13.0), |_, _| main.at(0.2));
            wall.block(26, 18, 12, 16, 1.0, main.at(0.62));
            wall.ellipse((32.0, 14.0), (5.0, 6.0), |_, y| main.at(0.66 - y * 0.2));
        }
        _ => {}
    }
    wall.light_deep(seed);
    veins(&mut wall, seed);
    if variant == 3 {
        wall.lines(&[(12.0, 0.0), (18.0, 12.0), (15.0, 22.0), (24.0, 38.0), (22.0, 50.0)], main.at(0.08));
        wall.lines(&[(18.0, 12.0), (28.0, 16.0)], main.at(0.1));
    }
    wall.grain(seed, 0.03);
    wall
}

/// Veins in stone, lighter than it.
fn veins(wall: &mut Canvas, seed: u32) {
    wall.every(|x, y, ink| {
        let vein = (cloud(seed ^ 8, x as f32 / 10.666_667, y as f32 / 10.666_667, 6) - 0.5).abs();
        if vein < 0.016 { ink.lit(0.16) } else { ink }
    });
}

/// The chapel: pointed arches in relief.
pub(super) fn arches(kit: &Kit, variant: u32) -> Canvas {
    let (main, gold, seed) = (kit.main, kit.metal, kit.seed + 40 + variant);
    let mut wall = Canvas::texture(main.at(0.46));
    for y in 0..64 {
        for x in 0..64 {
            let (across, up) = ((x % 32) as f32 - 15.5, 24.0 - y as f32);
            // Two circles, each centred on the other's edge, meet in a point.
            let reach = |about: f32| libm::sqrtf((across - about) * (across - about) + up.max(0.0) * up.max(0.0));
            let inside = reach(10.0).max(reach(-10.0));
            let (rise, tone) = match inside {
                inside if inside < 19.0 => (0.0, if variant == 1 { 0.26 } else { 0.38 }),
                inside if inside < 21.5 => (7.0, 0.6),
                inside if inside < 23.0 => (5.0, 0.5),
                _ => (3.0, 0.48),
            };
            wall.raise(x, y, rise, main.at(tone));
        }
    }
    wall.block(0, 58, 64, 6, 8.0, main.at(0.5));
    wall.block(0, 57, 64, 1, 8.0, gold.at(0.6));
    wall.light_deep(seed);
    if variant == 2 {
        for left in [0, 32] {
            wall.ellipse((left as f32 + 15.5, 26.0), (3.0, 3.0), |_, _| gold.at(0.66));
            wall.rect(left + 14, 29, 4, 18, gold.at(0.5));
        }
    }
    veins(&mut wall, seed);
    wall.grain(seed, 0.03);
    wall
}

/// The chapel: a window of coloured glass, lit from behind.
pub(super) fn stained_glass(kit: &Kit, _: u32) -> Canvas {
    let mut wall = ashlar(kit, 0);
    for y in 3..60_i32 {
        for x in 0..64 {
            let (across, up) = (x as f32 - 31.5, 26.0 - y as f32);
            let reach = |about: f32| libm::sqrtf((across - about) * (across - about) + up.max(0.0) * up.max(0.0));
            let inside = reach(16.0).max(reach(-16.0));
            let lead = (x + y) % 11 == 0 || (x - y).rem_euclid(11) == 0;
            let pane = white(kit.seed ^ 5, (x + y) / 11, (x - y).div_euclid(11));
            match inside {
                inside if inside < 34.0 && lead => wall.dot(x, y, GUNMETAL.at(0.06)),
                inside if inside < 34.0 => {
                    let glow = 0.42 + (pane - 0.5) * 0.2;
                    let ink = match (pane * 4.0) as i32 {
                        0 => ALARM.at(glow),
                        1 => kit.main.at(glow + 0.3),
                        2 => ICE.at(glow),
                        _ => kit.main.at(glow + 0.16),
                    };
                    wall.dot(x, y, ink.shining());
                }
                inside if inside < 37.0 => wall.dot(x, y, kit.metal.at(0.5)),
                _ => {}
            }
        }
    }
    wall
}
