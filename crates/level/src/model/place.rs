//! Cells that have a name: whatever is wired is wired by names.

use serde::Serialize;

/// Cells that have a name, at least one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The name.
    pub name: String,
    /// Column and row of each cell, row by row.
    pub cells: Vec<(usize, usize)>,
}

impl Place {
    /// True if the cell in column `x`, row `y` belongs to it.
    pub fn has(&self, x: usize, y: usize) -> bool {
        self.cells.binary_search_by_key(&(y, x), |&(x, y)| (y, x)).is_ok()
    }
}

/// An index into [`Level::places`](crate::model::level::Level::places).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PlaceIndex(pub u16);
