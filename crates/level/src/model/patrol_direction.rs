//! The eight directions of patrols.

use crate::model::direction::Direction;
use serde::Serialize;
use std::f32::consts::FRAC_PI_4;

/// Direction of a patrol: along a row, a column or a diagonal of the grid.
///
/// The four directions of the grid come first, so that files with only these are as they were before there were
/// diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum PatrolDirection {
    /// Right on the map, where x grows.
    East,
    /// Down the map, where y grows.
    South,
    /// Left on the map.
    West,
    /// Up the map, towards row 0.
    North,
    /// Right and down.
    SouthEast,
    /// Left and down.
    SouthWest,
    /// Left and up.
    NorthWest,
    /// Right and up.
    NorthEast,
}

impl PatrolDirection {
    /// All eight directions, each an eighth of a turn further than the one before.
    pub const ALL: [PatrolDirection; 8] = [
        PatrolDirection::East,
        PatrolDirection::SouthEast,
        PatrolDirection::South,
        PatrolDirection::SouthWest,
        PatrolDirection::West,
        PatrolDirection::NorthWest,
        PatrolDirection::North,
        PatrolDirection::NorthEast,
    ];

    /// Returns the direction of a facing in radians, if it is a multiple of an eighth of a turn.
    pub fn from_facing(facing: f32) -> Option<PatrolDirection> {
        let eighths = facing / FRAC_PI_4;
        let nearest = eighths.round();
        ((eighths - nearest).abs() < 2e-4).then(|| PatrolDirection::ALL[nearest.rem_euclid(8.0) as usize])
    }

    /// Returns the number of eighths of a turn from the east, clockwise.
    pub fn eighths(self) -> u8 {
        match self {
            PatrolDirection::East => 0,
            PatrolDirection::SouthEast => 1,
            PatrolDirection::South => 2,
            PatrolDirection::SouthWest => 3,
            PatrolDirection::West => 4,
            PatrolDirection::NorthWest => 5,
            PatrolDirection::North => 6,
            PatrolDirection::NorthEast => 7,
        }
    }

    /// Returns the facing in radians, from 0 to seven eighths of a turn.
    pub fn facing(self) -> f32 {
        f32::from(self.eighths()) * FRAC_PI_4
    }

    /// Returns the step to the next cell as columns and rows.
    pub fn step(self) -> (i32, i32) {
        match self {
            PatrolDirection::East => (1, 0),
            PatrolDirection::SouthEast => (1, 1),
            PatrolDirection::South => (0, 1),
            PatrolDirection::SouthWest => (-1, 1),
            PatrolDirection::West => (-1, 0),
            PatrolDirection::NorthWest => (-1, -1),
            PatrolDirection::North => (0, -1),
            PatrolDirection::NorthEast => (1, -1),
        }
    }

    /// Returns the cells that a step passes, as columns and rows from its start. The last one is where it ends; before
    /// a diagonal step ends, it passes the two cells next to its corner.
    pub fn passed(self) -> impl Iterator<Item = (i32, i32)> {
        let (right, down) = self.step();
        let is_diagonal = right != 0 && down != 0;
        let beside = [(right, 0), (0, down)];
        beside.into_iter().filter(move |_| is_diagonal).chain([(right, down)])
    }
}

impl From<Direction> for PatrolDirection {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::East => PatrolDirection::East,
            Direction::South => PatrolDirection::South,
            Direction::West => PatrolDirection::West,
            Direction::North => PatrolDirection::North,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

    #[test]
    fn directions_of_the_grid_keep_facing_step_and_place() {
        for direction in Direction::ALL {
            let patrol = PatrolDirection::from(direction);
            // The bits of the facing are part of the state of a monster.
            assert_eq!(patrol.facing().to_bits(), direction.facing().to_bits());
            assert_eq!((patrol.step(), patrol as u8), (direction.step(), direction as u8));
            assert_eq!(patrol.passed().collect::<Vec<_>>(), [direction.step()]);
        }
    }

    #[test]
    fn eight_directions_go_round() {
        for (eighths, direction) in PatrolDirection::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(direction.eighths()), eighths);
            assert_eq!(direction.step(), STEPS[eighths]);
            assert_eq!(PatrolDirection::from_facing(direction.facing()), Some(direction));
            assert_eq!(PatrolDirection::from_facing(direction.facing() - std::f32::consts::TAU), Some(direction));
        }
        assert_eq!(PatrolDirection::NorthEast.passed().collect::<Vec<_>>(), [(1, 0), (0, -1), (1, -1)]);
        for other in [10_f32, 44.0, 91.0, -30.0] {
            assert_eq!(PatrolDirection::from_facing(other.to_radians()), None);
        }
        assert_eq!(PatrolDirection::from_facing(f32::NAN), None);
    }
}
