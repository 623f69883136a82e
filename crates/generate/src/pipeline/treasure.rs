//! Reads treasure sets.

use crate::graph::stage::TreasureSet;
use level::{TextError, read_table};
use std::collections::BTreeMap;

/// Maximum size of a treasure file, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Reads the treasure sets of a file such as `assets/treasure_sets.ron`, by name; `file` is its name in messages.
///
/// # Errors
/// The first error, with line and column.
pub fn read_treasure_sets(file: &str, bytes: &[u8]) -> Result<BTreeMap<String, TreasureSet>, TextError> {
    read_table(file, bytes, MAX_BYTES)
}
