//! Rays: what a line of sight or a shot meets first.

use crate::grid::{Grid, Shape};
use bevy::prelude::*;
use level::Axis;

/// Where a ray ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// How far from its start, in tiles.
    pub distance: f32,
    /// The cell of the wall or door.
    pub cell: IVec2,
}

/// Follows a ray from a point in a direction (of length 1) until a wall or a door stops it, at most `reach` tiles.
pub fn cast(grid: &Grid, from: Vec2, direction: Vec2, reach: f32) -> Option<Hit> {
    let mut cell = Grid::cell_at(from);
    let step = IVec2::new(if direction.x < 0.0 { -1 } else { 1 }, if direction.y < 0.0 { -1 } else { 1 });
    // How much further the ray gets from one grid line to the next; a ray along a line never meets the next one.
    let stride = direction.abs().recip();
    let ahead = |start: f32, cell: i32, step: i32, stride: f32| {
        let way = if step > 0 { cell as f32 + 1.0 - start } else { start - cell as f32 };
        if stride.is_finite() { way * stride } else { f32::INFINITY }
    };
    let mut next = Vec2::new(ahead(from.x, cell.x, step.x, stride.x), ahead(from.y, cell.y, step.y, stride.y));
    let mut entered = 0.0;
    loop {
        match grid.shape(cell) {
            Shape::Door { along, open } => {
                if let Some(distance) = panel(from, direction, cell, along, open)
                    && distance <= reach
                {
                    return Some(Hit { distance, cell });
                }
            }
            Shape::Open => {}
            _ => return Some(Hit { distance: entered, cell }),
        }
        if next.x < next.y {
            entered = next.x;
            next.x += stride.x;
            cell.x += step.x;
        } else {
            entered = next.y;
            next.y += stride.y;
            cell.y += step.y;
        }
        // A ray whose numbers are none gets nowhere.
        if entered > reach || entered.is_nan() {
            return None;
        }
    }
}

/// The distance at which a ray meets a door's panel, if it does.
fn panel(from: Vec2, direction: Vec2, cell: IVec2, along: Axis, open: f32) -> Option<f32> {
    let corner = cell.as_vec2();
    let (distance, place) = match along {
        Axis::X => {
            let distance = (corner.y + 0.5 - from.y) / direction.y;
            (distance, from.x + distance * direction.x - corner.x)
        }
        Axis::Y => {
            let distance = (corner.x + 0.5 - from.x) / direction.x;
            (distance, from.y + distance * direction.y - corner.y)
        }
    };
    (distance >= 0.0 && (open..=1.0).contains(&place)).then_some(distance)
}

/// True if nothing stands between two points.
pub fn clear(grid: &Grid, from: Vec2, to: Vec2) -> bool {
    let (direction, distance) = (to - from).normalize_and_length();
    cast(grid, from, direction, distance).is_none()
}
