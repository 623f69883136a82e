//! The hull: white plates on frames of primer, blankets of gold foil, handrails and frost; the stars are just outside.

use crate::{
    textures::kits::kit::Kit,
    textures::kits::walls::aged,
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{BRASS, DRESS, GUNMETAL, ICE, NEBULA, Ramp, SMOKE, VOID},
};
use music::chance::{Dice, white};

/// Frost where clouds are above `bar` (0 everywhere, 1 nowhere), and earlier at the foot of a wall, by `foot`.
fn frost(wall: &mut Canvas, seed: u32, bar: f32, foot: f32) {
    wall.every(|x, y, ink| {
        let cold = cloud(seed, x as f32 / 8.0, y as f32 / 8.0, 8) + foot * ((y as f32 - 36.0) / 28.0).max(0.0) - bar;
        let spark = white(seed ^ 2, x, y) - 0.5;
        if cold + spark * 0.22 > 0.0 {
            DRESS.at((ink.tone + cold.clamp(0.0, 0.2) * 1.4 + spark * 0.12).min(0.84))
        } else {
            ink
        }
    });
}

/// Plates between frames with round holes; a handrail, a stencil or a bundle of cables on them.
pub(super) fn plates(kit: &Kit, variant: u32) -> Canvas {
    let (main, frame, seed) = (kit.main, kit.other, kit.seed + variant);
    let mut wall = Canvas::texture(main.at(0.3));
    for (left, top, tone) in [(6, 0, 0.6), (6, 33, 0.56), (38, 0, 0.55), (38, 33, 0.62)] {
        wall.block(left, top, 26, 31, 1.4, main.at(tone));
    }
    for left in [0, 32] {
        wall.block(left, 0, 7, 64, 5.0, frame.at(0.46));
        wall.block(left, 0, 1, 64, 7.0, frame.at(0.56));
        wall.block(left + 6, 0, 1, 64, 7.0, frame.at(0.56));
    }
    wall.block(0, 29, 64, 4, 4.0, frame.at(0.42));
    match variant {
        1 => {
            for x in [10, 52] {
                wall.block(x, 38, 3, 6, 6.0, main.at(0.4));
            }
            wall.block(0, 40, 64, 4, 9.0, kit.accent);
        }
        3 => {
            for (number, top) in [6, 10, 13, 18].into_iter().enumerate() {
                let ink = if number == 2 { kit.accent.lit(-0.1) } else { kit.pipes.at(0.76 + number as f32 * 0.05) };
                wall.block(0, top, 64, 3, 6.0, ink);
            }
            wall.block(18, 4, 4, 19, 8.0, main.at(0.62));
            wall.block(48, 4, 4, 19, 8.0, main.at(0.62));
        }
        _ => {}
    }
    wall.light_deep(seed);
    for left in [0, 32] {
        for y in [8, 22, 42, 56] {
            wall.ellipse((left as f32 + 3.5, y as f32), (2.4, 3.4), |_, y| {
                GUNMETAL.at(0.05 + (y > 0.5) as u8 as f32 * 0.2)
            });
        }
        for y in (3..64).step_by(5) {
            wall.rivet(left + 9, y);
            wall.rivet(left + 29, y);
        }
    }
    if variant == 2 {
        wall.write(39, 8, "F41", |_| kit.accent);
        wall.rect(40, 18, 21, 2, kit.accent);
    }
    frost(&mut wall, seed ^ 3, 0.76, 0.3);
    aged(wall, seed, 0.05)
}

/// Crumpled foil, quilted by tapes.
fn crumpled(foil: Ramp, seed: u32) -> Canvas {
    let mut wall = Canvas::texture(foil.at(0.5));
    wall.every(|x, y, _| {
        // Creases run every way: facets of noise, bright on one side and dark on the other.
        let facet = |dx: i32, dy: i32| {
            let (x, y) = ((x + dx) as f32, (y + dy) as f32);
            (cloud(seed, x / 8.0 + y / 16.0, y / 8.0, 8) - 0.5).abs()
        };
        let slope = (facet(0, 0) - facet(-1, -1)) * 5.0;
        let glint = if slope > 0.34 { 0.16 } else { 0.0 };
        foil.at(0.42 + slope + glint)
    });
    for line in [0, 32] {
        wall.rect(0, line, 64, 2, foil.at(0.66));
        wall.rect(0, line + 2, 64, 1, foil.at(0.16));
        wall.rect(line, 0, 2, 64, foil.at(0.6));
        wall.rect(line + 2, 0, 1, 64, foil.at(0.18));
    }
    wall
}

