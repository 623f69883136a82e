//! Even separation: distributes two kinds of items in a row without clusters.

use std::iter::FusedIterator;

/// Returns `count_a` copies of `a` and `count_b` copies of `b`, distributed as evenly as possible.
///
/// - One kind alone repeats.
/// - Equal counts alternate, beginning with `a`.
/// - Otherwise the more frequent kind forms groups, separated by single items of the other kind, so there is one more
///   group than there are separators. Group sizes differ by at most one. Their order is found by the same method, with
///   the smaller size as `a`.
///
/// The reverse of a row may be a different row: of three groups in two sizes, the odd one is in the middle; of five
/// groups it need not be.
#[must_use]
pub fn spread<T: Copy>(a: T, b: T, count_a: u64, count_b: u64) -> Spread<T> {
    if count_a < count_b {
        return spread(b, a, count_b, count_a);
    }
    if count_b == 0 {
        return Spread { often: a, seldom: b, run: count_a, then: Then::End };
    }
    if count_a == count_b {
        return Spread { often: a, seldom: b, run: 1, then: Then::Singles(count_b) };
    }
    let groups = count_b + 1;
    let small = count_a / groups;
    let large_groups = count_a % groups;
    let mut sizes = Box::new(spread(small, small + 1, groups - large_groups, large_groups));
    let run = sizes.next().unwrap_or(0);
    Spread { often: a, seldom: b, run, then: Then::Groups(sizes) }
}

/// Iterator returned by [`spread`].
#[derive(Clone, Debug)]
pub struct Spread<T> {
    /// The more frequent item, which forms groups.
    often: T,
    /// The rarer item, which separates the groups.
    seldom: T,
    /// Number of items left in the present group.
    run: u64,
    then: Then,
}

/// Items that follow a group.
#[derive(Clone, Debug)]
enum Then {
    /// The row ends.
    End,
    /// This many separators, each followed by a single frequent item, except the last.
    Singles(u64),
    /// A separator and a group of the next size, if there is one. Each level of sizes is at most half as long as the
    /// one above it, so there are never more than 64 levels.
    Groups(Box<Spread<u64>>),
}

impl<T: Copy> Iterator for Spread<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.run > 0 {
            self.run -= 1;
            return Some(self.often);
        }
        match &mut self.then {
            Then::End => return None,
            Then::Singles(left) => {
                *left = left.checked_sub(1)?;
                self.run = u64::from(*left > 0);
            }
            Then::Groups(sizes) => self.run = sizes.next()?,
        }
        Some(self.seldom)
    }
}

impl<T: Copy> FusedIterator for Spread<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row(count_a: u64, count_b: u64) -> String {
        spread('a', 'b', count_a, count_b).collect()
    }

    #[test]
    fn worked_examples_keep_the_order_of_the_method() {
        assert_eq!(row(4, 2), "abaaba", "groups of 1, 2 and 1");
        assert_eq!(row(17, 4), "aaabaaaabaaabaaaabaaa", "groups of 3, 4, 3, 4 and 3");
        assert_eq!(row(8, 0), "aaaaaaaa");
        assert_eq!(row(4, 4), "abababab");
        assert_eq!(row(2, 4), "babbab", "the more frequent item forms the groups");
        assert_eq!(row(0, 3), "bbb");
        assert_eq!(row(0, 0), "");
    }

    /// The method as plain recursion over lists.
    fn plain<T: Copy>(a: T, b: T, count_a: usize, count_b: usize) -> Vec<T> {
        if count_a < count_b {
            return plain(b, a, count_b, count_a);
        }
        if count_b == 0 {
            return vec![a; count_a];
        }
        if count_a == count_b {
            return (0..count_a).flat_map(|_| [a, b]).collect();
        }
        let groups = count_b + 1;
        let small = count_a / groups;
        let large_groups = count_a - groups * small;
        let sizes = plain(small, small + 1, groups - large_groups, large_groups);
        let mut row = Vec::new();
        for (number, size) in sizes.into_iter().enumerate() {
            if number > 0 {
                row.push(b);
            }
            row.extend(vec![a; size]);
        }
        row
    }

    #[test]
    fn short_rows_match_the_plain_method() {
        for (count_a, count_b) in (0..40).flat_map(|a| (0..40).map(move |b| (a, b))) {
            let expected: String = plain('a', 'b', count_a, count_b).into_iter().collect();
            assert_eq!(row(count_a as u64, count_b as u64), expected, "{count_a} and {count_b}");
        }
    }

    /// Returns true if a row is evenly spread: one kind alone, both kinds alternating, or groups of one kind between
    /// single items of the other. Groups have at most two sizes, and the sequence of sizes is evenly spread itself.
    fn is_even(row: &[u64]) -> bool {
        let Some(first) = row.first() else { return true };
        let Some(second) = row.iter().find(|thing| *thing != first) else { return true };
        let is_either = |thing: &u64| thing == first || thing == second;
        if !row.iter().all(is_either) {
            return false;
        }
        if row.len().is_multiple_of(2) && row.windows(2).all(|pair| pair[0] != pair[1]) {
            return true;
        }
        let of_first = row.iter().filter(|thing| *thing == first).count();
        let seldom = if of_first * 2 > row.len() { second } else { first };
        let sizes: Vec<u64> = row.split(|thing| thing == seldom).map(|group| group.len() as u64).collect();
        let least = sizes.iter().min().copied().unwrap_or(0);
        least > 0 && sizes.iter().all(|size| *size <= least + 1) && is_even(&sizes)
    }

    proptest! {
        #[test]
        fn row_has_the_requested_counts_and_is_even(count_a in 0..300_u64, count_b in 0..300_u64) {
            let row: Vec<u64> = spread(0, 1, count_a, count_b).collect();
            prop_assert_eq!(row.iter().filter(|thing| **thing == 0).count() as u64, count_a);
            prop_assert_eq!(row.len() as u64, count_a + count_b);
            prop_assert!(is_even(&row), "{:?}", row);
        }

        #[test]
        fn rows_of_any_length_start_immediately(count_a: u64, count_b: u64) {
            let begin: Vec<u8> = spread(0, 1, count_a, count_b).take(100).collect();
            prop_assert!(begin.len() == 100 || begin.len() as u64 == count_a.saturating_add(count_b));
        }
    }

    #[test]
    fn longest_rows_and_finished_rows_work() {
        for (count_a, count_b) in
            [(u64::MAX, u64::MAX), (u64::MAX, u64::MAX - 1), (u64::MAX, 1), (1 << 63, (1 << 62) + 7)]
        {
            assert_eq!(spread('a', 'b', count_a, count_b).take(1000).count(), 1000);
        }
        let mut over = spread('a', 'b', 1, 1);
        assert_eq!([over.next(), over.next(), over.next(), over.next()], [Some('a'), Some('b'), None, None]);
    }
}
