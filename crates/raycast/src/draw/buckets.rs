//! A bucket sort for hundreds or thousands of keys that are about evenly distributed.

/// The number of buckets.
const BUCKETS: usize = 2048;
/// With fewer keys than this, buckets cost more than they save.
const FEW: usize = 256;
/// If any bucket has more keys than this, buckets are sorted one by one instead of by an insertion sort over all keys.
const CROWDED: u32 = 16;

/// The working memory of the sort, kept from frame to frame.
#[derive(Debug, Default)]
pub(crate) struct Buckets {
    /// The number of keys in each bucket, and later the position of its next key.
    ends: Vec<u32>,
    spare: Vec<u64>,
}

impl Buckets {
    /// Sorts keys in ascending order.
    pub(crate) fn sort(&mut self, keys: &mut Vec<u64>) {
        if keys.len() < FEW {
            return keys.sort_unstable();
        }
        let (mut max_nan_safe, mut greatest) = (u64::MAX, 0);
        for &key in &*keys {
            (max_nan_safe, greatest) = (max_nan_safe.min(key), greatest.max(key));
        }
        // The greatest key goes into the upper half of the buckets, unless all keys are close together.
        let shift = (u64::BITS - (greatest - max_nan_safe).leading_zeros()).saturating_sub(BUCKETS.ilog2());
        let bucket = |key: u64| ((key - max_nan_safe) >> shift) as usize % BUCKETS;
        let Buckets { ends, spare } = self;
        ends.clear();
        ends.resize(BUCKETS, 0);
        for &key in &*keys {
            ends[bucket(key)] += 1;
        }
        let mut is_crowded = false;
        let mut first = 0;
        for end in &mut *ends {
            is_crowded |= *end > CROWDED;
            (*end, first) = (first, first + *end);
        }
        spare.resize(keys.len(), 0);
        for &key in &*keys {
            let end = &mut ends[bucket(key)];
            spare[*end as usize] = key;
            *end += 1;
        }
        std::mem::swap(keys, spare);
        if is_crowded {
            let mut first = 0;
            for &end in &*ends {
                keys[first as usize..end as usize].sort_unstable();
                first = end;
            }
        } else {
            insert_each(keys);
        }
    }
}

/// Sorts keys that are all near their final positions, by insertion.
fn insert_each(keys: &mut [u64]) {
    for i in 1..keys.len() {
        let key = keys[i];
        let mut place = i;
        while place > 0 && keys[place - 1] > key {
            keys[place] = keys[place - 1];
            place -= 1;
        }
        keys[place] = key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Batch;

    #[test]
    fn sort_orders_keys_of_any_distribution() {
        let (mut buckets, mut numbers) = (Buckets::default(), Batch(4));
        for round in 0..300 {
            let count = [1, FEW - 1, FEW, 1500, 5000][numbers.below(5)];
            let mut key = |i: usize| match round % 5 {
                0 => numbers.next(),
                1 => numbers.below(50) as u64,
                // A cluster, and one key far away.
                2 => {
                    if i == 7 {
                        u64::MAX
                    } else {
                        i as u64 ^ 0x155
                    }
                }
                3 => 77,
                _ => u64::MAX - i as u64,
            };
            let mut keys: Vec<u64> = (0..count).map(&mut key).collect();
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            buckets.sort(&mut keys);
            assert!(keys == sorted, "round {round}, {count} keys");
        }
    }
}
