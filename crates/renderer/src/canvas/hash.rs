//! Hashes: numbers that look random and are the same each time.

/// Returns a number in which every bit depends on every bit of `number`; different inputs give different results.
pub(crate) const fn hash(number: u32) -> u32 {
    let mut mixed = number ^ number >> 16;
    mixed = mixed.wrapping_mul(0x7feb_352d);
    mixed ^= mixed >> 15;
    mixed = mixed.wrapping_mul(0x846c_a68b);
    mixed ^ mixed >> 16
}

/// Returns a number from 0 up to, but not including, 1.
pub(crate) fn chance(number: u32) -> f32 {
    (hash(number) >> 8) as f32 / (1 << 24) as f32
}

/// Returns the height of a smooth random curve, -1 to 1, with one random height per whole number. `curve` selects the
/// curve; `at` is clamped to at least 0.
pub(crate) fn wave(curve: u32, at: f32) -> f32 {
    let at = at.max(0.0);
    let part = at.fract();
    let height = |step: u32| 2.0 * chance(hash(curve).wrapping_add(at as u32).wrapping_add(step)) - 1.0;
    let (from, to) = (height(0), height(1));
    // The slope is 0 at the random heights, so the curve has no corners.
    from + (to - from) * part * part * (3.0 - 2.0 * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wave_stays_within_bounds_and_never_jumps() {
        let mut last = wave(7, 0.0);
        let (mut low, mut high) = (0.0_f32, 0.0_f32);
        for step in 1..5000 {
            let next = wave(7, step as f32 / 50.0);
            assert!((next - last).abs() < 0.07 && next.abs() <= 1.0);
            (low, high, last) = (low.min(next), high.max(next), next);
        }
        assert!(low < -0.7 && high > 0.7);
        assert_ne!(wave(7, 3.5), wave(8, 3.5));
    }
}
