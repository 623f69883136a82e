//! The eight symmetries of the grid: quarter turns, with or without a mirror.

use crate::{
    model::cell::{Axis, Corner},
    model::direction::Direction,
    model::patrol_direction::PatrolDirection,
};
use std::f32::consts::{FRAC_PI_2, PI};

/// A symmetry of the grid: an optional mirror that swaps left and right, and then clockwise quarter turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symmetry {
    is_mirrored: bool,
    /// Number of clockwise quarter turns, 0 to 3.
    quarters: u8,
}

impl Symmetry {
    /// All eight symmetries. The first one changes nothing, and the last four are mirrored.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry { is_mirrored: false, quarters: 0 }; 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Symmetry { is_mirrored: index >= 4, quarters: index as u8 % 4 };
            index += 1;
        }
        all
    };

    /// Returns true if it swaps left and right.
    pub fn is_mirrored(self) -> bool {
        self.is_mirrored
    }

    /// Returns the symmetry that has the effect of this one followed by another.
    pub fn then(self, next: Symmetry) -> Symmetry {
        // A turn before a mirror is the opposite turn after it.
        let before = if next.is_mirrored { 4 - self.quarters } else { self.quarters };
        Symmetry { is_mirrored: self.is_mirrored != next.is_mirrored, quarters: (before + next.quarters) % 4 }
    }

    /// Returns the symmetry that undoes this one.
    pub fn inverse(self) -> Symmetry {
        // A mirrored map is turned back by the same mirror.
        if self.is_mirrored { self } else { Symmetry { quarters: (4 - self.quarters) % 4, ..self } }
    }

    /// Returns what becomes of a step by columns and rows.
    pub fn step(self, (x, y): (i32, i32)) -> (i32, i32) {
        let x = if self.is_mirrored { -x } else { x };
        (0..self.quarters).fold((x, y), |(x, y), _| (-y, x))
    }

    /// Returns what becomes of a vector.
    pub fn vector(self, (x, y): (f32, f32)) -> (f32, f32) {
        let x = if self.is_mirrored { -x } else { x };
        (0..self.quarters).fold((x, y), |(x, y), _| (-y, x))
    }

    /// Returns what becomes of the size of a map: a quarter turn swaps width and height.
    pub fn size(self, (width, height): (usize, usize)) -> (usize, usize) {
        if self.quarters.is_multiple_of(2) { (width, height) } else { (height, width) }
    }

    /// Returns what becomes of a point of a map of this size, in tiles. The point may be outside the map.
    pub fn point(self, (x, y): (f32, f32), (width, height): (usize, usize)) -> (f32, f32) {
        let (mut width, mut height) = (width as f32, height as f32);
        let (mut x, mut y) = (if self.is_mirrored { width - x } else { x }, y);
        for _ in 0..self.quarters {
            (x, y) = (height - y, x);
            (width, height) = (height, width);
        }
        (x, y)
    }

    /// Returns what becomes of a cell of a map of this size.
    pub fn cell(self, (x, y): (usize, usize), (width, height): (usize, usize)) -> (usize, usize) {
        let (mut width, mut height) = (width, height);
        let (mut x, mut y) = (if self.is_mirrored { width - 1 - x } else { x }, y);
        for _ in 0..self.quarters {
            (x, y) = (height - 1 - y, x);
            (width, height) = (height, width);
        }
        (x, y)
    }

    /// Returns what becomes of a direction of view in radians. Multiples of an eighth of a turn stay exact.
    pub fn facing(self, facing: f32) -> f32 {
        if self == Symmetry::default() {
            return facing;
        }
        if let Some(direction) = PatrolDirection::from_facing(facing) {
            return self.patrol(direction).facing();
        }
        let facing = if self.is_mirrored { PI - facing } else { facing };
        facing + f32::from(self.quarters) * FRAC_PI_2
    }

    /// Returns what becomes of a direction of view in degrees.
    pub fn degrees(self, degrees: f32) -> f32 {
        let degrees = if self.is_mirrored { 180.0 - degrees } else { degrees };
        degrees + f32::from(self.quarters) * 90.0
    }

    /// Returns what becomes of a turn or of a sideways step, which is positive to the right: a mirror reverses it.
    pub fn sideways(self, amount: f32) -> f32 {
        if self.is_mirrored { -amount } else { amount }
    }

    /// Returns what becomes of a direction of the grid.
    pub fn direction(self, direction: Direction) -> Direction {
        let step = self.step(direction.step());
        Direction::ALL.into_iter().find(|other| other.step() == step).unwrap_or(direction)
    }

    /// Returns what becomes of the direction of a patrol.
    pub fn patrol(self, direction: PatrolDirection) -> PatrolDirection {
        let step = self.step(direction.step());
        PatrolDirection::ALL.into_iter().find(|other| other.step() == step).unwrap_or(direction)
    }

    /// Returns what becomes of an axis.
    pub fn axis(self, axis: Axis) -> Axis {
        match axis {
            _ if self.quarters.is_multiple_of(2) => axis,
            Axis::X => Axis::Y,
            Axis::Y => Axis::X,
        }
    }

    /// Returns what becomes of a corner.
    pub fn corner(self, corner: Corner) -> Corner {
        let mirrored = match corner {
            _ if !self.is_mirrored => corner,
            Corner::NorthWest => Corner::NorthEast,
            Corner::NorthEast => Corner::NorthWest,
            Corner::SouthEast => Corner::SouthWest,
            Corner::SouthWest => Corner::SouthEast,
        };
        (0..self.quarters).fold(mirrored, |corner, _| match corner {
            Corner::NorthWest => Corner::NorthEast,
            Corner::NorthEast => Corner::SouthEast,
            Corner::SouthEast => Corner::SouthWest,
            Corner::SouthWest => Corner::NorthWest,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::TAU;

    const SIZE: (usize, usize) = (7, 4);

    #[test]
    fn four_turns_and_two_mirrors_change_nothing() {
        let [none, quarter, .., mirror, _, _, _] = Symmetry::ALL;
        assert_eq!(quarter.then(quarter).then(quarter).then(quarter), none);
        assert_eq!(mirror.then(mirror), none);
        assert_ne!(mirror.then(quarter), quarter.then(mirror));
        assert_eq!(quarter.cell((6, 0), SIZE), (3, 6), "the upper right corner is turned to the lower right");
        assert_eq!(quarter.direction(Direction::East), Direction::South);
        assert_eq!(mirror.direction(Direction::East), Direction::West);
        assert_eq!((mirror.degrees(90.0), mirror.degrees(0.0), quarter.degrees(0.0)), (90.0, 180.0, 90.0));
    }

    #[test]
    fn symmetries_compose_and_can_be_undone() {
        for one in Symmetry::ALL {
            assert_eq!((one.then(one.inverse()), one.inverse().then(one)), Default::default());
            for two in Symmetry::ALL {
                let both = one.then(two);
                assert!(Symmetry::ALL.contains(&both));
                assert_eq!(both.step((2, 1)), two.step(one.step((2, 1))));
                assert_eq!(both.cell((5, 1), SIZE), two.cell(one.cell((5, 1), SIZE), one.size(SIZE)));
                assert_eq!(both.point((5.25, 1.5), SIZE), two.point(one.point((5.25, 1.5), SIZE), one.size(SIZE)));
                for direction in PatrolDirection::ALL {
                    assert_eq!(both.patrol(direction), two.patrol(one.patrol(direction)));
                }
                for corner in [Corner::NorthWest, Corner::NorthEast, Corner::SouthEast, Corner::SouthWest] {
                    assert_eq!(both.corner(corner), two.corner(one.corner(corner)));
                }
            }
        }
    }

    #[test]
    fn everything_that_has_a_direction_is_turned_alike() {
        let corner_of = |corner| match corner {
            Corner::NorthWest => (-1, -1),
            Corner::NorthEast => (1, -1),
            Corner::SouthEast => (1, 1),
            Corner::SouthWest => (-1, 1),
        };
        for symmetry in Symmetry::ALL {
            for corner in [Corner::NorthWest, Corner::NorthEast, Corner::SouthEast, Corner::SouthWest] {
                assert_eq!(corner_of(symmetry.corner(corner)), symmetry.step(corner_of(corner)));
            }
            for direction in PatrolDirection::ALL {
                let facing = symmetry.patrol(direction).facing();
                let is_near = |other: f32, facing: f32| {
                    let off = (other - facing).rem_euclid(TAU);
                    off.min(TAU - off) < 1e-5
                };
                assert_eq!(symmetry.facing(direction.facing()), facing);
                assert!(is_near(symmetry.degrees(direction.facing().to_degrees()).to_radians(), facing));
                let further = symmetry.facing(direction.facing() + 0.3);
                assert!(is_near(further, facing + symmetry.sideways(0.3)), "{symmetry:?} {direction:?}");
                let (x, y) = direction.step();
                let (turned_x, turned_y) = symmetry.step((x, y));
                assert_eq!(symmetry.vector((x as f32, y as f32)), (turned_x as f32, turned_y as f32));
            }
            let (x, y) = symmetry.cell((5, 1), SIZE);
            assert_eq!(symmetry.point((5.5, 1.5), SIZE), (x as f32 + 0.5, y as f32 + 0.5));
            assert_eq!(symmetry.axis(Axis::X) == Axis::X, symmetry.step((1, 0)).1 == 0);
        }
    }
}
