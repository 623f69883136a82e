//! Gravity: how strongly the ship pulls in each cell. It can fail on the whole deck or in a part of it.

use crate::{
    deck::grid::Grid,
    state::part::{Bounds, Flaw, SavedResource, ensure},
};
use bevy::prelude::*;
use level::{Level, Pull};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The strength of gravity in each cell.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(opaque))]
pub struct Gravity {
    /// Gravity of the deck as a whole.
    deck: Pull,
    /// Cells with a different gravity, by cell index (row-major).
    cells: BTreeMap<u32, Pull>,
}

impl Gravity {
    /// Returns the gravity at a point as a share of normal gravity; 0 where things float.
    pub fn share(&self, grid: &Grid, at: Vec2) -> f64 {
        if let Some(share) = self.share_everywhere() {
            return share;
        }
        let cell = grid.index(Grid::cell_at(at)).and_then(|cell| self.cells.get(&(cell as u32)));
        cell.unwrap_or(&self.deck).share()
    }

    /// Returns the gravity as a share of normal gravity if it is the same on the whole deck.
    pub(crate) fn share_everywhere(&self) -> Option<f64> {
        self.cells.is_empty().then(|| self.deck.share())
    }

    /// Sets the gravity of the whole deck and removes all differences between cells.
    pub(crate) fn set_deck(&mut self, pull: Pull) {
        *self = Gravity { deck: pull, cells: BTreeMap::new() };
    }

    /// Sets the gravity of the cell at an index.
    pub(crate) fn set_cell(&mut self, cell: usize, pull: Pull) {
        self.cells.insert(cell as u32, pull);
    }

    /// Returns true if this gravity is valid for a level.
    pub(crate) fn is_valid(&self, level: &Level) -> bool {
        let mut pulls = self.cells.values().chain([&self.deck]);
        self.cells.keys().all(|cell| (*cell as usize) < level.cells.len()) && pulls.all(Pull::is_valid)
    }
}

impl SavedResource for Gravity {
    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        ensure(self.is_valid(bounds.level), "the gravity does not match the level")
    }
}
