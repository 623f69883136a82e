//! Seeded chance made of integer mixing only, so that it falls the same on every machine.

/// Mixes a seed and a place into 32 well-spread bits.
pub(crate) fn hash(seed: u32, x: i32, y: i32) -> u32 {
    let mut bits = seed ^ x.cast_unsigned().wrapping_mul(0x9e37_79b1) ^ y.cast_unsigned().wrapping_mul(0x85eb_ca77);
    for factor in [0x7feb_352d_u32, 0x846c_a68b] {
        bits ^= bits >> 16;
        bits = bits.wrapping_mul(factor);
        bits ^= bits >> 15;
    }
    bits
}

/// White noise: a number in 0..1 for each place.
pub(crate) fn white(seed: u32, x: i32, y: i32) -> f32 {
    // 24 bits fit a float's mantissa, so the quotient is exact.
    (hash(seed, x, y) >> 8) as f32 / 16_777_216.0
}

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

/// Three octaves of value noise in 0..1; `period` is that of the coarsest octave.
pub(crate) fn cloud(seed: u32, x: f32, y: f32, period: i32) -> f32 {
    let octave = |index: u32, scale: f32, times: i32| {
        value(seed.wrapping_add(index), x * scale, y * scale, period.saturating_mul(times))
    };
    (octave(0, 1.0, 1) * 4.0 + octave(1, 2.0, 2) * 2.0 + octave(2, 4.0, 4)) / 7.0
}

/// Runs straight from `from` to `to` as `part` goes from 0 to 1.
pub(crate) fn mix(from: f32, to: f32, part: f32) -> f32 {
    from + (to - from) * part
}

/// Smooths a part of the way from 0 to 1 so that it starts and ends level.
pub(crate) fn ease(part: f32) -> f32 {
    part * part * (3.0 - 2.0 * part)
}

/// A row of chance numbers that follow one another.
pub(crate) struct Dice {
    seed: u32,
    throws: i32,
}

impl Dice {
    /// Dice that throw the row belonging to `seed`.
    pub(crate) fn new(seed: u32) -> Self {
        Self { seed, throws: 0 }
    }

    /// The next number in `low..high`.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        self.throws = self.throws.wrapping_add(1);
        mix(low, high, white(self.seed, self.throws, 0))
    }

    /// The next number in `low..high`, with all its bits.
    pub(crate) fn from(&mut self, low: f64, high: f64) -> f64 {
        f64::from(self.between(low as f32, high as f32))
    }

    /// The next whole number in `low..high`.
    pub(crate) fn whole(&mut self, low: i32, high: i32) -> i32 {
        libm::floorf(self.between(low as f32, high as f32)) as i32
    }
}
