//! Patrols: a level accepts only those that go on forever.

use crate::import::draft::Draft;
use level::{CellShape, IdleBehaviour, PatrolDirection};

/// Knowledge about leaving a cell in a direction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    /// It is on the path that is being followed.
    Followed,
    Endless,
    Ends,
}

impl Draft<'_> {
    /// Makes monsters stand still whose patrol would end at an obstacle.
    pub(crate) fn patrols(&mut self) {
        let mut known = vec![Known::Nothing; self.level.cells.len() * PatrolDirection::ALL.len()];
        let mut turns = vec![None; self.level.cells.len()];
        for turn in &self.level.turns {
            turns[turn.y * self.level.width + turn.x] = Some(turn.to);
        }
        for index in 0..self.level.things.len() {
            let thing = self.level.things[index];
            let (IdleBehaviour::Patrol, Some(facing)) = (thing.habit, PatrolDirection::from_facing(thing.facing))
            else {
                continue;
            };
            let cell = thing.y * self.level.width + thing.x;
            if !self.is_endless(&mut known, &turns, cell, facing) {
                self.level.things[index].habit = IdleBehaviour::Post;
                self.note(
                    cell,
                    "a patrol must go on forever: this monster does not patrol, because its path ends at an obstacle",
                );
            }
        }
    }

    /// Follows a patrol until it ends, repeats, or meets a path that is known.
    fn is_endless(
        &self,
        known: &mut [Known],
        turns: &[Option<PatrolDirection>],
        mut cell: usize,
        mut way: PatrolDirection,
    ) -> bool {
        let mut path = Vec::new();
        let result = loop {
            way = turns[cell].unwrap_or(way);
            let state = cell * PatrolDirection::ALL.len() + way as usize;
            match known[state] {
                Known::Nothing => {}
                Known::Followed | Known::Endless => break Known::Endless,
                Known::Ends => break Known::Ends,
            }
            known[state] = Known::Followed;
            path.push(state);
            match self.next(cell, way) {
                Some(next) => cell = next,
                None => break Known::Ends,
            }
        };
        path.into_iter().for_each(|state| known[state] = result);
        result == Known::Endless
    }

    /// Returns the next cell of a patrol, unless there is an obstacle. As in the original game, a diagonal step needs
    /// open floor on both sides of the corner.
    fn next(&self, cell: usize, way: PatrolDirection) -> Option<usize> {
        let is_diagonal = way.passed().count() > 1;
        way.passed().try_fold(cell, |_, step| {
            let passed = self.beside(cell, step)?;
            match self.level.cells[passed].shape {
                CellShape::Open => Some(passed),
                CellShape::Door { lock: None, .. } if !is_diagonal => Some(passed),
                _ => None,
            }
        })
    }
}
