//! Bodies: round things that move, slide along walls and push each other aside.

use crate::grid::{Grid, Shape};
use crate::id::Id;
use crate::tick::{TICK, Tick};
use bevy::math::ops;
use bevy::prelude::*;
use level::Axis;
use serde::{Deserialize, Serialize};

/// A living body: a circle that walls, doors and other bodies push back. A corpse has none.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// Its radius, in tiles, at most 0.5.
    pub radius: f32,
}

/// Where something is, in tiles.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position(pub Vec2);

/// Where it was one tick earlier, for whoever draws what lies between two ticks; no rule reads it.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Previous(pub Vec2);

/// Where it wants to go, in tiles a second.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Velocity(pub Vec2);

/// Where it looks, in radians: 0 is along x, a quarter turn along y.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heading(pub f32);

impl Heading {
    /// The direction of length 1.
    pub fn direction(self) -> Vec2 {
        Vec2::new(ops::cos(self.0), ops::sin(self.0))
    }
}

/// The part of an overlap by which the one with the lower number gives way; the other makes up the rest. With equal
/// parts, two that meet head on before a passage would hold each other off for ever.
const YIELD: f32 = 0.25;

/// Half the thickness of a door's panel, in tiles.
const PANEL: f32 = 0.1;

/// A body that stands still at a point.
pub(crate) fn at(point: Vec2, radius: f32) -> impl Bundle {
    (Body { radius }, Position(point), Previous(point), Velocity::default())
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, (remember, walk, push_apart).chain().in_set(Tick::Move));
}

/// Keeps the last tick's positions.
fn remember(mut bodies: Query<(&Position, &mut Previous)>) {
    for (position, mut previous) in &mut bodies {
        previous.0 = position.0;
    }
}

/// Moves every body, and lets it slide along what it meets.
fn walk(grid: Res<Grid>, mut bodies: Query<(&Body, &Velocity, &mut Position)>) {
    for (body, velocity, mut position) in &mut bodies {
        position.0 = pushed_out(&grid, position.0 + velocity.0 * TICK, body.radius);
    }
}

/// Bodies that overlap give way to each other, but never into a wall.
fn push_apart(grid: Res<Grid>, mut bodies: Query<(&Id, &Body, &mut Position)>) {
    // The order decides who gives way first, so it goes by id, not by how the query stores them.
    let mut order: Vec<_> = bodies.iter_mut().sort::<&Id>().collect();
    // No radius is over half a tile, so only bodies in neighbouring cells can touch: the others need not be looked at.
    let mut places: Vec<_> = order.iter().map(|(.., at)| row_and_column(at.0)).zip(0..).collect();
    places.sort_unstable();
    for first in 0..order.len() {
        let (row, column) = row_and_column(order[first].2.0);
        for near in row - 1..=row + 1 {
            let from = places.partition_point(|&(place, _)| place < (near, column - 1));
            for &(place, second) in &places[from..] {
                if place > (near, column + 1) {
                    break;
                }
                if second > first {
                    part(&grid, &mut order, first, second);
                }
            }
        }
    }
}

fn row_and_column(point: Vec2) -> (i32, i32) {
    let cell = Grid::cell_at(point);
    (cell.y, cell.x)
}

/// Pushes two bodies apart if they overlap.
fn part(grid: &Grid, order: &mut [(&Id, &Body, Mut<Position>)], first: usize, second: usize) {
    let (radius_a, radius_b) = (order[first].1.radius, order[second].1.radius);
    let apart = order[second].2.0 - order[first].2.0;
    let wanted = radius_a + radius_b;
    if apart.length_squared() >= wanted * wanted {
        return;
    }
    // Two bodies in one point part along x: any direction does, but it must always be the same.
    let (direction, distance) = if apart == Vec2::ZERO { (Vec2::X, 0.0) } else { apart.normalize_and_length() };
    let push = direction * (wanted - distance);
    order[first].2.0 = pushed_out(grid, order[first].2.0 - push * YIELD, radius_a);
    order[second].2.0 = pushed_out(grid, order[second].2.0 + push * (1.0 - YIELD), radius_b);
}

/// The point nearest to `point` where a circle of this radius overlaps no wall and no door.
pub(crate) fn pushed_out(grid: &Grid, mut point: Vec2, radius: f32) -> Vec2 {
    // Each round takes back the deepest overlap; a corner needs two, a dead end three.
    for _ in 0..4 {
        let Some(push) = deepest(grid, point, radius) else { break };
        point += push;
    }
    point
}

/// The push that takes a circle out of whatever it overlaps deepest.
fn deepest(grid: &Grid, point: Vec2, radius: f32) -> Option<Vec2> {
    let from = Grid::cell_at(point - radius);
    let to = Grid::cell_at(point + radius);
    let mut deepest: Option<Vec2> = None;
    for y in from.y..=to.y {
        for x in from.x..=to.x {
            let Some(push) = solid_part(grid, IVec2::new(x, y)).and_then(|solid| push_out_of(solid, point, radius))
            else {
                continue;
            };
            if deepest.is_none_or(|other| push.length_squared() > other.length_squared()) {
                deepest = Some(push);
            }
        }
    }
    deepest
}

/// The part of a cell that stops bodies.
fn solid_part(grid: &Grid, cell: IVec2) -> Option<Rect> {
    let corner = cell.as_vec2();
    match grid.shape(cell) {
        Shape::Open => None,
        Shape::Solid => Some(Rect::from_corners(corner, corner + 1.0)),
        Shape::Door { open, .. } if open >= 1.0 => None,
        Shape::Door { along, open } => Some(panel(cell, along, open)),
        _ => Some(Rect::from_corners(corner, corner + 1.0)),
    }
}

/// The rectangle that a door's panel covers.
pub(crate) fn panel(cell: IVec2, along: Axis, open: f32) -> Rect {
    let corner = cell.as_vec2();
    match along {
        Axis::X => Rect::new(corner.x + open, corner.y + 0.5 - PANEL, corner.x + 1.0, corner.y + 0.5 + PANEL),
        Axis::Y => Rect::new(corner.x + 0.5 - PANEL, corner.y + open, corner.x + 0.5 + PANEL, corner.y + 1.0),
    }
}

/// True if a circle overlaps a rectangle.
pub(crate) fn overlaps(rect: Rect, point: Vec2, radius: f32) -> bool {
    point.clamp(rect.min, rect.max).distance_squared(point) < radius * radius
}

/// The shortest push that takes a circle out of a rectangle, if they overlap.
fn push_out_of(rect: Rect, point: Vec2, radius: f32) -> Option<Vec2> {
    if !overlaps(rect, point, radius) {
        return None;
    }
    let away = point - point.clamp(rect.min, rect.max);
    if away != Vec2::ZERO {
        let (direction, distance) = away.normalize_and_length();
        return Some(direction * (radius - distance));
    }
    // The middle of the circle lies inside: leave by the nearest side.
    let sides = [
        Vec2::new(rect.min.x - point.x - radius, 0.0),
        Vec2::new(rect.max.x - point.x + radius, 0.0),
        Vec2::new(0.0, rect.min.y - point.y - radius),
        Vec2::new(0.0, rect.max.y - point.y + radius),
    ];
    sides.into_iter().min_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))
}
