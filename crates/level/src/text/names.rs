//! Reads the names of cells, and finds out what is in named cells.

use crate::{
    model::cell::{CellShape, PaneKind},
    model::level::{Level, MAX_SIDE},
    model::named_area::NamedArea,
    model::terminal::TerminalGame,
    model::thing::ThingKind,
    text::builder::Builder,
};

/// Maximum number of cells that are named by rectangles, counted once per name: four times the largest map. It bounds
/// the memory that a few lines can use.
const MAX_NAMED_CELLS: usize = 4 * MAX_SIDE * MAX_SIDE;

impl Builder<'_> {
    /// Gives a cell a name. Returns false if it already has that name.
    pub(crate) fn name(&mut self, level: &mut Level, (x, y): (usize, usize), name: &str) -> bool {
        let index = self.places.index(name);
        let number = usize::from(index);
        if number == level.places.len() {
            level.places.push(NamedArea { name: name.to_owned(), cells: Vec::new() });
        }
        let is_new = self.named.insert((index, y, x));
        if let Some(place) = level.places.get_mut(number).filter(|_| is_new) {
            place.cells.push((x, y));
        }
        is_new
    }

    /// Reads the list of names.
    pub(crate) fn names(&mut self, level: &mut Level) {
        let mut cells = 0;
        for (number, text) in self.text.names.iter().enumerate() {
            let ((left, top), (right, bottom)) = (text.at, text.to.unwrap_or(text.at));
            let wrong = if right >= level.width || bottom >= level.height {
                let map = format!("the map, which has {} by {} cells", level.width, level.height);
                Some(format!("({right}, {bottom}) is outside {map}"))
            } else if right < left || bottom < top {
                Some("`at` must be the upper left cell, and `to` the lower right one".to_owned())
            } else {
                None
            };
            if let Some(what) = wrong {
                self.diagnostic(text.name, 0, format!("names[{number}]: {what}"));
                continue;
            }
            cells += (right - left + 1) * (bottom - top + 1);
            if cells > MAX_NAMED_CELLS {
                self.diagnostic(
                    text.name,
                    0,
                    format!("`names` must list at most {MAX_NAMED_CELLS} cells, got {cells} up to this entry"),
                );
                return;
            }
            let rectangle = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
            let new = rectangle.filter(|&cell| self.name(level, cell, text.name.text())).count();
            if new == 0 {
                let what = format!("names[{number}]: all its cells already have the name '{}'", text.name.text());
                self.diagnostic(text.name, 0, what);
            }
        }
    }

    /// Sorts the cells of each name, once all names are known. Levels with too many names for their indices are
    /// rejected.
    pub(crate) fn count_places(&mut self, level: &mut Level) {
        for place in &mut level.places {
            place.cells.sort_unstable_by_key(|&(x, y)| (y, x));
        }
        if level.places.len() > usize::from(u16::MAX) {
            self.mistake_of_map(format!(
                "the level must have at most {} names of cells, got {}",
                u16::MAX,
                level.places.len()
            ));
        }
    }
}

/// Contents of the cells of a name. The first seven fields are true if any cell is of that kind, the last five if all
/// cells are.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub(crate) door: bool,
    /// A push-wall that a trigger can move.
    pub(crate) pushed: bool,
    pub(crate) floor: bool,
    pub(crate) lamp: bool,
    pub(crate) monster: bool,
    /// A thing that waits for a trigger.
    pub(crate) waiting: bool,
    /// A window or a thin wall.
    pub(crate) hull: bool,
    pub(crate) only_floor: bool,
    /// Bodies can step there.
    pub(crate) only_ways: bool,
    /// Walls that can be used and shot.
    pub(crate) only_walls: bool,
    pub(crate) only_tables: bool,
    pub(crate) only_conduits: bool,
}

impl Found {
    /// Returns the contents of named cells. Everything except triggers must be known.
    pub(crate) fn of(level: &Level, place: &NamedArea) -> Found {
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
