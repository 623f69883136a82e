//! Chance: streams of numbers that follow from a seed alone, the same on every machine.

use rand::Rng;
use rand_pcg::Pcg64;

/// A stream of chance. Each stage of each attempt has one of its own, so that a change of a later stage leaves what the
/// earlier ones make as it was.
pub(crate) struct Chance(Pcg64);

impl Chance {
    /// The stream of one stage in one attempt at a seed.
    pub(crate) fn new(seed: u64, attempt: u32, stage: usize) -> Self {
        // Seeds and attempts that differ in one bit give states that have nothing in common.
        let low = mixed(seed ^ mixed(u64::from(attempt)));
        let high = mixed(low ^ mixed(stage as u64 + 1));
        Chance(Pcg64::new(u128::from(high) << 64 | u128::from(low), stage as u128))
    }

    /// Any number of 64 bits.
    pub(crate) fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number below `end`, each as likely as the others but for one part in 2^64 of them.
    ///
    /// `end` is at least 1.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.0.next_u64()) * end as u128) >> 64) as usize
    }

    /// A whole number from `least` to `most`, which is no less.
    pub(crate) fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// True in so many of a hundred cases.
    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of them, if there are any.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.below(from.len())]) }
    }

    /// Puts them into any order.
    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

/// A number of 64 bits that has nothing in common with this one (the finish of SplitMix64).
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
    fn the_streams_are_the_same_for_ever_and_each_is_another() {
        let first = |seed, attempt, stage| Chance::new(seed, attempt, stage).0.next_u64();
        let streams = [first(0, 0, 0), first(1, 0, 0), first(0, 1, 0), first(0, 0, 1), first(u64::MAX, 0, 0)];
        for (index, one) in streams.iter().enumerate() {
            assert!(!streams[..index].contains(one), "{streams:?}");
        }
        // These numbers are those of every seed that was ever shared: they never change.
        let mut chance = Chance::new(7, 0, 0);
        let drawn: Vec<usize> = (0..8).map(|_| chance.below(1000)).collect();
        assert_eq!(drawn, PINNED);
    }

    const PINNED: [usize; 8] = [287, 778, 62, 683, 235, 340, 302, 750];

    #[test]
    fn every_number_of_a_range_is_drawn_about_as_often() {
        let mut chance = Chance::new(1, 0, 0);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[chance.between(10, 16) - 10] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }
}
