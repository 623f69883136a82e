//! A set that counts: inventories, ammunition, what was killed and found.

use serde::{Deserialize, Serialize};
use std::{borrow::Borrow, collections::BTreeMap, fmt};

/// Items and how many there are of each, from 1 to 2^64 - 1. Its order is that of the items.
///
/// It is stored as a list of pairs, `[("key", 1), ("shell", 24)]`, so that reading and writing take as long as there are
/// kinds of items, however many of each. Of an item that is listed twice the counts are added; what is listed with 0 is
/// not there.
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
    /// Adds as many of an item, at most up to 2^64 - 1.
    pub fn add(&mut self, item: T, count: u64) {
        let sum = self.count(&item).saturating_add(count);
        self.set(item, sum);
    }

    /// Adds as many of each item as these pairs say.
    pub fn add_all(&mut self, pairs: impl IntoIterator<Item = (T, u64)>) {
        pairs.into_iter().for_each(|(item, count)| self.add(item, count));
    }

    /// Makes it so many of an item; 0 takes it out.
    pub fn set(&mut self, item: T, count: u64) {
        if count == 0 {
            self.0.remove(&item);
        } else {
            self.0.insert(item, count);
        }
    }

    /// Takes as many of an item as there are, at most `count`; how many were taken.
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

    /// How many there are of an item.
    pub fn count<Q: Ord + ?Sized>(&self, item: &Q) -> u64
    where
        T: Borrow<Q>,
    {
        self.0.get(item).copied().unwrap_or(0)
    }

    /// How many there are of all items together.
    pub fn total(&self) -> u128 {
        self.0.values().map(|&count| u128::from(count)).sum()
    }

    /// The items with their counts, in the order of the items.
    pub fn iter(&self) -> impl Iterator<Item = (&T, u64)> {
        self.0.iter().map(|(item, &count)| (item, count))
    }

    /// How many different items there are.
    pub fn distinct(&self) -> usize {
        self.0.len()
    }

    /// True if there is nothing in it.
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
    fn a_bag_counts_what_goes_in_and_out() {
        let mut bag = CountedSet::default();
        bag.add("sword", 1);
        bag.add("sword", 1);
        bag.add("arrow", 1_000_000_000_000);
        assert_eq!((bag.count(&"sword"), bag.count(&"bow"), bag.total()), (2, 0, 1_000_000_000_002));
        assert_eq!(bag.remove(&"arrow", 1), 1);
        assert_eq!(bag.remove(&"sword", 5), 2, "more than there are cannot be taken");
        assert_eq!(bag.remove(&"sword", 1), 0);
        bag.set("arrow", 3);
        bag.set("apple", 4);
        assert_eq!(bag.iter().collect::<Vec<_>>(), [(&"apple", 4), (&"arrow", 3)]);
        bag.set("arrow", 0);
        assert_eq!(bag.remove(&"apple", 4), 4);
        assert!(bag.is_empty());
    }

    #[test]
    fn counts_end_at_their_limit_and_their_total_does_not_overflow() {
        let mut bag = CountedSet::default();
        bag.add("dust", u64::MAX);
        bag.add("dust", 1);
        bag.add("sand", u64::MAX);
        assert_eq!((bag.count(&"dust"), bag.total()), (u64::MAX, 2 * u128::from(u64::MAX)));
    }

    #[test]
    fn a_million_million_items_are_six_pairs() {
        let text = "[(\"a\",1),(\"b\",999999999900),(\"c\",95),(\"d\",1),(\"e\",1),(\"f\",2)]";
        let hoard = read(text).unwrap();
        assert_eq!(hoard.total(), 1_000_000_000_000);
        assert_eq!(ron::to_string(&hoard).unwrap(), text);
        let bytes = postcard::to_stdvec(&hoard).unwrap();
        assert!(bytes.len() < 32, "{bytes:?}");
        assert_eq!(postcard::from_bytes::<CountedSet<String>>(&bytes).unwrap(), hoard);
    }

    #[test]
    fn what_is_listed_twice_is_added_and_what_is_listed_with_0_is_not_there() {
        assert_eq!(read("[(\"key\", 2), (\"gone\", 0), (\"key\", 3)]").unwrap(), set(&[("key", 5)]));
    }

    #[test]
    fn bad_counts_are_refused() {
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
        fn it_is_what_comes_back_from_a_file_and_agrees_with_counting_by_hand(pairs: Vec<(u8, u32)>) {
            let mut by_hand: BTreeMap<u8, u64> = BTreeMap::new();
            let mut set = CountedSet::default();
            for &(item, count) in &pairs {
                set.add(item, u64::from(count));
                *by_hand.entry(item).or_default() += u64::from(count);
            }
            by_hand.retain(|_, count| *count > 0);
            prop_assert_eq!(&set.0, &by_hand);
            let listed = pairs.iter().map(|&(item, count)| (item, u64::from(count))).collect::<Vec<_>>();
            prop_assert_eq!(&CountedSet::try_from(listed).unwrap(), &set);
            let bytes = postcard::to_stdvec(&set).unwrap();
            prop_assert_eq!(&postcard::from_bytes::<CountedSet<u8>>(&bytes).unwrap(), &set);
        }
    }
}
