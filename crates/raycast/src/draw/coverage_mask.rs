//! Coverage mask: the pixels of a run of rows that no sprite hides yet, plus the queue of transparent surfaces to blend
//! over them afterwards.
//!
//! Sprites are drawn from near to far, so that each pixel of a crowd is drawn once, however many sprites overlap there.
//! A transparent surface cannot be drawn before everything behind it. It is therefore deferred, together with the mask
//! of its pixels that were open.

use crate::{
    draw::picture::ROWS,
    lanes::lanes::{Lanes, STRIP_WIDTH, Token},
    walk::strip::Strip,
};
use std::ops::Range;

/// For each row of a run, the open columns of a strip, one bit each: two rows per lane of a register, in as many
/// registers as a run needs.
type Open = [[[u16; 2]; STRIP_WIDTH]; ROWS.div_ceil(2 * STRIP_WIDTH)];

/// The coverage mask of one run of rows. It keeps its memory from run to run.
#[derive(Debug, Default)]
pub(crate) struct CoverageMask {
    rows: Range<i32>,
    is_opened: bool,
    /// For each strip and row, the columns, one bit each, in which nothing hides farther surfaces yet.
    open: Vec<Open>,
    /// For each register, the pairs of rows, one bit each, in which some of its columns may be open.
    pairs: Vec<u64>,
    /// For each column, the number of panes that are already deferred, from near to far.
    pub(crate) passed: Vec<[u8; STRIP_WIDTH]>,
    waiters: Vec<DeferredSurface>,
    /// The open columns at the deferred surfaces, in their order.
    remembered: Vec<u16>,
}

/// A kind of deferred surface.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deferred {
    /// The visible sprite with this index.
    Sprite(usize),
    /// The panes of a strip in this layer, counted from near to far.
    Panes(usize),
}

/// A deferred surface in the columns of one register.
#[derive(Clone, Debug)]
pub(crate) struct DeferredSurface {
    pub(crate) what: Deferred,
    /// The register's first column.
    pub(crate) x: usize,
    pub(crate) lanes: u32,
    pub(crate) seen: Seen,
    /// The start of its entries in `remembered`.
    remembered: usize,
}

/// The rows of a surface in which some of its pixels may be visible.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// The range from the first of these rows to the last.
    pub(crate) rows: Range<i32>,
    /// The rows in pairs, one bit each, starting at row `start`.
    pairs: u64,
    start: i32,
}

impl Seen {
    /// Returns the next run of consecutive rows.
    #[inline(always)]
    pub(crate) fn next_run(&mut self) -> Option<Range<i32>> {
        if self.pairs == 0 {
            return None;
        }
        let skipped = self.pairs.trailing_zeros();
        let count = (self.pairs >> skipped).trailing_ones();
        let start = self.start + 2 * skipped as i32;
        let end = start + 2 * count as i32;
        // A run has at most half as many pairs as there are bits.
        self.pairs = self.pairs >> skipped >> count;
        self.start = end;
        Some(self.rows.start.max(start)..self.rows.end.min(end))
    }
}

impl CoverageMask {
    /// Reserves memory for this number of strips, and as much for deferred surfaces as other threads have needed,
    /// because any thread may draw any rows of a frame.
    pub(crate) fn reserve(&mut self, strips: usize, [waiters, remembered]: [usize; 2]) {
        self.open.resize(strips, Open::default());
        self.pairs.resize(strips * STRIP_WIDTH, 0);
        self.passed.resize(strips, [0; STRIP_WIDTH]);
        self.waiters.clear();
        self.remembered.clear();
        // Exactly that much: with spare capacity, two threads with different capacities would raise each other's in
        // every frame.
        self.waiters.reserve_exact(waiters);
        self.remembered.reserve_exact(remembered);
    }

    /// Returns the capacity for deferred surfaces.
    pub(crate) fn room(&self) -> [usize; 2] {
        [self.waiters.capacity(), self.remembered.capacity()]
    }

    /// Begins a run of rows.
    pub(crate) fn begin(&mut self, rows: &Range<i32>) {
        self.rows = rows.clone();
        self.is_opened = false;
    }

