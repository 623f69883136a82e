//! The names of cells: how they are given, and what stands where they lead.

use super::builder::Builder;
use crate::model::{CellShape, Level, Place, ThingKind};

impl Builder<'_> {
    /// Gives a cell a name.
    pub(crate) fn name(&mut self, level: &mut Level, cell: (usize, usize), name: &str) {
        let index = usize::from(self.places.index(name));
        if index == level.places.len() {
            level.places.push(Place { name: name.to_owned(), cells: Vec::new() });
        }
        if let Some(place) = level.places.get_mut(index) {
            place.cells.push(cell);
        }
    }

    /// Puts the cells of each name into their order, once all names are given; a level in which there are too many names
    /// for their indices is refused.
    pub(crate) fn count_places(&mut self, level: &mut Level) {
        for place in &mut level.places {
            place.cells.sort_unstable_by_key(|&(x, y)| (y, x));
            place.cells.dedup();
        }
        if level.places.len() > usize::from(u16::MAX) {
            self.mistake_of_map(format!("the level gives more than {} names to cells", u16::MAX));
        }
    }
}

/// What stands in the cells of a name: the first six say whether there is any such cell, the last three whether all are so.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub(crate) door: bool,
    /// A push-wall that a trigger can push.
    pub(crate) pushed: bool,
    pub(crate) floor: bool,
    pub(crate) lamp: bool,
    pub(crate) monster: bool,
    /// A thing that waits.
    pub(crate) waiting: bool,
    pub(crate) only_floor: bool,
    /// Somebody can step there.
    pub(crate) only_ways: bool,
    /// Somebody can use and shoot it.
    pub(crate) only_walls: bool,
}

impl Found {
    /// What stands in the cells of a place; the level has all else already.
    pub(crate) fn of(level: &Level, place: &Place) -> Found {
        let (door, pushed, floor, lamp, monster, waiting) = Default::default();
        let (only_floor, only_ways, only_walls) = (true, true, true);
        let mut found = Found { door, pushed, floor, lamp, monster, waiting, only_floor, only_ways, only_walls };
        for &(x, y) in &place.cells {
            let shape = level.cell(x, y).shape;
            let (is_floor, is_door) = (shape == CellShape::Open, matches!(shape, CellShape::Door { .. }));
            let thing = level.thing_at(x, y);
            found.door |= is_door;
            found.pushed |= matches!(shape, CellShape::Push { way: Some(_), .. });
            found.floor |= is_floor;
            found.lamp |= level.has_lamp(x, y);
            found.monster |= thing.is_some_and(|thing| matches!(thing.kind, ThingKind::Monster(_)));
            found.waiting |= thing.is_some_and(|thing| thing.waits);
            found.only_floor &= is_floor;
            found.only_ways &= is_floor || is_door;
            found.only_walls &= matches!(shape, CellShape::Wall { .. } | CellShape::Switch { .. });
        }
        found
    }
}
