//! The usual sky: stars all round, a river of gas across them, a ringed planet and a far galaxy.

use crate::{
    skies::space::{WIDE, about, bright_stars, clouds, dust_of_stars, empty, lit, shining, step},
    tools::canvas::Canvas,
    tools::hash_noise::{cloud, ease},
    tools::palette::{FIRE, ICE, Ink, NEBULA, SMOKE, VOID},
    tools::shapes::Point,
};
use core::f32::consts::TAU;
use music::chance::white;

/// Centre and radius of the planet, in steps.
const PLANET: (Point, f32) = ((356.0, 112.0), 33.0);
/// Direction from the planet towards its sun.
const SUN: [f32; 3] = [-0.82, -0.42, 0.3];
/// Inner and outer radius of the planet's ring, in planet radii.
const RING: (f32, f32) = (1.4, 2.15);
/// Flattening of the ring, and its tilt in steps down per step across.
const RING_TILT: (f32, f32) = (0.2, -0.32);

/// The whole sky.
pub(crate) fn sky() -> Canvas {
    let mut sky = empty();
    gas(&mut sky);
    // Faint stars are denser in the river.
    dust_of_stars(&mut sky, 605, |x, y| 0.0014 + river(x, y) * 0.006);
    galaxy(&mut sky, (96.0, 84.0));
    bright_stars(&mut sky, 608, 460);
    planet(&mut sky);
    moon(&mut sky, (296.0, 146.0), 5.0);
    shining(sky)
}

/// Returns how near a place is to the middle of the river of gas: 1 in it, 0 far from it.
fn river(x: f32, y: f32) -> f32 {
    let turn = x * TAU / WIDE as f32;
    let middle = 130.0 + libm::sinf(turn + 0.6) * 30.0 + libm::sinf(turn * 2.0 + 2.0) * 9.0;
    let broad = 40.0 + libm::sinf(turn * 3.0 + 1.0) * 12.0;
    ease((1.0 - (y - middle).abs() / broad).max(0.0))
}

/// The river of gas: violet and rose where it glows, blue further out, cut by dark lanes of dust.
fn gas(sky: &mut Canvas) {
    sky.every(|x, y, _| {
        let (x, y) = (step(x), step(y));
        let near = river(x, y);
        // Clouds of clouds: the fine ones fray what the broad ones draw.
        let fray = clouds(612, x, y, 4) - 0.5;
        let thick = clouds(601, x, y, 32) + fray * 0.16;
        let lane = (1.0 - (clouds(602, x, y * 2.0, 64) + fray * 0.05 - 0.52).abs() * 9.0).max(0.0) * near;
        let glow = near * (0.16 + (thick - 0.32).max(0.0) * 1.7) - lane * 0.2;
        let far = (clouds(603, x, y, 64) - 0.5).max(0.0) * 0.34;
        if clouds(604, x, y, 64) + fray * 0.1 + near * 0.3 > 0.62 && glow > 0.1 {
            NEBULA.at(glow)
        } else {
            VOID.at(0.03 + glow * 1.15 + far)
        }
    });
}

/// A far galaxy seen aslant: a bright heart and two arms wound around it.
fn galaxy(sky: &mut Canvas, middle: Point) {
    for ((px, py), (x, y)) in about(middle, 26.0, 14.0) {
        let (across, down) = (x * 0.92 + y * 0.4, (y * 0.92 - x * 0.4) * 2.2);
        let reach = libm::sqrtf(across * across + down * down);
        let wound = libm::cosf(libm::atan2f(down, across) * 2.0 - reach * 0.42) * 0.5 + 0.5;
        let light = (1.0 - reach / 23.0).max(0.0);
        let knots = (white(613, px, py) - 0.5) * 0.14 + (clouds(614, px as f32, py as f32, 8) - 0.5) * 0.3;
        let glow = light * light * (0.3 + wound * (0.55 + knots)) + (1.0 - reach / 6.0).max(0.0) * 0.6;
        let below = sky.ink(px, py).unwrap_or(VOID.at(0.0));
        if glow > 0.52 {
            sky.dot(px, py, FIRE.at(0.5 + glow * 0.45));
        } else if glow > 0.06 {
            sky.dot(px, py, NEBULA.at(below.tone * 0.2 + 0.16 + glow * 1.5));
        }
    }
}

