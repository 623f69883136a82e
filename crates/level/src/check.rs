//! What must hold of a whole map: a closed border, doors between walls, a lift that can be reached.

use crate::mistake::MAX_MISTAKES;
use crate::{Axis, CellShape, Level, Mistake};

/// The mistakes of a map whose characters are all known; `place` tells a cell's line and column.
pub(crate) fn check(level: &Level, place: impl Fn(usize, usize) -> (usize, usize)) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    for y in 0..level.height {
        for x in 0..level.width {
            let border = x == 0 || y == 0 || x + 1 == level.width || y + 1 == level.height;
            let shape = level.cell(x, y).shape;
            let what = if border && !shape.is_wall() {
                "the border of the map must be wall: the ship is open here"
            } else if matches!(shape, CellShape::Door { .. }) && door_axis(level, x, y).is_none() {
                "a door needs walls on two opposite sides and a way through on the other two"
            } else {
                continue;
            };
            let (line, column) = place(x, y);
            mistakes.push(Mistake { line, column, what: what.to_owned() });
            if mistakes.len() == MAX_MISTAKES {
                return mistakes;
            }
        }
    }
    mistakes
}

/// Lays every door between its walls.
pub(crate) fn turn_doors(level: &mut Level) {
    for y in 1..level.height.saturating_sub(1) {
        for x in 1..level.width - 1 {
            let axis = door_axis(level, x, y);
            if let (CellShape::Door { along, .. }, Some(axis)) = (&mut level.cells[y * level.width + x].shape, axis) {
                *along = axis;
            }
        }
    }
}

/// The axis along which a door in this cell lies, if there are walls for it to slide between and a way through.
///
/// The cell must not be on the border.
pub(crate) fn door_axis(level: &Level, x: usize, y: usize) -> Option<Axis> {
    let wall = |x, y| level.cell(x, y).shape.is_wall();
    match (wall(x - 1, y), wall(x + 1, y), wall(x, y - 1), wall(x, y + 1)) {
        (true, true, false, false) => Some(Axis::X),
        (false, false, true, true) => Some(Axis::Y),
        _ => None,
    }
}

impl Level {
    /// What an author will want to know although the level can be played: no lift, or none that can be reached.
    pub fn warnings(&self) -> Vec<String> {
        let is_lift = |&index: &usize| matches!(self.cells[index].shape, CellShape::Lift { .. });
        let lifts: Vec<usize> = (0..self.cells.len()).filter(is_lift).collect();
        if lifts.is_empty() {
            return vec!["no lift: the deck cannot be finished; give a wall a `lift` switch".to_owned()];
        }
        let reached = self.reachable();
        if lifts.iter().any(|&lift| self.neighbours(lift).any(|cell| reached[cell])) {
            Vec::new()
        } else {
            vec!["no way leads from the player to a lift".to_owned()]
        }
    }

    /// Which cells can be walked to from the player's, through doors.
    fn reachable(&self) -> Vec<bool> {
        let start = self.player.y * self.width + self.player.x;
        let mut reached = vec![false; self.cells.len()];
        reached[start] = true;
        let mut frontier = vec![start];
        while let Some(cell) = frontier.pop() {
            for next in self.neighbours(cell) {
                if !reached[next] && !self.cells[next].shape.is_wall() {
                    reached[next] = true;
                    frontier.push(next);
                }
            }
        }
        reached
    }

    /// The indices of the cells beside a cell.
    fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let (x, y) = (index % self.width, index / self.width);
        [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
            .into_iter()
            .filter(|&(x, y)| x < self.width && y < self.height)
            .map(|(x, y)| y * self.width + x)
    }
}
