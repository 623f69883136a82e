//! Reads the sets of treasures.

use crate::graph::stage::TreasureSet;
use level::{TextError, read_table};
use std::collections::BTreeMap;

/// The largest file of treasures that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// Reads the sets of treasures of a file such as `assets/treasure_sets.ron`, by name; `file` is what messages call it.
///
/// # Errors
/// The first mistake, with line and column.
pub fn read_treasure_sets(file: &str, bytes: &[u8]) -> Result<BTreeMap<String, TreasureSet>, TextError> {
    read_table(file, bytes, MAX_BYTES)
}
