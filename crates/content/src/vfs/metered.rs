//! A reader with a budget. It bounds how much the reader of archives reads, and so allocates, while it opens a file.

use std::{
    io::{self, Read, Seek, SeekFrom},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// A reader that fails once it has read more bytes than its budget.
#[derive(Debug)]
pub(crate) struct Metered<R> {
    reader: R,
    left: Arc<AtomicU64>,
}

/// Removes the budget of a [`Metered`] reader.
#[derive(Debug)]
pub(crate) struct Budget(Arc<AtomicU64>);

impl Budget {
    /// Lets the reader read any number of bytes from now on.
    pub(crate) fn lift(&self) {
        self.0.store(u64::MAX, Ordering::Relaxed);
    }
}

impl<R> Metered<R> {
    /// Returns a reader with a budget in bytes.
    pub(crate) fn new(reader: R, budget: u64) -> (Metered<R>, Budget) {
        let left = Arc::new(AtomicU64::new(budget));
        (Metered { reader, left: Arc::clone(&left) }, Budget(left))
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        let left = self.left.load(Ordering::Relaxed);
        if left == u64::MAX {
            return Ok(read);
        }
        let Some(left) = left.checked_sub(read as u64) else {
            return Err(io::Error::other("its list of files is too long"));
        };
        self.left.store(left, Ordering::Relaxed);
        Ok(read)
    }
}

impl<R: Seek> Seek for Metered<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.reader.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reader_stops_at_its_budget_until_it_is_lifted() {
        let (mut reader, budget) = Metered::new(io::repeat(7).take(100), 10);
        let mut eight = [0; 8];
        assert_eq!(reader.read(&mut eight).unwrap(), 8);
        assert_eq!(reader.read(&mut eight).unwrap_err().to_string(), "its list of files is too long");
        budget.lift();
        assert_eq!(reader.read(&mut eight).unwrap(), 8);
    }
}
