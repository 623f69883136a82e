//! What lies outside the hull: stars all round, a river of gas across them, a ringed planet and a far galaxy.

use core::f32::consts::TAU;

use crate::tools::canvas::Canvas;
use crate::tools::hash_noise::{Dice, cloud, ease, white};
use crate::tools::palette::{ALARM, AMBER, FIRE, ICE, Ink, NEBULA, Ramp, SMOKE, VOID};
use crate::tools::shapes::Point;

/// Columns once around, in steps: places and sizes are counted in these.
const WIDE: i32 = 512;
/// Rows from straight up to straight down, in steps.
const TALL: i32 = 256;
/// Pixels to a step: on a screen of 1080 rows a pixel of the sky is then about four of the screen's.
const FINE: i32 = 4;
/// The middle of the planet and its radius, in steps.
const PLANET: (Point, f32) = ((356.0, 112.0), 33.0);
/// From the planet towards its sun.
const SUN: [f32; 3] = [-0.82, -0.42, 0.3];
/// The planet's ring: its inner and outer edge in planet's radii.
const RING: (f32, f32) = (1.4, 2.15);
/// How much flatter the ring looks than it is round, and how far it leans, in steps down to a step across.
const RING_TILT: (f32, f32) = (0.2, -0.32);

/// The whole sky, 2048x1024 and shining; its left edge goes on at the right one, and row 512 is the horizon.
pub(crate) fn sky() -> Canvas {
    let mut sky = Canvas::tiling(WIDE * FINE, TALL * FINE, VOID.at(0.0));
    gas(&mut sky);
    dust_of_stars(&mut sky);
    galaxy(&mut sky, (96.0, 84.0));
    bright_stars(&mut sky);
    planet(&mut sky);
    moon(&mut sky, (296.0, 146.0), 5.0);
    sky.every(|_, _, ink| ink.shining());
    sky
}

/// The step in which the middle of a pixel lies.
fn step(pixel: i32) -> f32 {
    (pixel as f32 + 0.5) / FINE as f32
}

/// The pixels about a place, so many steps away at most in each direction, each with its steps from there.
fn about((x, y): Point, across: f32, down: f32) -> impl Iterator<Item = ((i32, i32), Point)> {
    let pixels = |middle: f32, reach: f32| {
        libm::floorf((middle - reach) * FINE as f32) as i32..=libm::floorf((middle + reach) * FINE as f32) as i32
    };
    let columns = pixels(x, across);
    pixels(y, down).flat_map(move |py| {
        let columns = columns.clone();
        columns.map(move |px| ((px, py), (step(px) - x, step(py) - y)))
    })
}

/// How near a place is to the middle of the river of gas: 1 in it, 0 far from it.
fn river(x: f32, y: f32) -> f32 {
    let turn = x * TAU / WIDE as f32;
    let middle = 130.0 + libm::sinf(turn + 0.6) * 30.0 + libm::sinf(turn * 2.0 + 2.0) * 9.0;
    let broad = 40.0 + libm::sinf(turn * 3.0 + 1.0) * 12.0;
    ease((1.0 - (y - middle).abs() / broad).max(0.0))
}

