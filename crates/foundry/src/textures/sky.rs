//! What lies outside the hull: stars all round, a river of gas across them, a ringed planet and a far galaxy.

use core::f32::consts::TAU;

use crate::tools::canvas::Canvas;
use crate::tools::hash_noise::{Dice, cloud, ease, white};
use crate::tools::palette::{ALARM, AMBER, FIRE, ICE, Ink, NEBULA, Ramp, SMOKE, VOID};
use crate::tools::shapes::Point;

/// Columns once around.
const WIDE: i32 = 512;
/// Rows from straight up to straight down.
const TALL: i32 = 256;
/// The middle of the planet and its radius.
const PLANET: (Point, f32) = ((356.0, 112.0), 33.0);
/// From the planet towards its sun.
const SUN: [f32; 3] = [-0.82, -0.42, 0.3];
/// The planet's ring: its inner and outer edge in planet's radii.
const RING: (f32, f32) = (1.4, 2.15);
/// How much flatter the ring looks than it is round, and how far it leans, in rows down to a column across.
const RING_TILT: (f32, f32) = (0.2, -0.32);

/// The whole sky, 512x256 and shining; its left edge goes on at the right one, and row 128 is the horizon.
pub(crate) fn sky() -> Canvas {
    let mut sky = Canvas::tiling(WIDE, TALL, VOID.at(0.0));
    gas(&mut sky);
    dust_of_stars(&mut sky);
    galaxy(&mut sky, (96.0, 84.0));
    bright_stars(&mut sky);
    planet(&mut sky);
    moon(&mut sky, (296.0, 146.0), 5.0);
    sky.every(|_, _, ink| ink.shining());
    sky
}

/// How near a place is to the middle of the river of gas: 1 in it, 0 far from it.
fn river(x: f32, y: f32) -> f32 {
    let turn = x * TAU / WIDE as f32;
    let middle = 130.0 + libm::sinf(turn + 0.6) * 30.0 + libm::sinf(turn * 2.0 + 2.0) * 9.0;
    let broad = 40.0 + libm::sinf(turn * 3.0 + 1.0) * 12.0;
    ease((1.0 - (y - middle).abs() / broad).max(0.0))
}

/// Noise about a place of the sky, closed all round; `grain` is the size of its coarsest clouds, a power of two.
fn clouds(seed: u32, x: i32, y: i32, grain: i32) -> f32 {
    cloud(seed, x as f32 / grain as f32, y as f32 / grain as f32, WIDE / grain)
}

