//! Derives the next seed from a seed.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Returns the next seed, which is always the same for the same seed.
pub fn another(seed: u64) -> u64 {
    Pcg64::seed_from_u64(seed).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_seeds_are_distinct_and_reproducible() {
        let mut seeds: Vec<u64> = std::iter::successors(Some(0), |&seed| Some(another(seed))).take(100).collect();
        assert_eq!(seeds[1], another(0));
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 100);
    }
}
