//! What a creature keeps from one call to the next: a table of plain values, as bytes.

use serde::{Deserialize, Serialize};

/// So many bytes a creature keeps at most: 1 for a truth, 9 for a number, 5 and its bytes for a text, 5 for a table.
pub const MAX_MEMORY: usize = 64_000;
/// So many tables may lie in each other: a table that holds itself has no end.
pub(crate) const MAX_DEPTH: u32 = 16;

pub(crate) const FALSE: u8 = 0;
pub(crate) const TRUE: u8 = 1;
pub(crate) const NUMBER: u8 = 2;
pub(crate) const TEXT: u8 = 3;
pub(crate) const TABLE: u8 = 4;

/// What a creature keeps from one call of its script to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory(pub(crate) Vec<u8>);

impl Memory {
    /// Its size in bytes; 0 if nothing is kept.
    pub fn bytes(&self) -> usize {
        self.0.len()
    }

    /// True if a script can have left it: a damaged save may hold what none can.
    pub fn is_sound(&self) -> bool {
        let mut reader = Reader(&self.0);
        self.0.is_empty() || self.0.len() <= MAX_MEMORY && reader.skip(0).is_some() && reader.0.is_empty()
    }
}

pub(crate) fn read_number(bytes: [u8; 8]) -> f64 {
    let turned = u64::from_be_bytes(bytes);
    f64::from_bits(if turned >> 63 == 1 { turned & !(1 << 63) } else { !turned })
}

/// Reads what is kept; what cannot be read is as if it were not there.
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

    /// Goes past a value; none if it is none.
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
