//! Push-walls: used, they slide two cells away from the player, once. They crush nobody.

use crate::body;
use crate::grid::{Grid, Shape};
use crate::id::Id;
use crate::outline::outline;
use crate::pickup::Pickup;
use crate::places::Places;
use crate::report::{Happening, Report};
use crate::tick::{TICKS_PER_SECOND, Tick};
use bevy::prelude::*;
use level::{Axis, CellShape, Level};
use serde::{Deserialize, Serialize};

/// The ticks that it takes for each cell.
const CELL: u32 = TICKS_PER_SECOND;
/// How many cells it goes, if nothing stops it.
const CELLS: u32 = 2;

/// A wall that can be pushed.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushWall {
    x: u16,
    y: u16,
    state: PushWallState,
    /// The step from cell to cell on its way; zero before it was pushed.
    step: IVec2,
    /// The ticks that it has moved for.
    moved: u32,
}

/// What a push-wall does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PushWallState {
    /// It stands where the level has it.
    Still,
    /// It is on its way, or waits there for somebody to make room.
    Moving,
    /// It has arrived, and stays.
    Done,
}

impl PushWall {
    /// A push-wall that stands in a cell.
    pub(crate) fn new(x: usize, y: usize) -> Self {
        PushWall { x: x as u16, y: y as u16, state: PushWallState::Still, step: IVec2::ZERO, moved: 0 }
    }

    /// The cell in which the level has it, and whose look it carries along.
    pub fn home(&self) -> IVec2 {
        IVec2::new(i32::from(self.x), i32::from(self.y))
    }

    /// What it does.
    pub fn state(&self) -> PushWallState {
        self.state
    }

    /// How far it is from its home, in tiles.
    pub fn offset(&self) -> Vec2 {
        self.step.as_vec2() * (self.moved as f32 / CELL as f32)
    }

    /// The cells that it stands in, one or, between two, both, and what of it is in each.
    pub fn parts(&self) -> impl Iterator<Item = (IVec2, Shape)> {
        let behind = self.home() + self.step * (self.moved / CELL) as i32;
        let share = (self.moved % CELL) as f32 / CELL as f32;
        let along = if self.step.x != 0 { Axis::X } else { Axis::Y };
        let sign = self.step.element_sum() as f32;
        let part = |shift| Shape::PushWall { along, shift: sign * shift };
        let (first, second) = if share == 0.0 {
            ((behind, Shape::Solid), None)
        } else {
            ((behind, part(share)), Some((behind + self.step, part(share - 1.0))))
        };
        std::iter::once(first).chain(second)
    }

    /// All cells that it stands in or has left.
    pub fn trail(&self) -> impl Iterator<Item = IVec2> {
        let (home, step) = (self.home(), self.step);
        (0..=self.moved.div_ceil(CELL) as i32).map(move |cells| home + step * cells)
    }

    /// Pushes it one way, as long as it has not been pushed.
    pub(crate) fn push(&mut self, step: IVec2) {
        if self.state == PushWallState::Still {
            (self.state, self.step) = (PushWallState::Moving, step);
        }
    }

    /// True if a push-wall of the level can be so.
    pub(crate) fn is_possible(&self, level: &Level) -> bool {
        let moved = match self.state {
            PushWallState::Still => self.moved == 0 && self.step == IVec2::ZERO,
            PushWallState::Moving => (1..CELLS * CELL).contains(&self.moved),
            PushWallState::Done => (CELL..=CELLS * CELL).contains(&self.moved) && self.moved.is_multiple_of(CELL),
        };
        let is_step =
            self.state == PushWallState::Still || [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].contains(&self.step);
        let shape = |cell: IVec2| level.shape_at(cell.x, cell.y);
        let is_way = |cell| matches!(shape(cell), Some(CellShape::Open | CellShape::Push { .. }));
        moved && is_step && matches!(shape(self.home()), Some(CellShape::Push { .. })) && self.trail().all(is_way)
    }

    /// Comes to rest: for good if it has moved at all.
    fn stop(&mut self, reports: &mut MessageWriter<Report>) {
        let what = if self.moved == 0 { Happening::PushWallStuck } else { Happening::PushWallStops };
        reports.write(Report::new(what, Grid::middle(self.home()) + self.offset()));
        if self.moved == 0 {
            *self = PushWall { state: PushWallState::Still, step: IVec2::ZERO, ..*self };
        } else {
            self.state = PushWallState::Done;
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, advance.in_set(Tick::Act).after(crate::door::advance));
}

/// Moves the pushed walls on.
pub(crate) fn advance(
    grid: Res<Grid>,
    places: Res<Places>,
    pickups: Query<&Pickup>,
    mut walls: Query<(&Id, &mut PushWall)>,
    mut reports: MessageWriter<Report>,
) {
    let mut moving: Vec<_> = walls.iter_mut().filter(|(_, wall)| wall.state == PushWallState::Moving).collect();
    // Of two that come to one cell in one tick, it is always the same one that gets it.
    moving.sort_unstable_by_key(|(id, _)| **id);
    let mut taken = Vec::new();
    let is_in_the_way = |cell, shape| {
        let outline = outline(shape);
        let mut near = places.near(Grid::middle(cell), 1.0);
        near.any(|standing| body::overlaps(&outline, cell, standing.at, standing.radius))
    };
    for (_, wall) in &mut moving {
        if wall.moved.is_multiple_of(CELL) {
            let next = wall.home() + wall.step * (wall.moved / CELL + 1) as i32;
            let free = grid.shape(next) == Shape::Open
                && !taken.contains(&next)
                && !pickups.iter().any(|pickup| Grid::cell_at(pickup.at) == next)
                && !is_in_the_way(next, Shape::Solid);
            if !free {
                wall.stop(&mut reports);
                continue;
            }
            taken.push(next);
            if wall.moved == 0 {
                reports.write(Report::new(Happening::PushWallMoves, Grid::middle(wall.home())));
            }
        }
        let further = PushWall { moved: wall.moved + 1, ..**wall };
        // Somebody has come into the cell: the wall waits until he is out of its way.
        if further.parts().any(|(cell, shape)| is_in_the_way(cell, shape)) {
            continue;
        }
        **wall = further;
        if wall.moved == CELLS * CELL {
            wall.stop(&mut reports);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(step: IVec2, moved: u32) -> Vec<(IVec2, Shape)> {
        PushWall { step, moved, state: PushWallState::Moving, ..PushWall::new(5, 5) }.parts().collect()
    }

    #[test]
    fn between_two_cells_it_stands_in_both() {
        let part = |along, shift| Shape::PushWall { along, shift };
        assert_eq!(moved(IVec2::X, 0), [(IVec2::new(5, 5), Shape::Solid)]);
        assert_eq!(
            moved(IVec2::X, 30),
            [(IVec2::new(5, 5), part(Axis::X, 0.25)), (IVec2::new(6, 5), part(Axis::X, -0.75))]
        );
        assert_eq!(
            moved(IVec2::NEG_Y, 150),
            [(IVec2::new(5, 4), part(Axis::Y, -0.25)), (IVec2::new(5, 3), part(Axis::Y, 0.75))]
        );
        assert_eq!(moved(IVec2::NEG_X, 240), [(IVec2::new(3, 5), Shape::Solid)]);
    }
}