/// Noise about a place of the sky, closed all round; `grain` is the size of its coarsest clouds in steps, a power of two.
fn clouds(seed: u32, x: f32, y: f32, grain: i32) -> f32 {
    cloud(seed, x / grain as f32, y / grain as f32, WIDE / grain)
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

/// A star's material: most are white, some are young and blue, some old and red.
fn kind(chance: f32) -> Ramp {
    match chance {
        chance if chance < 0.3 => ICE,
        chance if chance < 0.42 => FIRE,
        chance if chance < 0.48 => AMBER,
        chance if chance < 0.52 => ALARM,
        _ => SMOKE,
    }
}

/// The thousands of faint stars, which crowd in the river.
fn dust_of_stars(sky: &mut Canvas) {
    for y in 0..TALL * FINE {
        for x in 0..WIDE * FINE {
            let crowd = 0.0014 + river(step(x), step(y)) * 0.006;
            if white(605, x, y) < crowd {
                let bright = white(606, x, y);
                sky.dot(x, y, kind(white(607, x, y)).at(0.26 + bright * bright * 0.5));
            }
        }
    }
}

/// The bright stars: points with a faint halo, and the brightest with spikes.
fn bright_stars(sky: &mut Canvas) {
    let mut dice = Dice::new(608);
    for star in 0..460 {
        let (x, y) = (dice.between(0.0, WIDE as f32), dice.between(4.0, (TALL - 4) as f32));
        let ramp = kind(dice.between(0.0, 1.0));
        let (halo, spike): (f32, f32) = match star {
            0..9 => (1.3, 3.4),
            9..44 => (0.7, 1.4),
            _ => (0.3, 0.0),
        };
        for ((px, py), (across, down)) in about((x, y), halo.max(spike), halo.max(spike)) {
            let reach = libm::sqrtf(across * across + down * down);
            let round = (1.0 - reach / halo).max(0.0);
            let thin = across.abs().min(down.abs()) < 0.13;
            let ray = if thin && spike > 0.0 { (1.0 - reach / spike).max(0.0) * 0.8 } else { 0.0 };
            let glow = (round * round * 1.3).max(ray);
            let below = sky.ink(px, py).unwrap_or(VOID.at(0.0));
            if glow > 0.75 && spike > 0.0 {
                sky.dot(px, py, SMOKE.at(1.0));
            } else if glow > 0.14 {
                sky.dot(px, py, ramp.at((0.2 + glow * 0.7).max(below.tone)));
            }
        }
    }
}

/// A far galaxy seen aslant: a bright heart and two arms wound about it.
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

/// The planet's disc, its air along the lit edge and its ring, the half of it that is behind first.
fn planet(sky: &mut Canvas) {
    let (middle, radius) = PLANET;
    ring(sky, false);
    for ((px, py), (across, down)) in about(middle, radius + 4.0, radius + 4.0) {
        let (nx, ny) = (across / radius, down / radius);
        let off = nx * nx + ny * ny;
        let facing = lit(nx, ny, off);
        if off <= 1.0 {
            sky.dot(px, py, ground(nx, ny, facing));
        } else if off < 1.16 && facing > 0.1 {
            sky.dot(px, py, ICE.at(facing * (1.16 - off) * 3.4));
        }
    }
    ring(sky, true);
}

/// How squarely the sun falls on a ball at a place of its disc, beyond its edge as at its edge.
fn lit(nx: f32, ny: f32, off: f32) -> f32 {
    let nz = libm::sqrtf((1.0 - off).max(0.0));
    nx * SUN[0] + ny * SUN[1] + nz * SUN[2]
}

/// The planet's banded clouds by day; by night hardly anything.
fn ground(nx: f32, ny: f32, facing: f32) -> Ink {
    let lean = ny - nx * RING_TILT.1;
    let wave = cloud(610, nx * 3.0 + 20.0, lean * 7.0 + 20.0, 64) - 0.5;
    let band = libm::sinf(lean * 15.0 + wave * 5.0) * 0.5 + libm::sinf(lean * 37.0 + wave * 3.0) * 0.2;
    // The ring's shadow falls across the day side.
    let shadow = if (0.1..0.26).contains(&(lean + (1.0 - nx * nx).max(0.0) * 0.2)) { -0.16 } else { 0.0 };
    let day = (facing + 0.04).max(0.0);
    match day {
        day if day <= 0.0 => VOID.at(0.06 + wave * 0.05),
        day if nx * nx + ny * ny > 0.9 => ICE.at(0.14 + day * 0.85),
        // Its air scatters light beyond the terminator, so the night comes softly.
        day => ICE.at(0.05 + day * (1.7 - 0.9 * day) * (0.76 + band * 0.24) + shadow * day.min(0.5) * 2.0),
    }
}

/// Half of the ring: that before the planet or that behind it.
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
        // Behind the planet, away from the sun, the ring lies in the planet's shadow.
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
        let facing = lit(nx, ny, off);
        let pitted = (cloud(611, nx * 4.0 + 20.0, ny * 4.0 + 20.0, 64) - 0.5).max(0.0) * 0.7;
        sky.dot(px, py, if facing > 0.0 { SMOKE.at(0.2 + facing * 0.6 - pitted) } else { VOID.at(0.1) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::palette::SHINING;

    #[test]
    fn the_sky_shines_and_closes_all_round() {
        let sky = sky();
        assert!(sky.alphas().all(|alpha| alpha == SHINING));
        let pixels = sky.pixels();
        let step = |one: i32, other: i32| -> u32 {
            let at = |x: i32, y: i32| &pixels[((y * sky.width() + x) * 4) as usize..][..3];
            let rows = (0..sky.height()).flat_map(|y| at(one, y).iter().zip(at(other, y)));
            rows.map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
        };
        let within: u32 = (0..sky.width() - 1).map(|x| step(x, x + 1)).max().unwrap();
        assert!(step(sky.width() - 1, 0) <= within, "the seam is seen");
    }
}