/// The river of gas: violet and rose where it glows, blue further out, cut by dark lanes of dust.
fn gas(sky: &mut Canvas) {
    sky.every(|x, y, _| {
        let near = river(x as f32, y as f32);
        let thick = clouds(601, x, y, 32);
        let lane = (1.0 - (clouds(602, x, y * 2, 64) - 0.52).abs() * 9.0).max(0.0) * near;
        let glow = near * (0.16 + (thick - 0.32).max(0.0) * 1.7) - lane * 0.2;
        let far = (clouds(603, x, y, 64) - 0.5).max(0.0) * 0.34;
        if clouds(604, x, y, 64) + near * 0.3 > 0.62 && glow > 0.1 {
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
    for y in 0..TALL {
        for x in 0..WIDE {
            let crowd = 0.008 + river(x as f32, y as f32) * 0.03;
            if white(605, x, y) < crowd {
                let bright = white(606, x, y);
                sky.dot(x, y, kind(white(607, x, y)).at(0.24 + bright * bright * 0.45));
            }
        }
    }
}

/// The bright stars: points with a faint halo, and the brightest with spikes.
fn bright_stars(sky: &mut Canvas) {
    let mut dice = Dice::new(608);
    for star in 0..150 {
        let (x, y) = (dice.whole(0, WIDE), dice.whole(4, TALL - 4));
        let ramp = kind(dice.between(0.0, 1.0));
        let spikes = match star {
            0..9 => 3,
            9..34 => 1,
            _ => 0,
        };
        for reach in (1..=spikes).rev() {
            let fading = 0.72 - reach as f32 * 0.15;
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                sky.dot(x + dx * reach, y + dy * reach, ramp.at(fading));
            }
        }
        if spikes > 1 {
            for (dx, dy) in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
                sky.dot(x + dx, y + dy, ramp.at(0.34));
            }
        }
        sky.dot(x, y, if spikes > 0 { SMOKE.at(1.0) } else { ramp.at(0.86) });
    }
}

/// A far galaxy seen aslant: a bright heart and two arms wound about it.
fn galaxy(sky: &mut Canvas, middle: Point) {
    for y in -14..=14 {
        for x in -26..=26 {
            let (across, down) = (x as f32 * 0.92 + y as f32 * 0.4, (y as f32 * 0.92 - x as f32 * 0.4) * 2.2);
            let reach = libm::sqrtf(across * across + down * down);
            let wound = libm::cosf(libm::atan2f(down, across) * 2.0 - reach * 0.42) * 0.5 + 0.5;
            let light = (1.0 - reach / 23.0).max(0.0);
            let glow = light * light * (0.3 + wound * 0.55) + (1.0 - reach / 6.0).max(0.0) * 0.6;
            let (px, py) = (middle.0 as i32 + x, middle.1 as i32 + y);
            let below = sky.ink(px, py).unwrap_or(VOID.at(0.0));
            if glow > 0.52 {
                sky.dot(px, py, FIRE.at(0.5 + glow * 0.45));
            } else if glow > 0.06 {
                sky.dot(px, py, NEBULA.at(below.tone * 0.2 + 0.16 + glow * 1.5));
            }
        }
    }
}

/// The planet's disc, its air along the lit edge and its ring, the half of it that is behind first.
fn planet(sky: &mut Canvas) {
    let ((middle_x, middle_y), radius) = PLANET;
    ring(sky, false);
    let bounds = radius as i32 + 4;
    for y in -bounds..=bounds {
        for x in -bounds..=bounds {
            let (nx, ny) = ((x as f32 + 0.5) / radius, (y as f32 + 0.5) / radius);
            let (px, py) = (middle_x as i32 + x, middle_y as i32 + y);
            let off = nx * nx + ny * ny;
            let facing = lit(nx, ny, off);
            if off <= 1.0 {
                sky.dot(px, py, ground(nx, ny, facing));
            } else if off < 1.16 && facing > 0.1 {
                sky.dot(px, py, ICE.at(facing * (1.16 - off) * 3.4));
            }
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
        day => ICE.at(0.08 + libm::sqrtf(day) * (0.6 + band * 0.2) + shadow),
    }
}

/// Half of the ring: that before the planet or that behind it.
fn ring(sky: &mut Canvas, before: bool) {
    let ((middle_x, middle_y), radius) = PLANET;
    let wide = (RING.1 * radius) as i32 + 1;
    for y in -wide..=wide {
        for x in -wide..=wide {
            let (across, down) = (x as f32 + 0.5, y as f32 + 0.5);
            let flat = (down - across * RING_TILT.1) / RING_TILT.0;
            let reach = libm::sqrtf(across * across + flat * flat) / radius;
            let gap = (1.78..1.84).contains(&reach);
            if !(RING.0..RING.1).contains(&reach) || gap || (flat > 0.0) != before {
                continue;
            }
            // Behind the planet, away from the sun, the ring lies in the planet's shadow.
            let along = across * SUN[0] + flat * 0.5 * SUN[1];
            let aside = (across * SUN[1] - flat * 0.5 * SUN[0]).abs();
            let shaded = along < 0.0 && aside < radius * 0.85;
            let groove = libm::sinf(reach * 58.0) * 0.09 + libm::sinf(reach * 23.0) * 0.08;
            let tone = 0.4 + groove - (reach - 1.6).abs() * 0.28 - if shaded { 0.36 } else { 0.0 };
            sky.dot(middle_x as i32 + x, middle_y as i32 + y, SMOKE.at(tone));
        }
    }
}

/// A small airless moon.
fn moon(sky: &mut Canvas, middle: Point, radius: f32) {
    sky.ellipse(middle, (radius, radius), |nx, ny| {
        let facing = lit(nx, ny, nx * nx + ny * ny);
        let pitted = white(611, (nx * 4.0) as i32, (ny * 4.0) as i32) * 0.16;
        if facing > 0.0 { SMOKE.at(0.2 + facing * 0.6 - pitted) } else { VOID.at(0.1) }
    });
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
