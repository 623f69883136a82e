//! The four directions of the grid.

use serde::{Deserialize, Serialize};
use std::f32::consts::FRAC_PI_2;

/// One of the four directions of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// To the right, where x grows.
    East,
    /// Down the map, where y grows.
    South,
    /// To the left.
    West,
    /// Up the map, towards row 0.
    North,
}

impl Direction {
    /// The four, each a quarter turn further than the one before it.
    pub const ALL: [Direction; 4] = [Direction::East, Direction::South, Direction::West, Direction::North];

    /// The direction of a facing in radians, if it is a multiple of a quarter turn.
    pub fn of(facing: f32) -> Option<Direction> {
        let quarters = facing / FRAC_PI_2;
        let nearest = quarters.round();
        ((quarters - nearest).abs() < 1e-4).then(|| Direction::ALL[nearest.rem_euclid(4.0) as usize])
    }

    /// The facing of whoever looks there, in radians from 0 to three quarter turns.
    pub fn facing(self) -> f32 {
        f32::from(self as u8) * FRAC_PI_2
    }

    /// The next cell there, as columns and rows from the one that it begins in.
    pub fn step(self) -> (i32, i32) {
        match self {
            Direction::East => (1, 0),
            Direction::South => (0, 1),
            Direction::West => (-1, 0),
            Direction::North => (0, -1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_multiple_of_a_quarter_turn_and_no_other_facing_is_a_direction() {
        use Direction::*;
        for degrees in -360_i16..=360 {
            let expected = match degrees.rem_euclid(360) {
                0 => Some(East),
                90 => Some(South),
                180 => Some(West),
                270 => Some(North),
                _ => None,
            };
            assert_eq!(Direction::of(f32::from(degrees).to_radians()), expected, "{degrees}");
        }
        assert_eq!(Direction::of(f32::NAN), None);
        assert_eq!(Direction::of(f32::INFINITY), None);
    }

    #[test]
    fn a_step_goes_where_its_direction_faces() {
        for direction in Direction::ALL {
            let quarters = (direction.facing() / FRAC_PI_2).round().rem_euclid(4.0) as usize;
            assert_eq!(direction.step(), [(1, 0), (0, 1), (-1, 0), (0, -1)][quarters]);
            assert_eq!(Direction::of(direction.facing()), Some(direction));
        }
    }
}
