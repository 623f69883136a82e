//! Even separation: two kinds of things in a row, neither of them clustered.

use std::iter::FusedIterator;

/// `count_a` times `a` and `count_b` times `b`, as evenly as can be.
///
/// One kind alone repeats. As many of both alternate, beginning with `a`. Else the kind of which there is more stands in
/// groups, one more than there are things of the other kind, between which these stand singly; the sizes of the groups
/// differ by one at most, and the order of the sizes is found in the same way: the smaller size is its `a`.
///
/// Reversed it may be another row: of three groups in two sizes the odd one is in the middle, of five it need not be.
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

/// What [`spread`] gives, one after the other.
#[derive(Clone, Debug)]
pub struct Spread<T> {
    /// What stands in groups.
    often: T,
    /// What stands singly between them.
    seldom: T,
    /// How many of the group have yet to come.
    run: u64,
    then: Then,
}

/// What follows a group.
#[derive(Clone, Debug)]
enum Then {
    /// Nothing.
    End,
    /// As many single things of the other kind, each followed by a single one of the first but for the last.
    Singles(u64),
    /// A single thing of the other kind and a group of the next size, if there is one. Each level of sizes is half as long
    /// as the one above it at most, so there are never more than 64 of them.
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
    fn the_worked_examples_come_out_in_the_order_of_the_method() {
        assert_eq!(row(4, 2), "abaaba", "groups of 1, 2 and 1");
        assert_eq!(row(17, 4), "aaabaaaabaaabaaaabaaa", "groups of 3, 4, 3, 4 and 3");
        assert_eq!(row(8, 0), "aaaaaaaa");
        assert_eq!(row(4, 4), "abababab");
        assert_eq!(row(2, 4), "babbab", "whatever there is more of stands in groups");
        assert_eq!(row(0, 3), "bbb");
        assert_eq!(row(0, 0), "");
    }

    /// The method word for word, as lists.
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
    fn every_short_row_is_that_of_the_method() {
        for (count_a, count_b) in (0..40).flat_map(|a| (0..40).map(move |b| (a, b))) {
            let expected: String = plain('a', 'b', count_a, count_b).into_iter().collect();
            assert_eq!(row(count_a as u64, count_b as u64), expected, "{count_a} and {count_b}");
        }
    }

    /// Whether a row is evenly spread: one kind alone, or both in turn, or groups of one kind between single ones of the
    /// other, of two sizes at most, whose sequence of sizes is evenly spread itself.
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
        fn a_row_has_as_many_of_each_as_was_asked_and_is_even(count_a in 0..300_u64, count_b in 0..300_u64) {
            let row: Vec<u64> = spread(0, 1, count_a, count_b).collect();
            prop_assert_eq!(row.iter().filter(|thing| **thing == 0).count() as u64, count_a);
            prop_assert_eq!(row.len() as u64, count_a + count_b);
            prop_assert!(is_even(&row), "{:?}", row);
        }

        #[test]
        fn however_long_a_row_is_it_begins_at_once(count_a: u64, count_b: u64) {
            let begin: Vec<u8> = spread(0, 1, count_a, count_b).take(100).collect();
            prop_assert!(begin.len() == 100 || begin.len() as u64 == count_a.saturating_add(count_b));
        }
    }

    #[test]
    fn the_longest_rows_and_a_row_that_is_over_are_no_trouble() {
        for (count_a, count_b) in
            [(u64::MAX, u64::MAX), (u64::MAX, u64::MAX - 1), (u64::MAX, 1), (1 << 63, (1 << 62) + 7)]
        {
            assert_eq!(spread('a', 'b', count_a, count_b).take(1000).count(), 1000);
        }
        let mut over = spread('a', 'b', 1, 1);
        assert_eq!([over.next(), over.next(), over.next(), over.next()], [Some('a'), Some('b'), None, None]);
    }
}