/// A blanket of gold foil, buttoned, patched or torn.
pub(super) fn foil(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 40 + variant;
    let mut wall = crumpled(BRASS, seed);
    for (x, y) in [(1, 1), (33, 1), (1, 33), (33, 33), (17, 17), (49, 17), (17, 49), (49, 49)] {
        wall.bolt(x, y, kit.main.at(0.66));
    }
    if variant == 1 {
        // A patch, taped over.
        wall.rect(12, 36, 20, 16, kit.main.at(0.56));
        wall.frame(12, 36, 20, 16, kit.main.at(0.72));
        wall.write(14, 40, "07", |_| GUNMETAL.at(0.14));
    }
    if variant == 2 {
        // It has torn: the plate below is bare and white with frost.
        let torn = [(30.0, 10.0), (50.0, 6.0), (58.0, 24.0), (50.0, 44.0), (40.0, 36.0), (36.0, 24.0)];
        wall.polygon(&torn, |x, y| DRESS.at(0.34 + white(seed ^ 5, x, y) * 0.16));
        wall.lines(&[torn[0], torn[5], torn[4], torn[3]], BRASS.at(0.94));
    }
    wall.grain(seed, 0.04);
    wall
}

/// A port with the stars outside, in a dark housing.
pub(super) fn port(kit: &Kit, _: u32) -> Canvas {
    let mut wall = Canvas::texture(GUNMETAL.at(0.16));
    for (left, top) in [(1, 1), (33, 1), (1, 33), (33, 33)] {
        wall.block(left, top, 30, 30, 2.0, GUNMETAL.at(0.34));
    }
    wall.light_deep(kit.seed ^ 4);
    for y in 0..64 {
        for x in 0..64 {
            let (across, down) = (x as f32 - 31.5, y as f32 - 29.5);
            let reach = libm::sqrtf(across * across + down * down);
            match reach {
                reach if reach < 21.0 => {
                    let gas = cloud(kit.seed ^ 5, x as f32 / 12.0 + y as f32 / 20.0, y as f32 / 9.0, 64);
                    let light = white(kit.seed ^ 6, x, y);
                    let ink = match light {
                        light if light > 0.985 => SMOKE.at(1.0),
                        light if light > 0.96 => SMOKE.at(0.6),
                        _ if gas > 0.5 => NEBULA.at((gas - 0.42) * 2.4),
                        _ => VOID.at(0.2),
                    };
                    wall.dot(x, y, ink.shining());
                }
                reach if reach < 22.5 => wall.dot(x, y, GUNMETAL.at(0.1)),
                reach if reach < 27.0 => {
                    let round = 1.0 - (reach - 24.7).abs() / 2.3;
                    wall.dot(x, y, kit.main.at(0.4 + round * 0.26 - (across + down) * 0.006));
                }
                reach if reach < 28.5 => wall.lighten(x, y, -0.2),
                _ => {}
            }
        }
    }
    for turn in 0..8 {
        let angle = turn as f32 * core::f32::consts::FRAC_PI_4 + 0.39;
        let place = |about: f32, part: f32| libm::floorf(about + part * 24.7) as i32;
        wall.bolt(place(32.0, libm::cosf(angle)), place(30.0, libm::sinf(angle)), kit.main.at(0.7));
    }
    // Light lies on the pane.
    wall.lines(&[(20.0, 26.0), (30.0, 16.0)], ICE.at(0.6).shining());
    wall.lines(&[(20.0, 29.0), (33.0, 16.0)], ICE.at(0.4).shining());
    wall
}

