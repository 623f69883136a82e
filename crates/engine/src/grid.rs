//! The grid: what a ray, a body or a route needs to know of a cell.

use crate::door::Door;
use crate::tick::Tick;
use bevy::prelude::*;
use level::{Axis, CellShape, Level};

/// The shape of every cell, as it stands in this tick.
///
/// Doors are entities; this is their shadow, and [`update`] is the one place that writes it.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Grid {
    width: i32,
    height: i32,
    shapes: Vec<Shape>,
}

/// What fills a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// Nothing.
    Open,
    /// Wall.
    Solid,
    /// A sliding door: a panel in the middle of the cell that covers it from `open` to 1 along the axis.
    Door {
        /// The axis along which the panel lies and slides.
        along: Axis,
        /// How far it is open, from 0 (shut) to 1 (gone).
        open: f32,
    },
}

impl Grid {
    /// The grid of a level whose doors are shut.
    pub fn new(level: &Level) -> Self {
        let shape = |cell: &level::Cell| match cell.shape {
            CellShape::Open => Shape::Open,
            CellShape::Wall { .. } | CellShape::Lift { .. } => Shape::Solid,
            CellShape::Door { along, .. } => Shape::Door { along, open: 0.0 },
        };
        Grid { width: level.width as i32, height: level.height as i32, shapes: level.cells.iter().map(shape).collect() }
    }

    /// The shape of a cell; outside the map all is solid.
    pub fn shape(&self, cell: IVec2) -> Shape {
        let inside = (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y);
        if inside { self.shapes[(cell.y * self.width + cell.x) as usize] } else { Shape::Solid }
    }

    /// The size of the map, in cells.
    pub fn size(&self) -> IVec2 {
        IVec2::new(self.width, self.height)
    }

    /// The cell in which a point lies.
    pub fn cell_at(point: Vec2) -> IVec2 {
        point.floor().as_ivec2()
    }

    /// The middle of a cell.
    pub fn middle(cell: IVec2) -> Vec2 {
        cell.as_vec2() + 0.5
    }

    /// Brings a door's cell up to date.
    pub(crate) fn show_door(&mut self, door: &Door) {
        let cell = door.cell();
        if let Shape::Door { open, .. } = &mut self.shapes[(cell.y * self.width + cell.x) as usize] {
            *open = door.open();
        }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, update.in_set(Tick::Act).after(crate::door::advance));
}

/// Writes how far the doors are open.
pub(crate) fn update(doors: Query<&Door>, mut grid: ResMut<Grid>) {
    for door in &doors {
        grid.show_door(door);
    }
}
