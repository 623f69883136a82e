//! Notes about what a conversion changed.

use std::collections::BTreeMap;

/// Notes: a description of each change, and its first position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes(BTreeMap<String, (usize, Option<(usize, usize)>)>);

impl Notes {
    /// Adds a note about a cell.
    pub(crate) fn at(&mut self, x: usize, y: usize, what: impl Into<String>) {
        let (count, first) = self.0.entry(what.into()).or_insert((0, Some((x, y))));
        *count += 1;
        // Cells are reported in no order.
        *first = first.filter(|(left, top)| (*top, *left) < (y, x)).or(Some((x, y)));
    }

    /// Adds a note about the whole map.
    pub(crate) fn add(&mut self, what: impl Into<String>) {
        self.0.entry(what.into()).or_insert((0, None)).0 += 1;
    }

    /// Returns the notes as sentences, in alphabetical order.
    pub(crate) fn sentences(self) -> Vec<String> {
        let sentence = |(what, (count, at)): (String, (usize, Option<(usize, usize)>))| match (at, count) {
            (None, _) => what,
            (Some((x, y)), 1) => format!("{what}: at ({x}, {y})"),
            (Some((x, y)), 2) => format!("{what}: at ({x}, {y}) and one more place"),
            (Some((x, y)), count) => format!("{what}: at ({x}, {y}) and {} more places", count - 1),
        };
        self.0.into_iter().map(sentence).collect()
    }
}
