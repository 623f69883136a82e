//! A level that is being made from a map.

use crate::{
    game::{Episode, Game},
    notes::Notes,
    plane_map::PlaneMap,
};
use level::{Cell, CellShape, Key, Level, TextureIndex};
use std::collections::BTreeMap;

/// A level that is being made from a map.
pub(crate) struct Draft<'a> {
    pub(crate) game: &'a Game,
    pub(crate) episode: &'a Episode,
    pub(crate) map: &'a PlaneMap,
    pub(crate) level: Level,
    pub(crate) notes: Notes,
    /// Cells with a lamp of the map.
    pub(crate) lamps: Vec<usize>,
    /// Cells of monsters whose death ends an episode in the original game.
    pub(crate) masters: Vec<usize>,
    /// Cells of monsters next to which a pickup is placed, with its name and their lowest skill.
    pub(crate) left: Vec<(usize, &'a str, u8)>,
    /// Cells of monsters that have a key, with that key.
    pub(crate) keepers: Vec<(usize, Key)>,
    /// Number of monsters of each class so far.
    pub(crate) counts: BTreeMap<&'a str, usize>,
    textures: BTreeMap<String, TextureIndex>,
}

impl<'a> Draft<'a> {
    /// Begins the level of map `number`, from 1: open floor everywhere.
    pub(crate) fn new(game: &'a Game, map: &'a PlaneMap, number: usize) -> Draft<'a> {
        let name = if map.name.is_empty() { format!("Map {number}") } else { map.name.clone() };
        let level = Level::empty(&name, map.width, map.height);
        let (episode, notes) = (game.episode(number), Notes::default());
        let (lamps, masters, left, keepers, counts, textures) = Default::default();
        let mut draft = Draft { game, episode, map, level, notes, lamps, masters, left, keepers, counts, textures };
        let (floor, ceiling) = (draft.texture(&episode.floors[0]), draft.texture(&episode.ceilings[0]));
        let light = (episode.light.clamp(0.0, 1.0) * 255.0).round() as u8;
        let cell = Cell { shape: CellShape::Open, floor, ceiling, light, damage_zone: None, breaks: None, air: None };
        draft.level.cells = vec![cell; map.width * map.height];
        draft.level.sky.clone_from(&episode.sky);
        draft
    }

    /// Returns the index of a texture, with the theme in its name.
    pub(crate) fn texture(&mut self, name: &str) -> TextureIndex {
        let name = self.episode.texture(name);
        if let Some(index) = self.textures.get(&name) {
            return *index;
        }
        // A description names far fewer textures than there are indices.
        let index = TextureIndex(self.level.textures.len() as u16);
        self.level.textures.push(name.clone());
        self.textures.insert(name, index);
        index
    }

    /// Returns column and row of a cell.
    pub(crate) fn at(&self, cell: usize) -> (usize, usize) {
        (cell % self.level.width, cell / self.level.width)
    }

    /// Returns the cell next to another, in steps of columns and rows, if it is on the map.
    pub(crate) fn beside(&self, cell: usize, step: (i32, i32)) -> Option<usize> {
        let (x, y) = self.at(cell);
        let (x, y) = (x.checked_add_signed(step.0 as isize)?, y.checked_add_signed(step.1 as isize)?);
        (x < self.level.width && y < self.level.height).then(|| y * self.level.width + x)
    }

    /// Returns true if a cell is open floor.
    pub(crate) fn is_open(&self, cell: usize) -> bool {
        self.level.cells[cell].shape == CellShape::Open
    }

    /// Adds a note about a cell.
    pub(crate) fn note(&mut self, cell: usize, what: impl Into<String>) {
        let (x, y) = self.at(cell);
        self.notes.at(x, y, what);
    }
}

/// Returns one of some choices for a cell. Neighbouring cells have different ones.
pub(crate) fn choice<T>(choices: &[T], (x, y): (usize, usize)) -> Option<&T> {
    let mixed = x.wrapping_mul(7).wrapping_add(y.wrapping_mul(13)).wrapping_add(x.wrapping_mul(y) % 5);
    choices.get(mixed % choices.len().max(1))
}

/// Returns the index of a name in a list, and adds the name if it is new.
pub(crate) fn index_of(names: &mut Vec<String>, name: &str) -> u16 {
    let found = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    // A description has far fewer names than there are indices.
    found as u16
}
