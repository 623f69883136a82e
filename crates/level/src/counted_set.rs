//! A multiset for inventories, ammunition, kills and finds.

use serde::{Deserialize, Serialize};
use std::{borrow::Borrow, collections::BTreeMap, fmt};

/// A multiset: items with their counts, from 1 to 2^64 - 1, in the order of the items.
///
/// It is serialized as a list of pairs, `[("key", 1), ("shell", 24)]`, so the size depends on the number of kinds and
/// not on the counts. If an item is listed several times, its counts are added. Items with count 0 are dropped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    try_from = "Vec<(T, u64)>",
    into = "Vec<(T, u64)>",
    bound(serialize = "T: Ord + Clone + Serialize", deserialize = "T: Ord + fmt::Debug + Deserialize<'de>")
)]
pub struct CountedSet<T: Ord>(BTreeMap<T, u64>);

impl<T: Ord> Default for CountedSet<T> {
    fn default() -> Self {
        CountedSet(BTreeMap::new())
    }
}

impl<T: Ord> CountedSet<T> {
    /// Adds `count` to an item's count, which saturates at 2^64 - 1.
    pub fn add(&mut self, item: T, count: u64) {
        let sum = self.count(&item).saturating_add(count);
        self.set(item, sum);
    }

    /// Adds each item of the pairs with its count.
    pub fn add_all(&mut self, pairs: impl IntoIterator<Item = (T, u64)>) {
        pairs.into_iter().for_each(|(item, count)| self.add(item, count));
    }

    /// Sets the count of an item; 0 removes the item.
    pub fn set(&mut self, item: T, count: u64) {
        if count == 0 {
            self.0.remove(&item);
        } else {
            self.0.insert(item, count);
        }
    }

    /// Removes up to `count` of an item and returns how many were removed.
    pub fn remove<Q: Ord + ?Sized>(&mut self, item: &Q, count: u64) -> u64
    where
        T: Borrow<Q>,
    {
        let Some(left) = self.0.get_mut(item) else { return 0 };
        let taken = count.min(*left);
        *left -= taken;
        if *left == 0 {
            self.0.remove(item);
        }
        taken
    }

    /// Returns the count of an item, 0 if it is absent.
    pub fn count<Q: Ord + ?Sized>(&self, item: &Q) -> u64
    where
        T: Borrow<Q>,
    {
        self.0.get(item).copied().unwrap_or(0)
    }

    /// Returns the sum of all counts.
    pub fn total(&self) -> u128 {
        self.0.values().map(|&count| u128::from(count)).sum()
    }

    /// Returns the items with their counts, in item order.
    pub fn iter(&self) -> impl Iterator<Item = (&T, u64)> {
        self.0.iter().map(|(item, &count)| (item, count))
    }

    /// Returns the number of different items.
    pub fn distinct(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the set has no items.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Ord + fmt::Debug> TryFrom<Vec<(T, u64)>> for CountedSet<T> {
    type Error = String;

    fn try_from(pairs: Vec<(T, u64)>) -> Result<Self, String> {
        let mut set = CountedSet::default();
        for (item, count) in pairs {
            let Some(sum) = set.count(&item).checked_add(count) else {
                return Err(format!("the counts of {item:?} add up to more than 18446744073709551615"));
            };
            set.set(item, sum);
        }
        Ok(set)
    }
}

impl<T: Ord> From<CountedSet<T>> for Vec<(T, u64)> {
    fn from(set: CountedSet<T>) -> Self {
        set.0.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn read(text: &str) -> Result<CountedSet<String>, String> {
        ron::from_str(text).map_err(|error| error.to_string())
    }

    fn set(pairs: &[(&str, u64)]) -> CountedSet<String> {
        CountedSet(pairs.iter().map(|&(item, count)| (item.to_owned(), count)).collect())
    }

    #[test]
    fn counts_follow_add_set_and_remove() {
        let mut bag = CountedSet::default();
        bag.add("sword", 1);
        bag.add("sword", 1);
        bag.add("arrow", 1_000_000_000_000);
        assert_eq!((bag.count(&"sword"), bag.count(&"bow"), bag.total()), (2, 0, 1_000_000_000_002));
        assert_eq!(bag.remove(&"arrow", 1), 1);
        assert_eq!(bag.remove(&"sword", 5), 2, "no more pieces can be taken than exist");
        assert_eq!(bag.remove(&"sword", 1), 0);
        bag.set("arrow", 3);
        bag.set("apple", 4);
        assert_eq!(bag.iter().collect::<Vec<_>>(), [(&"apple", 4), (&"arrow", 3)]);
        bag.set("arrow", 0);
        assert_eq!(bag.remove(&"apple", 4), 4);
        assert!(bag.is_empty());
    }

    #[test]
    fn counts_saturate_and_the_total_does_not_overflow() {
        let mut bag = CountedSet::default();
        bag.add("dust", u64::MAX);
        bag.add("dust", 1);
        bag.add("sand", u64::MAX);
        assert_eq!((bag.count(&"dust"), bag.total()), (u64::MAX, 2 * u128::from(u64::MAX)));
    }

    #[test]
    fn a_trillion_items_are_stored_as_six_pairs() {
        let text = "[(\"a\",1),(\"b\",999999999900),(\"c\",95),(\"d\",1),(\"e\",1),(\"f\",2)]";
        let set = read(text).unwrap();
        assert_eq!(set.total(), 1_000_000_000_000);
        assert_eq!(ron::to_string(&set).unwrap(), text);
        let bytes = postcard::to_stdvec(&set).unwrap();
        assert!(bytes.len() < 32, "{bytes:?}");
        assert_eq!(postcard::from_bytes::<CountedSet<String>>(&bytes).unwrap(), set);
    }

    #[test]
    fn duplicate_entries_add_up_and_zero_counts_are_dropped() {
        assert_eq!(read("[(\"key\", 2), (\"gone\", 0), (\"key\", 3)]").unwrap(), set(&[("key", 5)]));
    }

    #[test]
    fn invalid_counts_are_rejected() {
        for (text, what) in [
            ("[(\"key\", -1)]", "out of bounds"),
            ("[(\"key\", 1.5)]", "Expected closing"),
            ("[(\"key\", \"one\")]", "Expected integer"),
            ("[(\"key\", 18446744073709551616)]", "out of bounds"),
            ("[(\"key\")]", "tuple of size 2"),
            ("[(\"key\", 18446744073709551615), (\"key\", 1)]", "the counts of \"key\" add up to more than"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(what), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn sets_round_trip_and_agree_with_a_map(pairs: Vec<(u8, u32)>) {
            let mut expected: BTreeMap<u8, u64> = BTreeMap::new();
            let mut set = CountedSet::default();
            for &(item, count) in &pairs {
                set.add(item, u64::from(count));
                *expected.entry(item).or_default() += u64::from(count);
            }
            expected.retain(|_, count| *count > 0);
            prop_assert_eq!(&set.0, &expected);
            let listed = pairs.iter().map(|&(item, count)| (item, u64::from(count))).collect::<Vec<_>>();
            prop_assert_eq!(&CountedSet::try_from(listed).unwrap(), &set);
            let bytes = postcard::to_stdvec(&set).unwrap();
            prop_assert_eq!(&postcard::from_bytes::<CountedSet<u8>>(&bytes).unwrap(), &set);
        }
    }
}
