//! Occlusion: which parts of a cell block light, in ninths. That is fine enough for a half-open door to let half of the
//! light through.

use bevy::math::{IVec2, Vec2};
use engine::{Grid, Shape, outline};

/// The number of ninths along a side of a cell.
pub(crate) const SIDE: i32 = 3;
/// The distance from an edge, in tiles, beyond which the middle of a ninth is blocked, so that light may graze a
/// diagonal wall.
const EPSILON: f32 = 0.0001;

/// The ninths of a cell that block light: bit `3 * row + column`. Bit 9 is set if the others are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ninths(u16);

/// The bits of the ninths themselves.
const NINTHS: u16 = 0x1ff;
/// The bit that marks the open ninths as connected.
const ONE_ROOM: u16 = 0x200;

impl Ninths {
    /// Light passes everywhere.
    pub(crate) const NONE: Ninths = Ninths(ONE_ROOM);
    /// Light passes nowhere.
    pub(crate) const ALL: Ninths = Ninths(NINTHS);

    /// Returns the ninths whose middles are inside opaque parts of a shape.
    pub(crate) fn of(shape: Shape) -> Ninths {
        match shape {
            Shape::Open => return Ninths::NONE,
            Shape::Solid => return Ninths::ALL,
            _ => {}
        }
        let outline = outline(shape);
        if !outline.stops.sight {
            return Ninths::NONE;
        }
        let is_inside = |point: Vec2| {
            let in_part = |part: &[engine::Edge]| {
                part.iter().all(|edge| edge.out().normalize_or_zero().dot(point - edge.from) < -EPSILON)
            };
            outline.parts().any(in_part)
                || outline.circle.is_some_and(|circle| circle.middle.distance(point) < circle.radius)
        };
        let middle = |number: i32| Vec2::new((number % SIDE) as f32 + 0.5, (number / SIDE) as f32 + 0.5) / SIDE as f32;
        let stopped = (0..SIDE * SIDE).filter(|&number| is_inside(middle(number)));
        let bits = stopped.fold(0, |bits, number| bits | 1 << number);
        Ninths(if are_one_room(!bits & NINTHS) { bits | ONE_ROOM } else { bits })
    }

    /// Returns true if this ninth blocks light; columns and rows are 0 to 2.
    pub(crate) fn stops(self, column: i32, row: i32) -> bool {
        self.0 >> (SIDE * row + column) & 1 != 0
    }

    /// Returns how many ninths let light pass, 0 to 9.
    pub(crate) fn clear(self) -> u32 {
        9 - (self.0 & NINTHS).count_ones()
    }

    /// Returns true if the open ninths are connected; a closed door divides its cell in two.
    pub(crate) fn is_one_room(self) -> bool {
        self.0 & ONE_ROOM != 0
    }
}

/// Returns true if these ninths are connected along their sides and there is at least one.
fn are_one_room(clear: u16) -> bool {
    let (left, right) = (0b001_001_001, 0b100_100_100);
    let mut room = clear & clear.wrapping_neg();
    loop {
        let aside = (room & !right) << 1 | (room & !left) >> 1;
        let wider = (room | aside | room << SIDE | room >> SIDE) & clear;
        if wider == room {
            return clear != 0 && room == clear;
        }
        room = wider;
    }
}

/// The occlusion of a level, cell by cell.
#[derive(Debug, Default)]
pub(crate) struct Occlusion {
    pub(crate) width: i32,
    pub(crate) height: i32,
    cells: Vec<Ninths>,
}

impl Occlusion {
    /// Creates the occlusion of the grid's shapes.
    pub(crate) fn new(grid: &Grid) -> Occlusion {
        let IVec2 { x: width, y: height } = grid.size();
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Ninths::of(grid.shape(IVec2::new(x, y)))));
        Occlusion { width, height, cells: cells.collect() }
    }

    /// Returns the index of a cell of the map.
    pub(crate) fn index(&self, x: i32, y: i32) -> Option<usize> {
        ((0..self.width).contains(&x) && (0..self.height).contains(&y)).then(|| (y * self.width + x) as usize)
    }

    /// Returns the occlusion of a cell; outside the map, everything is blocked.
    pub(crate) fn at(&self, x: i32, y: i32) -> Ninths {
        self.index(x, y).map_or(Ninths::ALL, |index| self.cells[index])
    }

    /// Changes the occlusion of a cell; returns false if it was the same before.
    pub(crate) fn set(&mut self, cell: IVec2, ninths: Ninths) -> bool {
        self.index(cell.x, cell.y).is_some_and(|index| std::mem::replace(&mut self.cells[index], ninths) != ninths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::{Axis, Corner, PaneKind};

    /// Returns the ninths, row by row: `#` blocks light.
    fn drawn(shape: Shape) -> String {
        let ninths = Ninths::of(shape);
        let row = |row| (0..SIDE).map(move |column| if ninths.stops(column, row) { '#' } else { '.' });
        (0..SIDE).map(|number| row(number).collect::<String>()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn opaque_parts_of_shapes_block_light() {
        assert_eq!(drawn(Shape::Open), "... ... ...");
        assert_eq!(drawn(Shape::Solid), "### ### ###");
        assert_eq!(drawn(Shape::Door { along: Axis::X, open: 0.0 }), "... ### ...");
        assert_eq!(drawn(Shape::Door { along: Axis::Y, open: 0.4 }), "... .#. .#.");
        assert_eq!(drawn(Shape::Door { along: Axis::X, open: 1.0 }), "... ... ...");
        assert_eq!(drawn(Shape::Leaves { along: Axis::X, turn: 0.0 }), "... ### ...");
        assert_eq!(drawn(Shape::Pillar), "... .#. ...");
        assert_eq!(drawn(Shape::Diagonal { corner: Corner::NorthWest }), "##. #.. ...");
        assert_eq!(drawn(Shape::Diagonal { corner: Corner::SouthEast }), "... ..# .##");
        assert_eq!(drawn(Shape::PushWall { along: Axis::X, shift: -0.25 }), "##. ##. ##.");
        for kind in [PaneKind::Window, PaneKind::Grating] {
            assert_eq!(drawn(Shape::Pane { along: Axis::X, kind }), "... ... ...");
        }
    }

    #[test]
    fn closed_door_divides_its_cell_and_an_open_one_does_not() {
        let is_one = |shape| Ninths::of(shape).is_one_room();
        assert!(is_one(Shape::Open) && is_one(Shape::Pillar));
        assert!(is_one(Shape::Diagonal { corner: Corner::NorthEast }));
        for along in [Axis::X, Axis::Y] {
            assert!(!is_one(Shape::Door { along, open: 0.0 }) && !is_one(Shape::Leaves { along, turn: 0.0 }));
            assert!(is_one(Shape::Door { along, open: 0.3 }) && is_one(Shape::Leaves { along, turn: -1.0 }));
        }
        assert!(!is_one(Shape::Solid), "a wall has no open ninths");
    }
}
