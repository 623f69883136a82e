//! Seeded random numbers that are the same on every machine.

use rand::Rng as _;
use rand_pcg::Pcg64;

/// A random number generator. Each stage of each attempt has its own, so that changing a later stage does not change
/// the results of earlier ones.
pub(crate) struct Rng(Pcg64);

impl Rng {
    /// Creates the generator of one stage in one attempt with a seed.
    pub(crate) fn new(seed: u64, attempt: u32, stage: usize) -> Self {
        // Mix the bits, so that similar seeds and attempts give unrelated states.
        let low = mixed(seed ^ mixed(u64::from(attempt)));
        let high = mixed(low ^ mixed(stage as u64 + 1));
        Rng(Pcg64::new(u128::from(high) << 64 | u128::from(low), stage as u128))
    }

    /// Returns a random 64-bit number.
    pub(crate) fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a whole number below `end`, which must be at least 1. The distribution is uniform except for one part in
    /// 2^64.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.0.next_u64()) * end as u128) >> 64) as usize
    }

    /// Returns a whole number from `least` to `most`, which must not be smaller.
    pub(crate) fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// Returns true with a probability of `percent` in 100.
    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns a random element, if there are any.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.below(from.len())]) }
    }

    /// Shuffles the elements.
    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

/// Mixes the bits of a number (the finaliser of SplitMix64).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_never_change_and_differ_from_each_other() {
        let first = |seed, attempt, stage| Rng::new(seed, attempt, stage).0.next_u64();
        let streams = [first(0, 0, 0), first(1, 0, 0), first(0, 1, 0), first(0, 0, 1), first(u64::MAX, 0, 0)];
        for (index, one) in streams.iter().enumerate() {
            assert!(!streams[..index].contains(one), "{streams:?}");
        }
        // All seeds that players have shared depend on these numbers, so they must never change.
        let mut rng = Rng::new(7, 0, 0);
        let drawn: Vec<usize> = (0..8).map(|_| rng.below(1000)).collect();
        assert_eq!(drawn, PINNED);
    }

    const PINNED: [usize; 8] = [287, 778, 62, 683, 235, 340, 302, 750];

    #[test]
    fn numbers_of_a_range_are_uniformly_distributed() {
        let mut rng = Rng::new(1, 0, 0);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[rng.between(10, 16) - 10] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }
}
