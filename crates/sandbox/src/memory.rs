//! The memory of a creature between calls: a table of plain values, stored as bytes.

use serde::{Deserialize, Serialize};

/// Maximum size in bytes: a boolean takes 1, a number 9, a text 5 plus its length, a table 5 plus its entries.
pub const MAX_MEMORY: usize = 64_000;
/// Maximum nesting depth of tables. It rejects tables that contain themselves.
pub(crate) const MAX_DEPTH: u32 = 16;

pub(crate) const FALSE: u8 = 0;
pub(crate) const TRUE: u8 = 1;
pub(crate) const NUMBER: u8 = 2;
pub(crate) const TEXT: u8 = 3;
pub(crate) const TABLE: u8 = 4;

/// The memory of a creature between calls of its script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory(pub(crate) Vec<u8>);

impl Memory {
    /// Returns the size in bytes; 0 if nothing is kept.
    pub fn bytes(&self) -> usize {
        self.0.len()
    }

    /// Returns true if a script can have produced this memory. A damaged save may hold invalid bytes.
    pub fn is_valid(&self) -> bool {
        let mut reader = Reader(&self.0);
        self.0.is_empty() || self.0.len() <= MAX_MEMORY && reader.skip(0).is_some() && reader.0.is_empty()
    }
}

pub(crate) fn read_number(bytes: [u8; 8]) -> f64 {
    let mapped = u64::from_be_bytes(bytes);
    f64::from_bits(if mapped >> 63 == 1 { mapped & !(1 << 63) } else { !mapped })
}

/// Reader of stored memory; values that cannot be read count as missing.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(head)
    }

    pub(crate) fn count(&mut self) -> Option<usize> {
        let bytes = self.take(4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    }

    /// Skips a value; returns `None` if it is invalid.
    fn skip(&mut self, depth: u32) -> Option<()> {
        match self.take(1)?[0] {
            TRUE | FALSE => {}
            NUMBER => {
                self.take(8)?;
            }
            TEXT => {
                let count = self.count()?;
                self.take(count)?;
            }
            TABLE if depth < MAX_DEPTH => {
                for _ in 0..self.count()? {
                    let key = *self.0.first()?;
                    let is_nan = key == NUMBER && read_number(self.0.get(1..9)?.try_into().ok()?).is_nan();
                    if key == TABLE || is_nan {
                        return None;
                    }
                    self.skip(depth + 1)?;
                    self.skip(depth + 1)?;
                }
            }
            _ => return None,
        }
        Some(())
    }
}
