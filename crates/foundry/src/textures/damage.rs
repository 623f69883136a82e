//! Damage on walls, transparent around, so that it fits any wall: blood and holes. Each comes in three variants, of
//! which every cell shows one.

use crate::{
    textures::stains::{drop, run, splat, wet},
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{BLOOD, COPPER, GUNMETAL, LEATHER, RUST, STEEL},
    tools::shapes::{Point, marks},
};
use music::chance::{Dice, white};

/// Side of a wall texture, in pixels.
const SIDE: i32 = 64;

/// Blood of a person who held on to the wall: two hands that slid down, and a bleeding wound.
pub(crate) fn hands() -> Canvas {
    let mut wall = splat(SIDE, 741, &[((46.0, 22.0), 7.0), ((40.0, 27.0), 4.0), ((51.0, 16.0), 3.0)]);
    for (x, top, length) in [(42, 28, 18), (46, 29, 26), (51, 24, 15), (38, 29, 9)] {
        run(&mut wall, x, top, length);
    }
    for (left, top, slid) in [(9, 14, 20), (22, 24, 13)] {
        hand(&mut wall, left, top);
        for (finger, more) in [(0, -4), (2, 2), (4, 0), (6, -7)] {
            trail(&mut wall, (left + finger, top + 10), slid + more);
        }
    }
    splashes(&mut wall, 742, (32.0, 56.0), 9.0, 12);
    wall
}

/// Blood of a person who was shot standing and slid down to the floor.
pub(crate) fn slump() -> Canvas {
    let mut wall = splat(SIDE, 743, &[((31.0, 15.0), 8.0), ((38.0, 11.0), 4.0), ((25.0, 19.0), 3.5)]);
    splashes(&mut wall, 744, (32.0, 15.0), 21.0, 34);
    for y in 20..SIDE {
        let part = (y - 20) as f32 / (SIDE - 20) as f32;
        let (middle, half) = (31.0 + libm::sinf(part * 3.0) * 4.0, 8.0 - part * 2.5);
        for x in 0..SIDE {
            let off = libm::fabsf(x as f32 + 0.5 - middle) / half;
            // Cloth leaves stripes.
            let stripe = cloud(745, x as f32 / 2.0, y as f32 / 24.0, 64) * 1.2 - part * 0.35 - off * off * 0.5;
            if off < 1.0 && stripe > 0.12 {
                wall.dot(x, y, BLOOD.at(0.34 + stripe * 0.3).veil(0.55 + stripe * 0.4));
            }
        }
    }
    wall
}

/// Blood of a person who was dragged along the wall, and tried to hold on.
pub(crate) fn dragged() -> Canvas {
    let mut wall = splat(SIDE, 746, &[((12.0, 34.0), 5.0), ((17.0, 37.0), 4.0)]);
    for (x, top, length) in [(9, 38, 14), (13, 39, 9), (18, 40, 19)] {
        run(&mut wall, x, top, length);
    }
    for (finger, top) in [25.0, 28.5, 32.0, 36.5].into_iter().enumerate() {
        let length = [34, 44, 41, 30][finger];
        for step in 0..length {
            let part = step as f32 / length as f32;
            let y = top + libm::sinf(part * 2.6 + 0.4) * 3.0;
            let (x, row) = (14 + step, libm::roundf(y) as i32);
            for (below, thick) in [(0, 0.9), (1, 0.66)] {
                if white(747 + finger as u32, x, row + below) > part * 0.75 {
                    wall.dot(x, row + below, BLOOD.at(0.5 - part * 0.16).veil(thick - part * 0.3));
                }
            }
        }
    }
    splashes(&mut wall, 748, (14.0, 36.0), 14.0, 16);
    wall
}

/// Holes that rust has eaten.
pub(crate) fn eaten() -> Canvas {
    let mut wall = Canvas::new(SIDE, SIDE);
    hole(&mut wall, 36, (21.0, 25.0), 9.0);
    hole(&mut wall, 37, (49.0, 17.0), 4.5);
    hole(&mut wall, 38, (52.0, 52.0), 5.5);
    wall
}

