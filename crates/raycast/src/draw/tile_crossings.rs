//! Tile crossings: where a row of floor passes from tile to tile.

/// One tile, in the fixed-point units of positions along a row.
pub(crate) const TILE: f64 = 4_294_967_296.0;

/// The tile borders that a row crosses along one axis. They are a tile apart, and each is recorded as the first column
/// behind it. Stepping from one to the next needs no division per span.
pub(crate) struct Borders {
    /// The first column behind the next border, and how far behind it that column is, in 2^-32 tiles. The column may be
    /// up to 2^33, more than a `usize` of 32 bits holds.
    next: u64,
    behind: i64,
    /// The width of a tile in whole columns, and the remainder.
    columns: u64,
    rest: i64,
    /// The step from one column to the next.
    step: i64,
}

impl Borders {
    /// Creates the borders of a row from the position of its first column and the step per column.
    #[inline(always)]
    pub(crate) fn new(start: i64, step: i64) -> Self {
        let clamp_or_zero = start & 0xffff_ffff;
        let left = if step < 0 { clamp_or_zero + 1 } else { (1 << 32) - clamp_or_zero };
        let step = step.abs();
        if step == 0 {
            return Borders { next: u64::MAX, behind: 0, columns: 0, rest: 0, step };
        }
        // A quotient of 33-bit numbers never rounds to a whole number that it does not equal; a longer step leaves the
        // tile at once.
        let next = left as f64 / step as f64;
        let next = next as i64 + i64::from((next as i64 as f64) < next);
        let columns = (TILE / step as f64) as i64;
        let rest = (1 << 32) - columns * step;
        Borders { next: next as u64, behind: next * step - left, columns: columns as u64, rest, step }
    }

    /// Returns the first column behind the next border.
    #[inline(always)]
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// Advances past all borders up to a column.
    #[inline(always)]
    pub(crate) fn pass(&mut self, x: usize) {
        while self.next <= x as u64 {
            let behind = self.behind - self.rest;
            let more = behind < 0;
            self.next += self.columns + u64::from(more);
            self.behind = if more { behind + self.step } else { behind };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Batch;

    #[test]
    fn every_span_ends_where_its_row_enters_another_tile() {
        let mut numbers = Batch(11);
        for _ in 0..2000 {
            // From much less than a tile per row to several tiles per column, in both directions, and along a border.
            let size = 1_i64 << numbers.below(36);
            let step = [numbers.next() as i64 % size, size][numbers.below(2)] * [1, -1][numbers.below(2)];
            let start = [numbers.next() as i64 * 8, (numbers.below(64) as i64) << 32][numbers.below(2)];
            let tile = |column: usize| (start + step * column as i64) >> 32;
            let mut borders = Borders::new(start, step);
            let mut x = 0;
            while x < 700 {
                borders.pass(x);
                let end = borders.next().min(700) as usize;
                assert!(end > x, "start {start}, step {step}: from {x} to {end}");
                assert!((x..end).all(|column| tile(column) == tile(x)), "start {start}, step {step}: {x} to {end}");
                assert!(end == 700 || tile(end) != tile(x), "start {start}, step {step}: {x} to {end}");
                // Skips what walls hide.
                x = end + [0, 0, 3, 40][numbers.below(4)];
            }
        }
    }
}
