//! Seeded random numbers, made by integer mixing only, so that they are the same on every machine.

/// Mixes a seed and a position into 32 well-distributed bits.
#[inline]
pub fn hash(seed: u32, x: i32, y: i32) -> u32 {
    let mut bits = seed ^ x.cast_unsigned().wrapping_mul(0x9e37_79b1) ^ y.cast_unsigned().wrapping_mul(0x85eb_ca77);
    for factor in [0x7feb_352d_u32, 0x846c_a68b] {
        bits ^= bits >> 16;
        bits = bits.wrapping_mul(factor);
        bits ^= bits >> 15;
    }
    bits
}

/// Returns white noise: a number in `0..1` for each position.
#[inline]
pub fn white(seed: u32, x: i32, y: i32) -> f32 {
    // 24 bits fit a float's mantissa, so the quotient is exact.
    (hash(seed, x, y) >> 8) as f32 / 16_777_216.0
}

/// A random number generator.
pub struct Dice {
    seed: u32,
    throws: i32,
}

impl Dice {
    /// Creates a generator; the same seed gives the same numbers.
    pub fn new(seed: u32) -> Self {
        Self { seed, throws: 0 }
    }

    /// Returns the next number in `low..high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        self.throws = self.throws.wrapping_add(1);
        low + (high - low) * white(self.seed, self.throws, 0)
    }

    /// Returns the next number in `low..high` as `f64`, with the precision of `f32`.
    pub fn from(&mut self, low: f64, high: f64) -> f64 {
        f64::from(self.between(low as f32, high as f32))
    }

    /// Returns the next whole number in `low..high`.
    pub fn whole(&mut self, low: i32, high: i32) -> i32 {
        libm::floorf(self.between(low as f32, high as f32)) as i32
    }
}
