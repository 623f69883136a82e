//! The explored part of a deck: the cells that the player has seen, in any direction. The automap shows them.

use crate::{
    bodies::body::{Body, Position},
    deck::grid::Grid,
    deck::visibility::{Scan, scan_visible_cells},
    player::player::Player,
    state::part::{Bounds, Flaw, SavedResource, ensure},
    tick::run::Run,
    tick::tick::{Step, ticks},
};
use bevy::prelude::*;
use level::Level;
use serde::{Deserialize, Serialize};

/// Ticks between two scans: less than the player needs to run half a tile.
const EVERY: u64 = ticks(0.1) as u64;
/// Maximum distance in cells at which cells become explored.
const FAR: u32 = 48;

/// The cells that the player has seen since the run began.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct Explored {
    width: u16,
    /// One bit per cell, row by row, starting with the lowest bit of each byte.
    seen: Vec<u8>,
}

impl Explored {
    /// Returns a deck on which nothing is explored yet.
    pub(crate) fn of(level: &Level) -> Self {
        Explored { width: level.width as u16, seen: vec![0; level.cells.len().div_ceil(8)] }
    }

    /// Returns true if the values are valid for this deck.
    pub(crate) fn is_valid(&self, level: &Level) -> bool {
        let beyond = level.cells.len()..self.seen.len() * 8;
        let Explored { width, seen } = Explored::of(level);
        (self.width, self.seen.len()) == (width, seen.len()) && beyond.into_iter().all(|bit| !self.bit(bit))
    }

    /// Returns true if a cell was seen, and false for cells outside the deck.
    pub fn knows(&self, cell: IVec2) -> bool {
        self.index(cell).is_some_and(|index| self.bit(index))
    }

    /// Returns the number of cells that were seen.
    pub fn count(&self) -> u32 {
        self.seen.iter().map(|byte| byte.count_ones()).sum()
    }

    fn see(&mut self, cell: IVec2) {
        if let Some(byte) = self.index(cell).and_then(|index| self.seen.get_mut(index / 8)) {
            *byte |= 1 << ((cell.y * i32::from(self.width) + cell.x) % 8);
        }
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        let inside = cell.y >= 0 && (0..i32::from(self.width)).contains(&cell.x);
        inside.then(|| cell.y as usize * usize::from(self.width) + cell.x as usize)
    }

    fn bit(&self, index: usize) -> bool {
        self.seen.get(index / 8).is_some_and(|byte| byte & (1 << (index % 8)) != 0)
    }
}

/// Reusable memory for scans, and the cell and the number of grid changes of the last scan. As long as both are the
/// same, a new scan would find nothing.
#[derive(Resource, Default)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub(crate) struct LookRound(#[cfg_attr(feature = "dev", reflect(ignore))] Scan, Option<(IVec2, u64)>);

impl SavedResource for Explored {
    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        ensure(self.is_valid(bounds.level), "the explored cells do not match the size of the level")
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<LookRound>();
    app.add_systems(FixedUpdate, explore.in_set(Step::Explore));
}

/// Marks the cells around a living player as explored.
fn explore(
    player: Option<Single<&Position, (With<Player>, With<Body>)>>,
    (grid, run): (Res<Grid>, Res<Run>),
    (mut explored, mut room): (ResMut<Explored>, ResMut<LookRound>),
) {
    let Some(player) = player.filter(|_| run.tick.is_multiple_of(EVERY)) else { return };
    let (here, before) = ((Grid::cell_at(player.0), grid.changes_so_far()), room.1);
    room.1 = Some(here);
    if before != Some(here) {
        scan_visible_cells(&grid, here.0, FAR, &mut room.0, |cell| explored.see(cell));
    }
}