/// A hole that was torn from outside, with cables hanging out of it.
pub(crate) fn torn() -> Canvas {
    let mut wall = Canvas::new(SIDE, SIDE);
    hole(&mut wall, 39, (32.0, 27.0), 15.0);
    for (x, top, length, ramp) in [(26, 27, 21, COPPER), (31, 30, 13, STEEL), (38, 26, 17, GUNMETAL)] {
        for step in 0..length {
            let along = x + libm::roundf(libm::sinf(step as f32 * 0.3 + x as f32)) as i32;
            wall.dot(along, top + step, ramp.at(0.46));
            wall.dot(along + 1, top + step, ramp.at(0.2));
        }
        wall.dot(x, top + length, ramp.at(0.85));
    }
    wall
}

/// Holes of a burst of fire.
pub(crate) fn riddled() -> Canvas {
    let mut wall = Canvas::new(SIDE, SIDE);
    let mut dice = Dice::new(40);
    for shot in 0..9 {
        let (x, y) = (8.0 + shot as f32 * 5.6, 40.0 - shot as f32 * 2.6 + dice.between(-5.0, 5.0));
        hole(&mut wall, 41 + shot, (x, y), dice.between(1.6, 3.4));
    }
    wall
}

/// A ragged hole eaten into the metal, its lower lip catching the light.
fn hole(wall: &mut Canvas, seed: u32, centre: Point, radius: f32) {
    for y in 0..SIDE {
        for x in 0..SIDE {
            let (across, down) = (x as f32 + 0.5 - centre.0, (y as f32 + 0.5 - centre.1) * 1.15);
            let ragged = cloud(seed, x as f32 / 4.0, y as f32 / 4.0, 16) * 0.9 + 0.45;
            let distance = libm::sqrtf(across * across + down * down) / (radius * ragged);
            if distance < 1.0 {
                let depth = if down < 0.0 { 0.0 } else { 0.06 };
                wall.dot(x, y, LEATHER.at(depth + 0.1 * white(seed + 1, x, y) * distance));
            } else if distance < 1.25 {
                wall.dot(x, y, RUST.at(if down > 0.0 { 0.85 } else { 0.22 }));
            } else if distance < 1.6 {
                wall.dot(x, y, RUST.at(0.4).veil(0.9 - (distance - 1.25) * 2.0));
            }
        }
    }
}

/// The print of a right hand with its fingers spread.
fn hand(wall: &mut Canvas, left: i32, top: i32) {
    const PRINT: [&str; 11] = [
        "..#.....", "..#.#...", "#.#.#...", "#.#.#.#.", "#.#.#.#.", "#.#.#.#.", ".######.", ".######.", ".#######",
        "..#####.", "..####..",
    ];
    for (x, y, _) in marks(&PRINT) {
        wall.dot(left + x, top + y, wet(0.2 + white(749, left + x, top + y) * 0.3));
    }
}

/// The smear of a finger that slides down from a place, thinner and thinner.
fn trail(wall: &mut Canvas, (x, top): (i32, i32), length: i32) {
    for step in 0..length {
        let part = step as f32 / length as f32;
        if white(750, x, top + step) > 0.1 + part * 0.6 {
            wall.dot(x, top + step, BLOOD.at(0.5).veil(0.86 - part * 0.4));
            wall.dot(x + 1, top + step, BLOOD.at(0.4).veil(0.7 - part * 0.4));
        }
    }
}

/// Drops thrown around a place, no farther than `reach` pixels.
fn splashes(wall: &mut Canvas, seed: u32, about: Point, reach: f32, count: i32) {
    let mut dice = Dice::new(seed);
    for _ in 0..count {
        let (turn, far) = (dice.between(0.0, core::f32::consts::TAU), dice.between(0.3, 1.0) * reach);
        let spot = (about.0 + libm::cosf(turn) * far, about.1 + libm::sinf(turn) * far * 0.7);
        drop(wall, spot, dice.between(0.5, 1.5));
    }
}
