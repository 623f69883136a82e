//! Gravity: how hard the ship pulls at what is in each cell. It can fail, on the whole deck or in a part of it.

use crate::{
    deck::grid::Grid,
    state::part::{Bounds, Flaw, SavedResource, ensure},
};
use bevy::prelude::*;
use level::{Level, Pull};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How hard each cell pulls.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gravity {
    /// On the deck.
    deck: Pull,
    /// In the cells that pull otherwise, by their numbers, row by row.
    cells: BTreeMap<u32, Pull>,
}

impl Gravity {
    /// The share of the usual gravity at a point; 0 where things float.
    pub fn share(&self, grid: &Grid, at: Vec2) -> f64 {
        if let Some(share) = self.share_everywhere() {
            return share;
        }
        let cell = grid.index(Grid::cell_at(at)).and_then(|cell| self.cells.get(&(cell as u32)));
        cell.unwrap_or(&self.deck).share()
    }

    /// The share of the usual gravity, if it is the same on the whole deck.
    pub(crate) fn share_everywhere(&self) -> Option<f64> {
        self.cells.is_empty().then(|| self.deck.share())
    }

    /// The whole deck pulls so from now on.
    pub(crate) fn set_deck(&mut self, pull: Pull) {
        *self = Gravity { deck: pull, cells: BTreeMap::new() };
    }

    /// The cell of a number pulls so from now on.
    pub(crate) fn set_cell(&mut self, cell: usize, pull: Pull) {
        self.cells.insert(cell as u32, pull);
    }

    /// True if it can be that of a level.
    pub(crate) fn is_valid(&self, level: &Level) -> bool {
        let mut pulls = self.cells.values().chain([&self.deck]);
        self.cells.keys().all(|cell| (*cell as usize) < level.cells.len()) && pulls.all(Pull::is_valid)
    }
}

impl SavedResource for Gravity {
    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        ensure(self.is_valid(bounds.level), "the gravity is not that of the level")
    }
}