    /// Marks all pixels as open, if that has not been done since the run began. Most runs of most scenes never need it.
    #[inline(always)]
    pub(crate) fn open_all(&mut self, strips: &[Strip]) {
        if self.is_opened {
            return;
        }
        self.is_opened = true;
        self.open.as_flattened_mut().fill([[u16::MAX; 2]; STRIP_WIDTH]);
        self.pairs.fill(u64::MAX);
        for (passed, strip) in self.passed.iter_mut().zip(strips) {
            if strip.most_panes > 0 {
                *passed = [0; STRIP_WIDTH];
            }
        }
    }

    /// Returns the open columns of a strip in each of these rows.
    #[inline(always)]
    pub(crate) fn open(&mut self, x: usize, rows: &Range<i32>) -> &mut [u16] {
        let row = |y: i32| (y - self.rows.start) as usize;
        &mut self.open[x / STRIP_WIDTH].as_flattened_mut().as_flattened_mut()[row(rows.start)..row(rows.end)]
    }

    /// Returns the pairs of rows, one bit each, to which these rows belong.
    #[inline(always)]
    pub(crate) fn pairs(&self, rows: &Range<i32>) -> u64 {
        let [first, end] = [rows.start - self.rows.start, rows.end - self.rows.start + 1].map(|row| row as u32 / 2);
        (1 << end) - (1 << first)
    }

    /// Returns false if none of a register's columns is open in any of these pairs of rows.
    #[inline(always)]
    pub(crate) fn is_open(&self, register: usize, pairs: u64) -> bool {
        self.pairs[register] & pairs != 0
    }

    /// Returns those of these rows and pairs in which some of a register's columns are open, or `None` if nothing is.
    #[inline(always)]
    pub(crate) fn seen<L: Lanes>(
        &mut self,
        token: Token<L>,
        x: usize,
        lanes: u32,
        rows: &Range<i32>,
        pairs: u64,
    ) -> Option<Seen> {
        let start = self.rows.start;
        let [wanted, all] = [lanes, L::ALL].map(|lanes| (lanes << (x % STRIP_WIDTH)) * 0x0001_0001);
        let open = &self.open[x / STRIP_WIDTH];
        let (mut some, mut any) = (0, 0);
        let mut pair = pairs.trailing_zeros() as usize / L::COUNT * L::COUNT;
        while pairs >> pair != 0 {
            let rows = token.of(&open[pair / STRIP_WIDTH], pair);
            some |= u64::from(rows.touching(token.splat(wanted))) << pair;
            any |= u64::from(rows.touching(token.splat(all))) << pair;
            pair += L::COUNT;
        }
        self.pairs[x / L::COUNT] &= any | !pairs;
        let pairs = some & pairs;
        if pairs == 0 {
            return None;
        }
        let [before, after] = [pairs.trailing_zeros(), u64::BITS - pairs.leading_zeros()].map(|pairs| 2 * pairs as i32);
        Some(Seen { rows: rows.start.max(start + before)..rows.end.min(start + after), pairs, start })
    }

    /// Defers a surface, and remembers which pixels are open in its rows.
    pub(crate) fn wait(&mut self, what: Deferred, x: usize, lanes: u32, seen: Seen) {
        let remembered = self.remembered.len();
        let row = |y: i32| (y - self.rows.start) as usize;
        let open = self.open[x / STRIP_WIDTH].as_flattened().as_flattened();
        self.remembered.extend_from_slice(&open[row(seen.rows.start)..row(seen.rows.end)]);
        self.waiters.push(DeferredSurface { what, x, lanes, seen, remembered });
    }

    /// Defers panes in all rows.
    pub(crate) fn let_panes_wait(&mut self, layer: usize, x: usize, lanes: u32) {
        let seen =
            Seen { rows: self.rows.clone(), pairs: (1 << self.rows.len().div_ceil(2)) - 1, start: self.rows.start };
        self.wait(Deferred::Panes(layer), x, lanes, seen);
    }

    /// Removes the last deferred surface, and returns it with the strip's columns that were open in each of its rows.
    pub(crate) fn take_last(&mut self) -> Option<(DeferredSurface, &mut [u16])> {
        let waiter = self.waiters.pop()?;
        self.remembered.truncate(waiter.remembered + waiter.seen.rows.len());
        let open = &mut self.remembered[waiter.remembered..];
        Some((waiter, open))
    }
}
