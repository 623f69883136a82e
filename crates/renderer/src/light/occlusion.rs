//! Occlusion: what of a cell stops light, in ninths. So fine that a door half open lets half of the light through.

use bevy::math::{IVec2, Vec2};
use engine::{Grid, Shape, outline};

/// How many ninths lie side by side in a cell.
pub(crate) const SIDE: i32 = 3;
/// How far a ninth's middle must be inside an edge to be stopped, in tiles: light may graze a slanting wall.
const EPSILON: f32 = 0.0001;

/// Which ninths of a cell stop light: bit `3 * row + column`. Bit 9 is set if the others are one room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ninths(u16);

/// The bits of the ninths themselves.
const NINTHS: u16 = 0x1ff;
/// The bit of one room.
const ONE_ROOM: u16 = 0x200;

impl Ninths {
    /// Light passes everywhere.
    pub(crate) const NONE: Ninths = Ninths(ONE_ROOM);
    /// Light passes nowhere.
    pub(crate) const ALL: Ninths = Ninths(NINTHS);

    /// What of a shape stops light: the ninths whose middles are in what cannot be seen through.
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

    /// True if light does not pass this ninth; columns and rows from 0 to 2.
    pub(crate) fn stops(self, column: i32, row: i32) -> bool {
        self.0 >> (SIDE * row + column) & 1 != 0
    }

    /// How many ninths let light pass, 0 to 9.
    pub(crate) fn clear(self) -> u32 {
        9 - (self.0 & NINTHS).count_ones()
    }

    /// True if one who could walk through clear ninths could reach all of them: a shut door parts its cell in two.
    pub(crate) fn is_one_room(self) -> bool {
        self.0 & ONE_ROOM != 0
    }
}

/// True if these ninths, at least one, touch each other along their sides.
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

/// What stops light on a deck, cell by cell.
#[derive(Debug, Default)]
pub(crate) struct Occlusion {
    pub(crate) width: i32,
    pub(crate) height: i32,
    cells: Vec<Ninths>,
}

impl Occlusion {
    /// What of the grid's shapes stops light.
    pub(crate) fn new(grid: &Grid) -> Occlusion {
        let IVec2 { x: width, y: height } = grid.size();
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Ninths::of(grid.shape(IVec2::new(x, y)))));
        Occlusion { width, height, cells: cells.collect() }
    }

    /// The index of a cell of the map.
    pub(crate) fn index(&self, x: i32, y: i32) -> Option<usize> {
        ((0..self.width).contains(&x) && (0..self.height).contains(&y)).then(|| (y * self.width + x) as usize)
    }

    /// What of a cell stops light; outside the map, all does.
    pub(crate) fn at(&self, x: i32, y: i32) -> Ninths {
        self.index(x, y).map_or(Ninths::ALL, |index| self.cells[index])
    }

    /// Changes what of a cell stops light; false if it stops what it did before.
    pub(crate) fn set(&mut self, cell: IVec2, ninths: Ninths) -> bool {
        self.index(cell.x, cell.y).is_some_and(|index| std::mem::replace(&mut self.cells[index], ninths) != ninths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::{Axis, Corner, PaneKind};

    /// The ninths, row by row: `#` stops light.
    fn drawn(shape: Shape) -> String {
        let ninths = Ninths::of(shape);
        let row = |row| (0..SIDE).map(move |column| if ninths.stops(column, row) { '#' } else { '.' });
        (0..SIDE).map(|number| row(number).collect::<String>()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_cannot_be_seen_through_stops_light_where_it_is() {
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
    fn a_shut_door_parts_its_cell_and_an_open_one_does_not() {
        let is_one = |shape| Ninths::of(shape).is_one_room();
        assert!(is_one(Shape::Open) && is_one(Shape::Pillar));
        assert!(is_one(Shape::Diagonal { corner: Corner::NorthEast }));
        for along in [Axis::X, Axis::Y] {
            assert!(!is_one(Shape::Door { along, open: 0.0 }) && !is_one(Shape::Leaves { along, turn: 0.0 }));
            assert!(is_one(Shape::Door { along, open: 0.3 }) && is_one(Shape::Leaves { along, turn: -1.0 }));
        }
        assert!(!is_one(Shape::Solid), "a wall has no room at all");
    }
}
