//! Straight lines on a grid, from the centre of one cell to the centre of another.

use crate::spread::{Spread, spread};
use std::fmt;

/// A step to a neighbour: along an axis (a cardinal step) or to a corner (an ordinal one).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// To the right.
    East,
    /// Down and to the right.
    SouthEast,
    /// Down.
    South,
    /// Down and to the left.
    SouthWest,
    /// To the left.
    West,
    /// Up and to the left.
    NorthWest,
    /// Up.
    North,
    /// Up and to the right.
    NorthEast,
}

impl Step {
    /// Offset of the step in cells: x to the right and y down, each −1, 0 or 1.
    #[must_use]
    pub fn offset(self) -> (i32, i32) {
        match self {
            Step::East => (1, 0),
            Step::SouthEast => (1, 1),
            Step::South => (0, 1),
            Step::SouthWest => (-1, 1),
            Step::West => (-1, 0),
            Step::NorthWest => (-1, -1),
            Step::North => (0, -1),
            Step::NorthEast => (1, -1),
        }
    }
}

impl fmt::Display for Step {
    /// Writes the step as letters: `E`, `SE`, `S`, `SW`, `W`, `NW`, `N`, `NE`.
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Step::East => "E",
            Step::SouthEast => "SE",
            Step::South => "S",
            Step::SouthWest => "SW",
            Step::West => "W",
            Step::NorthWest => "NW",
            Step::North => "N",
            Step::NorthEast => "NE",
        })
    }
}

/// Returns the steps of the line to the cell that is `x` to the right and `y` down; empty if that is the start cell.
///
/// The line uses at most one kind of cardinal and one kind of ordinal step, evenly [`spread`]. If there are as many of
/// both, a cardinal step comes first. The line looks straight, but it is not Bresenham's line, which stays closest to
/// the ideal one. The line back may use other cells.
#[must_use]
pub fn grid_line(x: i64, y: i64) -> Spread<Step> {
    let along_x = if x < 0 { Step::West } else { Step::East };
    let along_y = if y < 0 { Step::North } else { Step::South };
    let ordinal = match (x < 0, y < 0) {
        (false, false) => Step::SouthEast,
        (true, false) => Step::SouthWest,
        (true, true) => Step::NorthWest,
        (false, true) => Step::NorthEast,
    };
    let (far_x, far_y) = (x.unsigned_abs(), y.unsigned_abs());
    let cardinal = if far_x > far_y { along_x } else { along_y };
    spread(cardinal, ordinal, far_x.abs_diff(far_y), far_x.min(far_y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line(x: i64, y: i64) -> String {
        grid_line(x, y).map(|step| step.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn cardinal_steps_come_first_when_counts_are_equal() {
        assert_eq!(line(6, -4), "NE E NE NE E NE", "four ordinal and two cardinal steps");
        assert_eq!(line(-9, -3), "W NW W W NW W NW W W");
        assert_eq!(line(2, -1), "E NE", "as many of both");
        assert_eq!(line(1, 2), "S SE", "x to the right, y down");
        assert_eq!(line(0, 3), "S S S");
        assert_eq!(line(-2, 2), "SW SW");
        assert_eq!(line(0, 0), "");
    }

    /// All lines to cells at most nine away in x and in y, except lines to neighbours.
    fn lines() -> impl Iterator<Item = (i64, i64)> {
        let all = (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y)));
        all.filter(|(x, y): &(i64, i64)| x.abs().max(y.abs()) > 1)
    }

    #[test]
    fn some_lines_differ_when_drawn_backwards() {
        let is_same_reversed = |(x, y): &(i64, i64)| {
            let steps: Vec<Step> = grid_line(*x, *y).collect();
            steps.iter().eq(steps.iter().rev())
        };
        assert_eq!(lines().count(), 352);
        assert_eq!(lines().filter(|line| !is_same_reversed(line)).count(), 112, "as computed independently");
    }

    /// Maximum distance of the cells of a line from the ideal line.
    fn farthest(x: i64, y: i64) -> f64 {
        let (mut at_x, mut at_y, mut farthest) = (0, 0, 0.0_f64);
        for step in grid_line(x, y) {
            at_x += i64::from(step.offset().0);
            at_y += i64::from(step.offset().1);
            farthest = farthest.max((at_x * y - at_y * x).abs() as f64 / ((x * x + y * y) as f64).sqrt());
        }
        farthest
    }

    #[test]
    fn short_lines_stay_within_two_thirds_of_a_cell() {
        let farthest = lines().map(|(x, y)| farthest(x, y)).fold(0.0, f64::max);
        assert!((0.63..0.64).contains(&farthest), "{farthest}: must be 0.63 at (9, 3) and in symmetric lines");
    }

    proptest! {
        #[test]
        fn line_reaches_its_end_in_the_fewest_steps(x in -200..200_i64, y in -200..200_i64) {
            let steps: Vec<Step> = grid_line(x, y).collect();
            let end = steps.iter().fold((0, 0), |(x, y), step| (x + step.offset().0, y + step.offset().1));
            prop_assert_eq!((i64::from(end.0), i64::from(end.1)), (x, y));
            prop_assert_eq!(steps.len() as i64, x.abs().max(y.abs()));
        }

        #[test]
        fn line_stays_within_one_cell_of_the_ideal_line(x in -60..60_i64, y in -60..60_i64) {
            prop_assert!(farthest(x, y) < 1.0, "{} cells off", farthest(x, y));
        }
    }

    #[test]
    fn longest_lines_start_immediately() {
        for (x, y) in [(i64::MIN, i64::MAX), (i64::MAX, 1_000_000_007), (i64::MIN, i64::MIN)] {
            assert_eq!(grid_line(x, y).take(1000).count(), 1000);
        }
    }
}
