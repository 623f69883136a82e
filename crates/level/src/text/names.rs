//! The names of cells: how they are given, and what stands where they lead.

use crate::{
    model::cell::{CellShape, PaneKind},
    model::level::{Level, MAX_SIDE},
    model::place::Place,
    model::terminal::TerminalGame,
    model::thing::ThingKind,
    text::builder::Builder,
};

/// The most cells that are named by rectangles, each counted as often as it is named: four times the largest map. It bounds
/// what a few lines can make of the memory.
const MAX_NAMED_CELLS: usize = 4 * MAX_SIDE * MAX_SIDE;

impl Builder<'_> {
    /// Gives a cell a name. False if it has it already.
    pub(crate) fn name(&mut self, level: &mut Level, (x, y): (usize, usize), name: &str) -> bool {
        let index = self.places.index(name);
        let number = usize::from(index);
        if number == level.places.len() {
            level.places.push(Place { name: name.to_owned(), cells: Vec::new() });
        }
        let is_new = self.named.insert((index, y, x));
        if let Some(place) = level.places.get_mut(number).filter(|_| is_new) {
            place.cells.push((x, y));
        }
        is_new
    }

    /// The names that are listed by cell.
    pub(crate) fn names(&mut self, level: &mut Level) {
        let mut cells = 0;
        for (number, text) in self.text.names.iter().enumerate() {
            let ((left, top), (right, bottom)) = (text.at, text.to.unwrap_or(text.at));
            let wrong = if right >= level.width || bottom >= level.height {
                let size = format!("the map has only {} by {} cells", level.width, level.height);
                Some(format!("({right}, {bottom}) is outside: {size}"))
            } else if right < left || bottom < top {
                Some("its `to` lies left of its `at` or above it: `at` is the upper left cell".to_owned())
            } else {
                None
            };
            if let Some(what) = wrong {
                self.mistake(text.name, 0, format!("names[{number}]: {what}"));
                continue;
            }
            cells += (right - left + 1) * (bottom - top + 1);
            if cells > MAX_NAMED_CELLS {
                self.mistake(text.name, 0, format!("up to here `names` lists more than {MAX_NAMED_CELLS} cells"));
                return;
            }
            let rectangle = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
            let new = rectangle.filter(|&cell| self.name(level, cell, text.name.text())).count();
            if new == 0 {
                let what = format!("names[{number}]: all its cells are called '{}' already", text.name.text());
                self.mistake(text.name, 0, what);
            }
        }
    }

    /// Puts the cells of each name into their order, once all names are given; a level in which there are too many names
    /// for their indices is refused.
    pub(crate) fn count_places(&mut self, level: &mut Level) {
        for place in &mut level.places {
            place.cells.sort_unstable_by_key(|&(x, y)| (y, x));
        }
        if level.places.len() > usize::from(u16::MAX) {
            self.mistake_of_map(format!("the level gives more than {} names to cells", u16::MAX));
        }
    }
}

/// What stands in the cells of a name: the first seven say whether there is any such cell, the last five whether all are so.
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
    /// A window or a thin wall.
    pub(crate) hull: bool,
    pub(crate) only_floor: bool,
    /// Somebody can step there.
    pub(crate) only_ways: bool,
    /// Somebody can use and shoot it.
    pub(crate) only_walls: bool,
    pub(crate) only_tables: bool,
    pub(crate) only_conduits: bool,
}

impl Found {
    /// What stands in the cells of a place; the level has all else already.
    pub(crate) fn of(level: &Level, place: &Place) -> Found {
        let (door, pushed, floor, lamp, monster, waiting, hull) = Default::default();
        let (only_floor, only_ways, only_walls, only_tables, only_conduits) = (true, true, true, true, true);
        let mut found = Found {
            door,
            pushed,
            floor,
            lamp,
            monster,
            waiting,
            hull,
            only_floor,
            only_ways,
            only_walls,
            only_tables,
            only_conduits,
        };
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
            let is_window = matches!(shape, CellShape::Pane { kind: PaneKind::Window, .. });
            found.hull |= is_window || level.cell(x, y).can_break();
            found.only_floor &= is_floor;
            found.only_ways &= is_floor || is_door;
            found.only_walls &= matches!(shape, CellShape::Wall { .. } | CellShape::Switch { .. });
            let game = level.terminal_at(x, y).map(|terminal| terminal.game);
            found.only_tables &= matches!(game, Some(TerminalGame::Table(_)));
            found.only_conduits &= matches!(game, Some(TerminalGame::Conduit(_)));
        }
        found
    }
}
