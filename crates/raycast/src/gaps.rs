//! Gaps: the pixels of a run of rows that no sprite hides yet, and the see-through things that wait to be laid over them.
//!
//! Sprites are drawn from near to far, so that each pixel of a crowd is drawn once, however many stand behind each other. What can
//! be seen through cannot be drawn before all that is behind it: it waits, and remembers which of its pixels were open.

use crate::picture::ROWS;
use crate::slice::WIDE;
use crate::strip::Strip;
use std::ops::Range;

/// The gaps of one run of rows. It keeps its memory from run to run.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    rows: Range<i32>,
    is_opened: bool,
    /// Of each strip and each row the columns, a bit each, in which nothing hides what is farther.
    open: Vec<[u16; ROWS]>,
    /// How many panes of each column have been passed on the way from near to far.
    pub(crate) passed: Vec<[u8; WIDE]>,
    waiters: Vec<Waiter>,
    /// What was open where the waiters are, in their order.
    remembered: Vec<u16>,
}

/// What waits.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Waiting {
    /// The sprite of this number among those that may be seen.
    Sprite(usize),
    /// The panes of a strip in this layer, from near to far.
    Panes(usize),
}

/// Something that waits to be drawn in the columns of one register.
#[derive(Clone, Debug)]
pub(crate) struct Waiter {
    pub(crate) what: Waiting,
    /// The register's first column.
    pub(crate) x: usize,
    pub(crate) lanes: u32,
    pub(crate) rows: Range<i32>,
    /// Where what it remembers begins.
    remembered: usize,
}

impl Gaps {
    /// Makes room for so many strips, and as much for what waits as others have needed: any thread may draw any rows of a frame.
    pub(crate) fn reserve(&mut self, strips: usize, [waiters, remembered]: [usize; 2]) {
        self.open.resize(strips, [0; ROWS]);
        self.passed.resize(strips, [0; WIDE]);
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
        self.open.fill([u16::MAX; ROWS]);
        for (passed, strip) in self.passed.iter_mut().zip(strips) {
            if strip.most_panes > 0 {
                *passed = [0; WIDE];
            }
        }
    }

    /// The strip's columns that are open in each of these rows.
    #[inline(always)]
    pub(crate) fn open(&mut self, x: usize, rows: &Range<i32>) -> &mut [u16] {
        let row = |y: i32| (y - self.rows.start) as usize;
        &mut self.open[x / WIDE][row(rows.start)..row(rows.end)]
    }

    /// Of the columns of a register and of these rows those that are open anywhere; none if nothing is.
    #[inline(always)]
    pub(crate) fn seen(&mut self, x: usize, lanes: u32, rows: &Range<i32>) -> Option<(u32, Range<i32>)> {
        let open = self.open(x, rows);
        let wanted = (lanes << (x % WIDE)) as u16;
        let seen = open.iter().fold(0, |seen, row| seen | row) & wanted;
        if seen == 0 {
            return None;
        }
        let before = open.iter().take_while(|row| *row & seen == 0).count() as i32;
        let after = open.iter().rev().take_while(|row| *row & seen == 0).count() as i32;
        Some((u32::from(seen) >> (x % WIDE), rows.start + before..rows.end - after))
    }

    /// Lets something wait, and remembers what is open in its rows.
    pub(crate) fn wait(&mut self, what: Waiting, x: usize, lanes: u32, rows: Range<i32>) {
        let remembered = self.remembered.len();
        let row = |y: i32| (y - self.rows.start) as usize;
        self.remembered.extend_from_slice(&self.open[x / WIDE][row(rows.start)..row(rows.end)]);
        self.waiters.push(Waiter { what, x, lanes, rows, remembered });
    }

    /// Lets panes wait in all rows.
    pub(crate) fn let_panes_wait(&mut self, layer: usize, x: usize, lanes: u32) {
        self.wait(Waiting::Panes(layer), x, lanes, self.rows.clone());
    }

    /// Hands out whatever waits, the last first, with the strip's columns that were open in each of its rows.
    pub(crate) fn take_last(&mut self) -> Option<(Waiter, &mut [u16])> {
        let waiter = self.waiters.pop()?;
        self.remembered.truncate(waiter.remembered + waiter.rows.len());
        let open = &mut self.remembered[waiter.remembered..];
        Some((waiter, open))
    }
}
