//! The first plane of a level: walls, doors, lifts and areas of floor.

use crate::{export::sketch::Sketch, game::Door};
use level::{Axis, CellShape, Direction, Hang, Lock, PUSH_CELLS, PaneKind, TextureIndex};
use std::collections::{BTreeSet, VecDeque};

impl Sketch<'_> {
    /// Writes all cells of the level.
    pub(crate) fn walls(&mut self) {
        let (width, height) = (self.level.width, self.level.height);
        let cells = || (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        for at in cells() {
            let number = self.number(at);
            self.set(0, at, number);
        }
        self.areas();
        for (x, y) in cells() {
            if let CellShape::Lift { face, secret, .. } = self.level.cell(x, y).shape {
                self.lift((x, y), face, secret);
            }
        }
    }

    /// Returns the number of a cell; 0 is floor without an area.
    fn number(&mut self, at: (usize, usize)) -> u16 {
        let level = self.level;
        let stand_ins = &self.game.stand_ins;
        let cell = level.cell(at.0, at.1);
        if level.is_space(at.1 * level.width + at.0) {
            return stand_ins.space_number;
        }
        match cell.shape {
            CellShape::Open => 0,
            CellShape::Space => stand_ins.space_number,
            CellShape::Wall { texture, overlay } => {
                if overlay.is_some() {
                    self.note(at, "a map has no overlays on walls");
                }
                self.wall(texture)
            }
            CellShape::Lift { .. } => self.game.numbers.lift,
            CellShape::Switch { texture, .. } => {
                self.note(at, "a map has no switches: it becomes a wall");
                self.wall(texture)
            }
            CellShape::Door { panel, along, hang, lock, locks_behind, .. } => {
                if hang == Hang::Swinging {
                    self.note(at, "a map has no swinging doors: it becomes a sliding door");
                }
                if locks_behind {
                    self.note(at, "a map has no doors that lock themselves");
                }
                self.door(panel, along, lock)
            }
            CellShape::Pane { texture, kind: PaneKind::Window, .. } => {
                self.note(at, "a map has no windows: it becomes a wall");
                self.wall(texture)
            }
            CellShape::Diagonal { texture, .. } => {
                self.note(at, "a map has no diagonal walls: it becomes a whole wall");
                self.wall(texture)
            }
            CellShape::Push { texture, way, cells, .. } => {
                if way.is_some() || cells.is_some_and(|cells| cells != PUSH_CELLS) {
                    self.note(at, "a push-wall of a map moves two cells, in any direction");
                }
                self.set(1, at, self.game.numbers.push_wall);
                self.wall(texture)
            }
            CellShape::Pane { .. } | CellShape::Pillar { .. } | CellShape::Table => {
                self.note(at, "a map has no pillars, gratings, barriers or tables: a solid thing replaces it");
                self.set(1, at, stand_ins.thing_number);
                0
            }
        }
    }

    fn wall(&self, texture: TextureIndex) -> u16 {
        self.game.wall_with(self.level.texture(texture)).unwrap_or(self.game.stand_ins.wall_number)
    }

    fn door(&self, panel: TextureIndex, along: Axis, lock: Option<Lock>) -> u16 {
        let panel = self.level.texture(panel);
        let doors = || self.game.doors.iter().filter(|door| door.lock == lock);
        let door: Option<&Door> = doors().find(|door| door.panel == panel).or_else(|| doors().next());
        let first = door.or(self.game.doors.first()).map_or(0, |door| door.number);
        first + u16::from(along == Axis::X)
    }

    /// Numbers the areas of floor: cells that are connected without doors form one area. If there are more areas than
    /// numbers, the numbers repeat.
    fn areas(&mut self) {
        let numbers = self.game.numbers;
        let count = numbers.last_floor.saturating_sub(numbers.secret_lift).max(1);
        let width = self.map.width;
        let mut area = 0;
        for first in 0..self.map.planes[0].len() {
            if self.map.planes[0][first] != 0 {
                continue;
            }
            let number = numbers.secret_lift + 1 + area % count;
            area = area.wrapping_add(1);
            self.map.planes[0][first] = number;
            let mut left = vec![first];
            while let Some(cell) = left.pop() {
                // The border of a level is closed, so all neighbours are on the map.
                for beside in [cell - 1, cell + 1, cell - width, cell + width] {
                    if self.map.planes[0][beside] == 0 {
                        self.map.planes[0][beside] = number;
                        left.push(beside);
                    }
                }
            }
        }
    }

    /// Writes the floor before a lift's switch. A switch that can be used from north or south only is moved to the
    /// nearest wall that is next to floor.
    fn lift(&mut self, at: (usize, usize), face: Option<Direction>, secret: bool) {
        if self.level.stairs_at(at.0, at.1).is_some() {
            self.note(at, "a map has no stairs: a lift replaces them");
        }
        let floors = |sketch: &Sketch, sides: [Direction; 2]| {
            let used = sides.into_iter().filter(|side| face.is_none_or(|face| face == *side));
            let beside = used.filter_map(|side| sketch.beside(at, side));
            beside.filter(|at| sketch.is_floor(*at)).collect::<Vec<_>>()
        };
        let mut floor = floors(self, [Direction::West, Direction::East]);
        if floor.is_empty() {
            let before = floors(self, [Direction::North, Direction::South]).first().copied();
            let Some((before, wall)) = before.and_then(|before| self.wall_near(before)) else {
                self.note(at, "a lift's switch of a map works from east and west only: this switch cannot be used");
                return;
            };
            self.note(at, "a lift's switch of a map works from east and west only: it is moved to a nearby wall");
            let plain = self.game.wall_with(&self.game.lift.texture).unwrap_or(self.game.stand_ins.wall_number);
            self.set(0, at, plain);
            self.set(0, wall, self.game.numbers.lift);
            floor.push(before);
        }
        if secret {
            floor.into_iter().for_each(|at| self.set(0, at, self.game.numbers.secret_lift));
        }
    }

    /// Returns the nearest cell of connected floor that has a wall to the west or east, and that wall.
    fn wall_near(&self, from: (usize, usize)) -> Option<((usize, usize), (usize, usize))> {
        let (mut seen, mut left) = (BTreeSet::from([from]), VecDeque::from([from]));
        while let Some(at) = left.pop_front() {
            let is_wall = |&(x, y): &(usize, usize)| {
                let is_lift = self.map.get(0, x, y) == self.game.numbers.lift;
                matches!(self.level.cell(x, y).shape, CellShape::Wall { .. }) && !is_lift
            };
            let sides = [Direction::West, Direction::East];
            if let Some(wall) = sides.into_iter().filter_map(|side| self.beside(at, side)).find(is_wall) {
                return Some((at, wall));
            }
            let beside = Direction::ALL.into_iter().filter_map(|side| self.beside(at, side));
            let new: Vec<_> = beside.filter(|at| self.is_floor(*at) && seen.insert(*at)).collect();
            left.extend(new);
        }
        None
    }

    fn is_floor(&self, (x, y): (usize, usize)) -> bool {
        self.game.is_floor(self.map.get(0, x, y))
    }

    /// Returns the adjacent cell of the level.
    fn beside(&self, (x, y): (usize, usize), side: Direction) -> Option<(usize, usize)> {
        let (right, down) = side.step();
        let (x, y) = (x.checked_add_signed(right as isize)?, y.checked_add_signed(down as isize)?);
        (x < self.level.width && y < self.level.height).then_some((x, y))
    }
}