/// Bare plates with a rail for safety hooks.
pub(super) fn skin(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 200 + variant;
    let mut floor = Canvas::texture(kit.main.at(0.2));
    for (left, top) in [(0, 0), (32, 0), (0, 32), (32, 32)] {
        floor.block(left, top, 31, 31, 1.0, kit.main.at(0.45 + white(seed, left, top) * 0.1));
    }
    match variant {
        1 => {
            floor.block(14, 0, 3, 64, 4.0, kit.accent);
            for top in [4, 36] {
                floor.block(12, top, 7, 4, 3.0, kit.main.at(0.56));
            }
        }
        2 => {
            floor.block(36, 4, 24, 24, 2.0, kit.main.at(0.48));
            floor.block(42, 10, 12, 12, -1.0, GUNMETAL.at(0.16));
            floor.block(42, 15, 12, 2, 2.0, kit.main.at(0.6));
        }
        _ => {}
    }
    floor.light_deep(seed);
    for line in [3, 28, 35, 60] {
        for x in (3..64).step_by(6) {
            floor.rivet(x, line);
        }
    }
    if variant == 3 {
        frost(&mut floor, seed ^ 3, 0.6, 0.0);
    }
    floor.patina(seed ^ 0x61, kit.decay, 0.78);
    floor.grain(seed, 0.05);
    floor
}

/// The stringers of the outer hull with plates between them.
pub(super) fn stringers(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 220 + variant;
    let mut floor = Canvas::texture(kit.main.at(0.44));
    for left in (0..64).step_by(16) {
        floor.block(left, 0, 5, 64, 3.0, kit.other.at(0.42));
        floor.block(left + 2, 0, 1, 64, 4.0, kit.other.at(0.52));
    }
    floor.block(0, 8 + variant as i32 * 18, 64, 5, 4.5, kit.other.at(0.46));
    floor.light_deep(seed);
    for left in (0..64).step_by(16) {
        for y in (3..64).step_by(8) {
            floor.rivet(left + 9, y);
            floor.rivet(left + 13, y);
        }
    }
    if variant == 2 {
        frost(&mut floor, seed ^ 3, 0.62, 0.0);
    }
    floor.grain(seed, 0.05);
    floor
}

/// A ceiling of plates between frames.
pub(super) fn frames(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 340 + variant;
    let mut ceiling = Canvas::texture(kit.main.at(0.32));
    for (left, top) in [(0, 0), (32, 0), (0, 32), (32, 32)] {
        ceiling.block(left + 7, top + 7, 25, 25, 0.0, kit.main.at(0.46 + white(seed, left, top) * 0.12));
    }
    for line in [0, 32] {
        ceiling.block(line, 0, 7, 64, 6.0, kit.main.at(0.64));
        ceiling.block(0, line, 64, 7, 5.0, kit.main.at(0.6));
    }
    if variant > 0 {
        ceiling.block(0, 14 + variant as i32 * 5, 64, 4, 8.0, GUNMETAL.at(0.36));
        ceiling.block(18, 0, 2, 64, 7.0, kit.accent.lit(-0.14));
    }
    ceiling.light_deep(seed);
    for x in (10..64).step_by(6) {
        ceiling.rivet(x, 3);
        ceiling.rivet(x, 35);
    }
    if variant == 3 {
        frost(&mut ceiling, seed ^ 3, 0.64, 0.0);
    }
    ceiling.grain(seed, 0.05);
    ceiling
}

/// A ceiling hung with blankets of silver foil between struts.
pub(super) fn blankets(kit: &Kit, variant: u32) -> Canvas {
    let seed = kit.seed + 360 + variant;
    let mut ceiling = crumpled(kit.main, seed);
    let mut dice = Dice::new(seed);
    for top in [6, 38] {
        ceiling.rect(0, top + dice.whole(0, 6), 64, 5, kit.main.at(0.5));
        ceiling.rect(0, top + dice.whole(0, 6) + 1, 64, 1, kit.main.at(0.66));
    }
    for left in [8 + variant as i32 * 6, 44] {
        ceiling.rect(left, 0, 6, 64, kit.other.at(0.42));
        ceiling.rect(left, 0, 1, 64, kit.other.at(0.6));
        ceiling.rect(left + 5, 0, 1, 64, kit.other.at(0.22));
    }
    ceiling.grain(seed, 0.05);
    ceiling
}
