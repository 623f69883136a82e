//! What the player has explored of a deck: the cells that he has seen, whichever way he looked. The automap shows them.

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

/// He looks round so often, in ticks: before he has run half a tile.
const EVERY: u64 = ticks(0.1) as u64;
/// So far he can tell what he sees, in cells.
const FAR: u32 = 48;

/// The cells that the player has seen since the run began.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explored {
    width: u16,
    /// A bit a cell, row by row, the lowest of a byte first.
    seen: Vec<u8>,
}

impl Explored {
    /// Nothing yet of a deck.
    pub(crate) fn of(level: &Level) -> Self {
        Explored { width: level.width as u16, seen: vec![0; level.cells.len().div_ceil(8)] }
    }

    /// True if it can be what was seen of a deck.
    pub(crate) fn is_valid(&self, level: &Level) -> bool {
        let beyond = level.cells.len()..self.seen.len() * 8;
        let Explored { width, seen } = Explored::of(level);
        (self.width, self.seen.len()) == (width, seen.len()) && beyond.into_iter().all(|bit| !self.bit(bit))
    }

    /// True if a cell was seen; false outside the deck.
    pub fn knows(&self, cell: IVec2) -> bool {
        self.index(cell).is_some_and(|index| self.bit(index))
    }

    /// How many cells were seen.
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

/// Room for looking round, kept so that no tick asks for memory; and from where the player looked round last, and how often the grid
/// had changed by then: there he sees nothing new as long as it does not change.
#[derive(Resource, Default)]
pub(crate) struct LookRound(Scan, Option<(IVec2, u64)>);

impl SavedResource for Explored {
    fn validate(&self, bounds: &Bounds) -> Result<(), Flaw> {
        ensure(self.is_valid(bounds.level), "what was seen is not of the level")
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<LookRound>();
    app.add_systems(FixedUpdate, explore.in_set(Step::Explore));
}

/// The player sees the cells round him, if he lives.
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
