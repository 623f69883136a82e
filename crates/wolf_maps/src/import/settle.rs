//! Replaces content that the level format does not allow: gaps in the border, doors without walls at their ends,
//! push-walls without room, switches that face walls.

use crate::import::draft::Draft;
use level::{Axis, CellShape, Direction, TextureIndex};

impl Draft<'_> {
    /// Replaces cells until all of them are valid. Each replacement makes cells simpler, so this ends.
    pub(crate) fn settle(&mut self) {
        let mut left: Vec<usize> = (0..self.level.cells.len()).rev().collect();
        while let Some(cell) = left.pop() {
            let Some((shape, what)) = self.replacement(cell) else { continue };
            self.level.cells[cell].shape = shape;
            self.note(cell, what);
            left.extend(Direction::ALL.into_iter().filter_map(|side| self.beside(cell, side.step())));
        }
        self.turn_doors();
    }

    /// Returns the replacement of an invalid cell and the note about it, or `None` if the cell is valid.
    fn replacement(&mut self, cell: usize) -> Option<(CellShape, &'static str)> {
        let shape = self.level.cells[cell].shape;
        let wall = |texture: TextureIndex| CellShape::Wall { texture, overlay: None };
        let (x, y) = self.at(cell);
        let is_border = x == 0 || y == 0 || x + 1 == self.level.width || y + 1 == self.level.height;
        if is_border && !shape.is_wall() {
            let texture = match shape {
                CellShape::Push { texture, .. } => texture,
                CellShape::Door { panel, .. } => panel,
                _ => self.texture(&self.game.stand_ins.wall),
            };
            return Some((wall(texture), "the border of the map must be wall: a gap is closed with a wall"));
        }
        match shape {
            CellShape::Door { panel, .. } if self.door_axis(cell).is_none() => {
                let walls = Direction::ALL.into_iter().filter(|side| self.is_wall_beside(cell, *side)).count();
                Some(if walls >= 3 {
                    (wall(panel), "a door that leads into a wall becomes a wall")
                } else {
                    (CellShape::Open, "a door must have walls at both ends: it becomes open floor")
                })
            }
            CellShape::Push { texture, .. } if !self.can_be_pushed(cell) => {
                Some((wall(texture), "a push-wall must have floor in front of it and behind it: it becomes a wall"))
            }
            CellShape::Lift { texture, face: Some(face), .. } if self.is_wall_beside(cell, face) => {
                Some((wall(texture), "a lift's switch must face floor: it becomes a wall"))
            }
            _ => None,
        }
    }

    fn is_wall_beside(&self, cell: usize, side: Direction) -> bool {
        self.beside(cell, side.step()).is_none_or(|beside| self.level.cells[beside].shape.is_wall())
    }

    /// Returns the axis along which a door can extend: it has walls at both ends and none on its sides.
    fn door_axis(&self, cell: usize) -> Option<Axis> {
        use Direction::{East, North, South, West};
        match [West, East, North, South].map(|side| self.is_wall_beside(cell, side)) {
            [true, true, false, false] => Some(Axis::X),
            [false, false, true, true] => Some(Axis::Y),
            _ => None,
        }
    }

    /// Returns true if a push-wall has open floor on one side, and floor or a door on the opposite one.
    fn can_be_pushed(&self, cell: usize) -> bool {
        let shape = |side: Direction| self.beside(cell, side.step()).map(|beside| self.level.cells[beside].shape);
        let is_open = |side: Direction| shape(side) == Some(CellShape::Open);
        let has_room = |side: Direction| matches!(shape(side), Some(CellShape::Open | CellShape::Door { .. }));
        [(Direction::West, Direction::East), (Direction::North, Direction::South)]
            .into_iter()
            .any(|(one, other)| is_open(one) && has_room(other) || has_room(one) && is_open(other))
    }

    /// Turns doors whose number contradicts their walls.
    fn turn_doors(&mut self) {
        for cell in 0..self.level.cells.len() {
            let wanted = self.door_axis(cell);
            let CellShape::Door { along, .. } = &mut self.level.cells[cell].shape else { continue };
            if let Some(axis) = wanted
                && *along != axis
            {
                *along = axis;
                self.note(cell, "a door must extend from wall to wall: it is turned");
            }
        }
    }
}