/// Draws the planet's disc, its atmosphere along the lit edge and its ring, beginning with the ring's far half.
fn planet(sky: &mut Canvas) {
    let (middle, radius) = PLANET;
    ring(sky, false);
    for ((px, py), (across, down)) in about(middle, radius + 4.0, radius + 4.0) {
        let (nx, ny) = (across / radius, down / radius);
        let off = nx * nx + ny * ny;
        let facing = lit(SUN, nx, ny);
        if off <= 1.0 {
            sky.dot(px, py, ground(nx, ny, facing));
        } else if off < 1.16 && facing > 0.1 {
            sky.dot(px, py, ICE.at(facing * (1.16 - off) * 3.4));
        }
    }
    ring(sky, true);
}

/// Returns the planet's banded clouds by day; the night side is almost black.
fn ground(nx: f32, ny: f32, facing: f32) -> Ink {
    let lean = ny - nx * RING_TILT.1;
    let wave = cloud(610, nx * 3.0 + 20.0, lean * 7.0 + 20.0, 64) - 0.5;
    let band = libm::sinf(lean * 15.0 + wave * 5.0) * 0.5 + libm::sinf(lean * 37.0 + wave * 3.0) * 0.2;
    // The ring casts its shadow on the day side.
    let shadow = if (0.1..0.26).contains(&(lean + (1.0 - nx * nx).max(0.0) * 0.2)) { -0.16 } else { 0.0 };
    let day = (facing + 0.04).max(0.0);
    match day {
        day if day <= 0.0 => VOID.at(0.06 + wave * 0.05),
        day if nx * nx + ny * ny > 0.9 => ICE.at(0.14 + day * 0.85),
        // The atmosphere scatters light beyond the terminator, so the night begins softly.
        day => ICE.at(0.05 + day * (1.7 - 0.9 * day) * (0.76 + band * 0.24) + shadow * day.min(0.5) * 2.0),
    }
}

/// Draws half of the ring, in front of the planet or behind it.
fn ring(sky: &mut Canvas, before: bool) {
    let (middle, radius) = PLANET;
    let wide = RING.1 * radius + 1.0;
    for ((px, py), (across, down)) in about(middle, wide, wide) {
        let flat = (down - across * RING_TILT.1) / RING_TILT.0;
        let reach = libm::sqrtf(across * across + flat * flat) / radius;
        let gap = (1.78..1.84).contains(&reach) || (1.56..1.575).contains(&reach);
        if !(RING.0..RING.1).contains(&reach) || gap || (flat > 0.0) != before {
            continue;
        }
        // Behind the planet, away from the sun, the ring is in the planet's shadow.
        let along = across * SUN[0] + flat * 0.5 * SUN[1];
        let aside = (across * SUN[1] - flat * 0.5 * SUN[0]).abs();
        let shaded = along < 0.0 && aside < radius * 0.85;
        let groove =
            libm::sinf(reach * 58.0) * 0.07 + libm::sinf(reach * 23.0) * 0.08 + libm::sinf(reach * 171.0) * 0.05;
        let tone = 0.4 + groove - (reach - 1.6).abs() * 0.28 - if shaded { 0.36 } else { 0.0 };
        sky.dot(px, py, SMOKE.at(tone));
    }
}

/// A small airless moon.
fn moon(sky: &mut Canvas, middle: Point, radius: f32) {
    for ((px, py), (across, down)) in about(middle, radius, radius) {
        let (nx, ny) = (across / radius, down / radius);
        let off = nx * nx + ny * ny;
        if off > 1.0 {
            continue;
        }
        let facing = lit(SUN, nx, ny);
        let pitted = (cloud(611, nx * 4.0 + 20.0, ny * 4.0 + 20.0, 64) - 0.5).max(0.0) * 0.7;
        sky.dot(px, py, if facing > 0.0 { SMOKE.at(0.2 + facing * 0.6 - pitted) } else { VOID.at(0.1) });
    }
}
