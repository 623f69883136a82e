//! The four directions of the grid.

use serde::{Deserialize, Serialize};
use std::f32::consts::FRAC_PI_2;

/// Direction on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// Right on the map, where x grows.
    East,
    /// Down the map, where y grows.
    South,
    /// Left on the map.
    West,
    /// Up the map, towards row 0.
    North,
}

impl Direction {
    /// All four directions, each a quarter turn further than the one before.
    pub const ALL: [Direction; 4] = [Direction::East, Direction::South, Direction::West, Direction::North];

    /// Returns the direction of a facing in radians, if it is a multiple of a quarter turn.
    pub fn from_facing(facing: f32) -> Option<Direction> {
        let quarters = facing / FRAC_PI_2;
        let nearest = quarters.round();
        ((quarters - nearest).abs() < 1e-4).then(|| Direction::ALL[nearest.rem_euclid(4.0) as usize])
    }

    /// Returns the facing in radians, from 0 to three quarter turns.
    pub fn facing(self) -> f32 {
        f32::from(self as u8) * FRAC_PI_2
    }

    /// Returns the step to the next cell as columns and rows.
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
    fn only_multiples_of_a_quarter_turn_are_directions() {
        use Direction::*;
        for degrees in -360_i16..=360 {
            let expected = match degrees.rem_euclid(360) {
                0 => Some(East),
                90 => Some(South),
                180 => Some(West),
                270 => Some(North),
                _ => None,
            };
            assert_eq!(Direction::from_facing(f32::from(degrees).to_radians()), expected, "{degrees}");
        }
        assert_eq!(Direction::from_facing(f32::NAN), None);
        assert_eq!(Direction::from_facing(f32::INFINITY), None);
    }

    #[test]
    fn steps_follow_the_facing_of_their_direction() {
        for direction in Direction::ALL {
            let quarters = (direction.facing() / FRAC_PI_2).round().rem_euclid(4.0) as usize;
            assert_eq!(direction.step(), [(1, 0), (0, 1), (-1, 0), (0, -1)][quarters]);
            assert_eq!(Direction::from_facing(direction.facing()), Some(direction));
        }
    }
}
