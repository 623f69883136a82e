//! A dead world and its moon: grey and brown, torn by craters, half in the night, with a belt of rubble around it.

use crate::{
    skies::space::{HORIZON, WIDE, about, bright_stars, clouds, dust_of_stars, empty, lit, shining, step},
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{BONE, CHAR, Ink, RUST, Ramp, SMOKE, VOID},
    tools::shapes::Point,
};
use music::chance::Dice;

/// Direction from both bodies towards their sun.
const SUN: [f32; 3] = [0.78, -0.34, 0.42];
/// A body: its centre and radius in steps.
const WORLD: (Point, f32) = ((330.0, HORIZON - 2.0), 50.0);
const MOON: (Point, f32) = ((236.0, HORIZON - 26.0), 14.0);

/// A crater: its position on the disc, size and depth.
struct Crater {
    at: [f32; 2],
    radius: f32,
}

/// The whole sky.
pub(crate) fn sky() -> Canvas {
    let mut sky = empty();
    sky.every(|x, y, _| {
        let (x, y) = (step(x), step(y));
        let thick = clouds(661, x, y, 64) * 0.7 + clouds(662, x, y, 16) * 0.3;
        let lane = (1.0 - (y - HORIZON + libm::sinf(x * 0.024_543_69 + 2.0) * 26.0).abs() / 46.0).max(0.0);
        let glow = (thick - 0.4).max(0.0) * lane * 1.2;
        if glow > 0.1 { SMOKE.at(glow * 0.6 - 0.02) } else { VOID.at(0.02 + glow) }
    });
    dust_of_stars(&mut sky, 663, |_, _| 0.0026);
    bright_stars(&mut sky, 666, 380);
    belt(&mut sky, false);
    ball(&mut sky, WORLD, 671, 90, (CHAR, RUST));
    belt(&mut sky, true);
    ball(&mut sky, MOON, 672, 36, (SMOKE, BONE));
    shining(sky)
}

/// Draws a body with a number of craters, made of two materials in patches.
fn ball(sky: &mut Canvas, (middle, radius): (Point, f32), seed: u32, count: i32, ramps: (Ramp, Ramp)) {
    let mut dice = Dice::new(seed);
    let mut crater = |number: i32| {
        let size = dice.between(0.0, 1.0);
        let radius = if number < 4 { 0.16 + size * 0.12 } else { 0.025 + size * size * 0.09 };
        Crater { at: [dice.between(-0.95, 0.95), dice.between(-0.95, 0.95)], radius }
    };
    let craters: Vec<Crater> = (0..count).map(&mut crater).collect();
    for ((px, py), (across, down)) in about(middle, radius, radius) {
        let (nx, ny) = (across / radius, down / radius);
        if nx * nx + ny * ny <= 1.0 {
            sky.dot(px, py, stone(nx, ny, seed, &craters, ramps));
        }
    }
}

/// Returns the appearance of a place on a body, with the slope of the craters around it.
fn stone(nx: f32, ny: f32, seed: u32, craters: &[Crater], (one, other): (Ramp, Ramp)) -> Ink {
    let mut slope = [0.0_f32; 2];
    let mut floor = 0.0_f32;
    for Crater { at, radius } in craters {
        let (dx, dy) = (nx - at[0], ny - at[1]);
        let far = libm::hypotf(dx, dy) / radius;
        if far < 1.25 {
            // Down towards the middle within the wall, and away from it without.
            let steep = if far < 0.78 { far * 0.5 } else { (1.0 - far) * 4.2 };
            slope = [slope[0] - dx / radius * steep, slope[1] - dy / radius * steep];
            floor += if far < 0.78 { 0.06 } else { -0.03 };
        }
    }
    let rough = |shift: f32| cloud(seed + 5, nx * 12.0 + 30.0 + shift, ny * 12.0 + 30.0, 128) - 0.5;
    let facing = lit(SUN, nx, ny);
    let day = facing + slope[0] * SUN[0] * 0.5 + slope[1] * SUN[1] * 0.5 + (rough(0.1) - rough(0.0)) * 1.2;
    let patch = cloud(seed + 6, nx * 2.4 + 20.0, ny * 2.4 + 20.0, 64);
    if facing <= 0.0 {
        return VOID.at(0.05 + (facing + 0.12).max(0.0) * 0.8);
    }
    let tone = 0.06 + day.max(0.0) * 0.74 - floor + rough(0.5) * 0.12;
    if patch > 0.55 { other.at(tone * 0.86) } else { one.at(tone) }
}

/// Draws rubble that orbits the world, either in front of it or behind it.
fn belt(sky: &mut Canvas, before: bool) {
    let ((x, y), radius) = WORLD;
    let mut dice = Dice::new(673);
    for _ in 0..2600 {
        let turn = dice.between(0.0, core::f32::consts::TAU);
        let reach = radius * dice.between(1.5, 2.7);
        let size = dice.between(0.0, 1.0);
        let (across, deep) = (libm::cosf(turn) * reach, libm::sinf(turn) * reach);
        if (deep > 0.0) != before {
            continue;
        }
        let spot = (x + across, y + deep * 0.13 + across * 0.24 + dice.between(-1.0, 1.0));
        let spot = (libm::fmodf(spot.0 + WIDE as f32, WIDE as f32), spot.1);
        let large = 0.12 + size * size * size * 0.5;
        let light = 0.22 + size * 0.4;
        for ((px, py), (dx, dy)) in about(spot, large, large) {
            let shade = (dx * SUN[0] + dy * SUN[1]) / large * 0.3;
            sky.dot(px, py, SMOKE.at(light + shade));
        }
    }
}
