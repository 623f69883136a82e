//! Noise in a plane, based on seeded random numbers that are the same on every machine.

use music::chance::white;

/// Value noise in 0..1 on a lattice of whole numbers, repeating after `period` cells in both directions.
pub(crate) fn value(seed: u32, x: f32, y: f32, period: i32) -> f32 {
    let (left, top) = (libm::floorf(x), libm::floorf(y));
    let (across, down) = (ease(x - left), ease(y - top));
    let (left, top) = (left as i32, top as i32);
    let corner = |dx: i32, dy: i32| white(seed, (left + dx).rem_euclid(period), (top + dy).rem_euclid(period));
    let upper = mix(corner(0, 0), corner(1, 0), across);
    let lower = mix(corner(0, 1), corner(1, 1), across);
    mix(upper, lower, down)
}

/// Returns three octaves of value noise in 0..1; `period` is that of the coarsest octave.
pub(crate) fn cloud(seed: u32, x: f32, y: f32, period: i32) -> f32 {
    let octave = |index: u32, scale: f32, times: i32| {
        value(seed.wrapping_add(index), x * scale, y * scale, period.saturating_mul(times))
    };
    (octave(0, 1.0, 1) * 4.0 + octave(1, 2.0, 2) * 2.0 + octave(2, 4.0, 4)) / 7.0
}

/// Interpolates linearly from `from` to `to` as `part` goes from 0 to 1.
pub(crate) fn mix(from: f32, to: f32, part: f32) -> f32 {
    from + (to - from) * part
}

/// Smooths a fraction from 0 to 1 so that it starts and ends with slope 0 (smoothstep).
pub(crate) fn ease(part: f32) -> f32 {
    part * part * (3.0 - 2.0 * part)
}
