//! Push-walls: how far they move, and whether they can block a path where they stop.

use crate::{
    model::cell::CellShape, model::direction::Direction, model::level::Level, model::thing::ThingKind,
    proof::game_data::GameData,
};

impl Level {
    /// Returns the number of cells that a push-wall moves in a direction, if it may enter cells that are `free`.
    pub(super) fn slide(
        &self,
        wall: usize,
        way: Direction,
        game_data: &GameData,
        free: impl Fn(usize) -> bool,
    ) -> usize {
        let CellShape::Push { cells, .. } = self.cells[wall].shape else { return 0 };
        let max = usize::from(cells.unwrap_or(game_data.push_cells));
        // The border is wall, so the movement ends on the map.
        (1..=max).take_while(|cells| free(self.ahead(wall, way, *cells))).count()
    }

    /// Returns the cell at a distance of `cells` in a direction.
    pub(super) fn ahead(&self, cell: usize, way: Direction, cells: usize) -> usize {
        let (right, down) = way.step();
        let step = right as isize + down as isize * self.width as isize;
        cell.wrapping_add_signed(step * cells as isize)
    }

    /// Returns the direction in which a push-wall is pushed from an adjacent cell, if it can move in that direction.
    pub(super) fn pushed_from(&self, from: usize, wall: usize) -> Option<Direction> {
        let CellShape::Push { way: only, .. } = self.cells[wall].shape else { return None };
        let way = Direction::ALL.into_iter().find(|way| self.ahead(from, *way, 1) == wall)?;
        only.is_none_or(|only| only == way).then_some(way)
    }

    /// Returns the directions in which a push-wall may be pushed, by hand or by a trigger.
    pub(super) fn ways_of(&self, wall: usize) -> impl Iterator<Item = Direction> + '_ {
        let only = if let CellShape::Push { way, .. } = self.cells[wall].shape { way } else { None };
        Direction::ALL.into_iter().filter(move |way| match only {
            Some(only) => only == *way,
            None => {
                self.cells[self.ahead(wall, *way, 1)].shape == CellShape::Open
                    && self.is_passable(self.back(wall, *way))
            }
        })
    }

    /// Returns the adjacent cell against a direction.
    pub(super) fn back(&self, cell: usize, way: Direction) -> usize {
        let opposite = Direction::ALL[(way as usize + 2) % Direction::ALL.len()];
        self.ahead(cell, opposite, 1)
    }

    /// Returns true if a body may pass a cell, now or later.
    pub(super) fn is_passable(&self, cell: usize) -> bool {
        self.cells[cell].shape.can_be_passed()
    }

    /// Returns true for floor without anything that stops a push-wall. It moves pickups behind itself and crushes what
    /// breaks, so only furniture does, also if a trigger brings it later.
    pub(super) fn is_clear(&self, cell: usize, game_data: &GameData) -> bool {
        self.cells[cell].shape == CellShape::Open && self.furniture_in(cell, game_data).is_none()
    }

    /// Returns the name of the unbreakable prop in a cell.
    pub(super) fn furniture_in(&self, cell: usize, game_data: &GameData) -> Option<&str> {
        match self.thing_at(cell % self.width, cell / self.width)?.kind {
            ThingKind::Prop(index) => Some(self.prop(index)).filter(|name| game_data.furniture.contains(*name)),
            _ => None,
        }
    }
}

/// The push-walls of a level, in its initial state.
pub(crate) struct Pushes {
    /// Cells of all push-walls.
    pub(super) all: Vec<usize>,
    /// Push-walls that may stop where they block a path, or that can be moved only from some sides.
    pub(super) tricky: Vec<usize>,
    /// Push-walls that may stop where they block a path.
    pub(super) harmful: Vec<usize>,
}

impl Pushes {
    /// Finds the push-walls of a level. `wired` contains, for each cell, whether the player must be able to reach it.
    pub(super) fn of(level: &Level, game_data: &GameData, wired: &[bool]) -> Pushes {
        let is_push = |cell: &usize| matches!(level.cells[*cell].shape, CellShape::Push { .. });
        let all: Vec<usize> = (0..level.cells.len()).filter(is_push).collect();
        let mut pushes = Pushes { all, tricky: Vec::new(), harmful: Vec::new() };
        if pushes.all.is_empty() {
            return pushes;
        }
        // For each cell, the number of the wall that may move over it, from 1, or `usize::MAX` for several.
        let mut owner = vec![0; level.cells.len()];
        let mut rests = Vec::new();
        for (number, &wall) in (1..).zip(&pushes.all) {
            for way in level.ways_of(wall) {
                let cells = level.slide(wall, way, game_data, |cell| level.is_clear(cell, game_data));
                rests.extend((cells > 0).then(|| (number, wall, level.ahead(wall, way, cells))));
                for cell in (0..=cells).map(|cells| level.ahead(wall, way, cells)) {
                    owner[cell] = if owner[cell] == 0 || owner[cell] == number { number } else { usize::MAX };
                }
            }
        }
        let is_bad = |&(number, wall, rest): &(usize, usize, usize)| {
            let meets = |cell: usize| owner[cell] != 0 && owner[cell] != number;
            level.around(rest).into_iter().chain([rest]).any(|cell| meets(cell) || wired[cell])
                || parts(level, wall, rest)
        };
        pushes.harmful = rests.iter().filter(|rest| is_bad(rest)).map(|(_, wall, _)| *wall).collect();
        pushes.harmful.dedup();
        let one_sided = |wall: &usize| {
            let beside = level.neighbours(*wall).filter(|&cell| level.is_passable(cell));
            let moves = |from: usize| {
                level.pushed_from(from, *wall).is_some_and(|way| level.is_clear(level.ahead(*wall, way, 1), game_data))
            };
            !beside.into_iter().all(moves)
        };
        let is_tricky = |wall: &usize| pushes.harmful.binary_search(wall).is_ok() || one_sided(wall);
        pushes.tricky = pushes.all.iter().copied().filter(is_tricky).collect();
        pushes
    }
}

/// Returns true if a wall that stops in a cell, and has left its own, may split the floor around it.
fn parts(level: &Level, wall: usize, rest: usize) -> bool {
    let round = level.around(rest).map(|cell| cell == wall || level.cells[cell].shape == CellShape::Open);
    let is_passable = |number: usize| {
        let cell = level.around(rest)[number];
        cell == wall || level.is_passable(cell)
    };
    // Orthogonal neighbours have even indices; a run of open cells connects them.
    let begins = |number: &usize| {
        is_passable(*number) && !(round[(number + 7) % 8] && round[(number + 6) % 8] && round[*number])
    };
    (0..8).step_by(2).filter(begins).count() > 1
}

impl Level {
    /// Returns the eight cells around one that is not on the border, in order, the orthogonal neighbours at even
    /// indices.
    fn around(&self, cell: usize) -> [usize; 8] {
        let w = self.width;
        [cell + 1, cell + w + 1, cell + w, cell + w - 1, cell - 1, cell - w - 1, cell - w, cell - w + 1]
    }
}
