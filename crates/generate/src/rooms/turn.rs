//! Orientations of rooms.

use level::Direction;

/// One of the eight orientations of a room: mirrored or not, and then rotated clockwise by quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn(u8);

impl Turn {
    /// Number of orientations.
    pub(crate) const COUNT: usize = 8;

    /// Returns the orientation with this number.
    pub(crate) fn new(number: usize) -> Turn {
        Turn((number % Turn::COUNT) as u8)
    }

    fn is_mirrored(self) -> bool {
        self.0 & 4 != 0
    }

    fn quarters(self) -> usize {
        usize::from(self.0 & 3)
    }

    /// Returns the width and height of a turned room.
    pub(crate) fn size(self, (width, height): (usize, usize)) -> (usize, usize) {
        if self.quarters() % 2 == 1 { (height, width) } else { (width, height) }
    }

    /// Returns the turned position of a cell in a room of this size.
    pub(crate) fn at(self, (x, y): (usize, usize), (width, height): (usize, usize)) -> (usize, usize) {
        let x = if self.is_mirrored() { width - 1 - x } else { x };
        match self.quarters() {
            0 => (x, y),
            1 => (height - 1 - y, x),
            2 => (width - 1 - x, height - 1 - y),
            _ => (y, width - 1 - x),
        }
    }

    /// Returns the turned direction.
    pub(crate) fn way(self, way: Direction) -> Direction {
        let way = match way {
            Direction::East if self.is_mirrored() => Direction::West,
            Direction::West if self.is_mirrored() => Direction::East,
            way => way,
        };
        Direction::ALL[(way as usize + self.quarters()) % 4]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_turn_with_the_cells_they_lead_to() {
        let size = (7, 4);
        for turn in (0..Turn::COUNT).map(Turn::new) {
            let (width, height) = turn.size(size);
            let mut all: Vec<_> = (0..4).flat_map(|y| (0..7).map(move |x| turn.at((x, y), size))).collect();
            all.sort_unstable();
            all.dedup();
            assert!(all.len() == 28 && all.iter().all(|&(x, y)| x < width && y < height), "{turn:?}: {all:?}");
            for way in Direction::ALL {
                let step = |(x, y): (usize, usize), way: Direction| {
                    let (right, down) = way.step();
                    (x.wrapping_add_signed(right as isize), y.wrapping_add_signed(down as isize))
                };
                let there = turn.at(step((3, 2), way), size);
                assert_eq!(there, step(turn.at((3, 2), size), turn.way(way)), "{turn:?} {way:?}");
            }
        }
    }
}
