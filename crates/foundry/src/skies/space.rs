//! Shared parts of skies: coordinates, seamless noise, stars, and light on spheres.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, FIRE, ICE, Ramp, SMOKE, VOID},
    tools::shapes::Point,
};
use music::chance::{Dice, white};

/// Number of columns around, in steps. Positions and sizes are measured in steps.
pub(super) const WIDE: i32 = 512;
/// Number of rows from straight up to straight down, in steps.
pub(super) const TALL: i32 = 256;
/// Pixels per step. On a screen of 1080 rows, a pixel of the sky then covers about four of the screen's.
pub(super) const FINE: i32 = 4;
/// Row of the horizon, in steps. A level view shows about 60 steps above and below it.
pub(super) const HORIZON: f32 = 128.0;

/// Returns an empty sky, 2048x1024; its left edge continues at the right one.
pub(super) fn empty() -> Canvas {
    Canvas::tiling(WIDE * FINE, TALL * FINE, VOID.at(0.0))
}

/// Returns a finished sky, which is self-luminous.
pub(super) fn shining(mut sky: Canvas) -> Canvas {
    sky.every(|_, _, ink| ink.shining());
    sky
}

/// Returns the step at the centre of a pixel.
pub(super) fn step(pixel: i32) -> f32 {
    (pixel as f32 + 0.5) / FINE as f32
}

/// Returns the pixels around a place, up to a distance in steps in each direction, each with its offset in steps.
pub(super) fn about((x, y): Point, across: f32, down: f32) -> impl Iterator<Item = ((i32, i32), Point)> {
    let pixels = |middle: f32, reach: f32| {
        libm::floorf((middle - reach) * FINE as f32) as i32..=libm::floorf((middle + reach) * FINE as f32) as i32
    };
    let columns = pixels(x, across);
    pixels(y, down).flat_map(move |py| {
        let columns = columns.clone();
        columns.map(move |px| ((px, py), (step(px) - x, step(py) - y)))
    })
}

/// Returns noise at a place of the sky, seamless around; `grain` is the size of its coarsest clouds in steps, a power
/// of two.
pub(super) fn clouds(seed: u32, x: f32, y: f32, grain: i32) -> f32 {
    cloud(seed, x / grain as f32, y / grain as f32, WIDE / grain)
}

/// Returns a star's material: most are white, some are young and blue, some old and red.
fn kind(chance: f32) -> Ramp {
    match chance {
        chance if chance < 0.3 => ICE,
        chance if chance < 0.42 => FIRE,
        chance if chance < 0.48 => AMBER,
        chance if chance < 0.52 => ALARM,
        _ => SMOKE,
    }
}

/// Draws thousands of faint stars with a density in stars per pixel around a place in steps; `seed` and the two
/// following seeds select them.
pub(super) fn dust_of_stars(sky: &mut Canvas, seed: u32, crowd: impl Fn(f32, f32) -> f32) {
    for y in 0..TALL * FINE {
        for x in 0..WIDE * FINE {
            if white(seed, x, y) < crowd(step(x), step(y)) {
                let bright = white(seed + 1, x, y);
                sky.dot(x, y, kind(white(seed + 2, x, y)).at(0.26 + bright * bright * 0.5));
            }
        }
    }
}

/// Draws a number of bright stars: points with a faint halo, the brightest with spikes.
pub(super) fn bright_stars(sky: &mut Canvas, seed: u32, count: i32) {
    let mut dice = Dice::new(seed);
    for star in 0..count {
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

/// Returns how directly a sun in this direction shines on a sphere at a place of its disc; places beyond its edge count
/// as at its edge.
pub(super) fn lit(sun: [f32; 3], nx: f32, ny: f32) -> f32 {
    let nz = libm::sqrtf((1.0 - nx * nx - ny * ny).max(0.0));
    nx * sun[0] + ny * sun[1] + nz * sun[2]
}
