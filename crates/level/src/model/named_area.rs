//! Named cells, by which triggers are wired.

use serde::Serialize;

/// Cells that share a name, at least one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamedArea {
    /// Name.
    pub name: String,
    /// Column and row of each cell, row by row.
    pub cells: Vec<(usize, usize)>,
}

impl NamedArea {
    /// Returns true if the cell in column `x`, row `y` belongs to it.
    pub fn has(&self, x: usize, y: usize) -> bool {
        self.cells.binary_search_by_key(&(y, x), |&(x, y)| (y, x)).is_ok()
    }
}

/// Index into [`Level::places`](crate::model::level::Level::places).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct NamedAreaIndex(pub u16);
