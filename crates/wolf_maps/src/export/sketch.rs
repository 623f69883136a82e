//! A map that is being made from a level.

use crate::{game::Game, notes::Notes, plane_map::PlaneMap};
use level::Level;

/// Side length of the maps that the original game reads. Smaller levels are enlarged with walls.
pub(crate) const SIDE: usize = 64;

/// A map that is being made from a level.
pub(crate) struct Sketch<'a> {
    pub(crate) game: &'a Game,
    pub(crate) level: &'a Level,
    pub(crate) map: PlaneMap,
    pub(crate) notes: Notes,
}

impl<'a> Sketch<'a> {
    /// Begins a map: solid walls everywhere.
    ///
    /// # Errors
    /// If the level is too large.
    pub(crate) fn new(game: &'a Game, level: &'a Level) -> Result<Sketch<'a>, String> {
        let (width, height) = (level.width.max(SIDE), level.height.max(SIDE));
        let mut map = PlaneMap::new(&level.name, width, height)?;
        map.planes[0].fill(game.stand_ins.wall_number);
        Ok(Sketch { game, level, map, notes: Notes::default() })
    }

    /// Sets the number of a cell on a plane.
    pub(crate) fn set(&mut self, plane: usize, (x, y): (usize, usize), number: u16) {
        let cell = y * self.map.width + x;
        self.map.planes[plane][cell] = number;
    }

    /// Adds a note about a cell.
    pub(crate) fn note(&mut self, (x, y): (usize, usize), what: impl Into<String>) {
        self.notes.at(x, y, what);
    }
}
