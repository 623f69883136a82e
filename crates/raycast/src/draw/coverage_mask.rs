//! Gaps: the pixels of a run of rows that no sprite hides yet, and the see-through things that wait to be laid over them.
//!
//! Sprites are drawn from near to far, so that each pixel of a crowd is drawn once, however many stand behind each other. What can
//! be seen through cannot be drawn before all that is behind it: it waits, and remembers which of its pixels were open.

use crate::{
    draw::picture::ROWS,
    lanes::lanes::{Lanes, STRIP_WIDTH, Token},
    walk::strip::Strip,
};
use std::ops::Range;

/// Of each row of a run the open columns of a strip, a bit each: two rows in each lane of a register, and as many registers as a run
/// needs.
type Open = [[[u16; 2]; STRIP_WIDTH]; ROWS.div_ceil(2 * STRIP_WIDTH)];

/// The gaps of one run of rows. It keeps its memory from run to run.
#[derive(Debug, Default)]
pub(crate) struct CoverageMask {
    rows: Range<i32>,
    is_opened: bool,
    /// Of each strip and each row the columns, a bit each, in which nothing hides what is farther.
    open: Vec<Open>,
    /// Of each register the pairs of rows, a bit each, in which some of its columns may be open.
    pairs: Vec<u64>,
    /// How many panes of each column have been passed on the way from near to far.
    pub(crate) passed: Vec<[u8; STRIP_WIDTH]>,
    waiters: Vec<DeferredSurface>,
    /// What was open where the waiters are, in their order.
    remembered: Vec<u16>,
}

/// What waits.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deferred {
    /// The sprite of this number among those that may be seen.
    Sprite(usize),
    /// The panes of a strip in this layer, from near to far.
    Panes(usize),
}

/// Something that waits to be drawn in the columns of one register.
#[derive(Clone, Debug)]
pub(crate) struct DeferredSurface {
    pub(crate) what: Deferred,
    /// The register's first column.
    pub(crate) x: usize,
    pub(crate) lanes: u32,
    pub(crate) seen: Seen,
    /// Where what it remembers begins.
    remembered: usize,
}

/// Of the rows of a thing those in which some of its pixels may be seen.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// All rows from the first of them to the last.
    pub(crate) rows: Range<i32>,
    /// Two rows each in a bit, from this row on.
    pairs: u64,
    start: i32,
}

impl Seen {
    /// Hands out the rows, those that lie one below the other together.
    #[inline(always)]
    pub(crate) fn next_run(&mut self) -> Option<Range<i32>> {
        if self.pairs == 0 {
            return None;
        }
        let skipped = self.pairs.trailing_zeros();
        let count = (self.pairs >> skipped).trailing_ones();
        let start = self.start + 2 * skipped as i32;
        let end = start + 2 * count as i32;
        // A run has half as many pairs as there are bits.
        self.pairs = self.pairs >> skipped >> count;
        self.start = end;
        Some(self.rows.start.max(start)..self.rows.end.min(end))
    }
}

impl CoverageMask {
    /// Makes room for so many strips, and as much for what waits as others have needed: any thread may draw any rows of a frame.
    pub(crate) fn reserve(&mut self, strips: usize, [waiters, remembered]: [usize; 2]) {
        self.open.resize(strips, Open::default());
        self.pairs.resize(strips * STRIP_WIDTH, 0);
        self.passed.resize(strips, [0; STRIP_WIDTH]);
        self.waiters.clear();
        self.remembered.clear();
        // No more than that: with room to grow, two threads whose rooms differ would outdo each other in every frame.
        self.waiters.reserve_exact(waiters);
        self.remembered.reserve_exact(remembered);
    }

    /// How much room there is for what waits.
    pub(crate) fn room(&self) -> [usize; 2] {
        [self.waiters.capacity(), self.remembered.capacity()]
    }

    /// Begins a run of rows.
    pub(crate) fn begin(&mut self, rows: &Range<i32>) {
        self.rows = rows.clone();
        self.is_opened = false;
    }

    /// Opens all, if that was not done since the run began: most runs of most scenes have nothing that needs it.
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

    /// The strip's columns that are open in each of these rows.
    #[inline(always)]
    pub(crate) fn open(&mut self, x: usize, rows: &Range<i32>) -> &mut [u16] {
        let row = |y: i32| (y - self.rows.start) as usize;
        &mut self.open[x / STRIP_WIDTH].as_flattened_mut().as_flattened_mut()[row(rows.start)..row(rows.end)]
    }

    /// The pairs of rows, a bit each, that these rows belong to.
    #[inline(always)]
    pub(crate) fn pairs(&self, rows: &Range<i32>) -> u64 {
        let [first, end] = [rows.start - self.rows.start, rows.end - self.rows.start + 1].map(|row| row as u32 / 2);
        (1 << end) - (1 << first)
    }

    /// False if none of a register's columns is open in any of these pairs of rows.
    #[inline(always)]
    pub(crate) fn is_open(&self, register: usize, pairs: u64) -> bool {
        self.pairs[register] & pairs != 0
    }

    /// Those of these rows, and of these pairs of them, in which some of a register's columns are open; none if nothing is.
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

    /// Lets something wait, and remembers what is open in its rows.
    pub(crate) fn wait(&mut self, what: Deferred, x: usize, lanes: u32, seen: Seen) {
        let remembered = self.remembered.len();
        let row = |y: i32| (y - self.rows.start) as usize;
        let open = self.open[x / STRIP_WIDTH].as_flattened().as_flattened();
        self.remembered.extend_from_slice(&open[row(seen.rows.start)..row(seen.rows.end)]);
        self.waiters.push(DeferredSurface { what, x, lanes, seen, remembered });
    }

    /// Lets panes wait in all rows.
    pub(crate) fn let_panes_wait(&mut self, layer: usize, x: usize, lanes: u32) {
        let seen =
            Seen { rows: self.rows.clone(), pairs: (1 << self.rows.len().div_ceil(2)) - 1, start: self.rows.start };
        self.wait(Deferred::Panes(layer), x, lanes, seen);
    }

    /// Hands out whatever waits, the last first, with the strip's columns that were open in each of its rows.
    pub(crate) fn take_last(&mut self) -> Option<(DeferredSurface, &mut [u16])> {
        let waiter = self.waiters.pop()?;
        self.remembered.truncate(waiter.remembered + waiter.seen.rows.len());
        let open = &mut self.remembered[waiter.remembered..];
        Some((waiter, open))
    }
}
