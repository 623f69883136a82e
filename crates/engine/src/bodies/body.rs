//! Bodies: round things that move and slide along walls.

use crate::{
    bodies::gravity::Gravity,
    bodies::height::{BodyHeight, Height},
    bodies::wound::Burning,
    deck::cell_geometry::{CellGeometry, Circle, Edge, outline},
    deck::grid::Grid,
    deck::shape::Shape,
};
use bevy::{math::ops, prelude::*};
use level::{BARRIER_HEIGHT, PaneKind};
use serde::{Deserialize, Serialize};

/// A living body: a circle that walls, doors and other bodies push back. A corpse has none, but keeps what came with it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[require(Burning, Height, BodyHeight, Knockback, Velocity)]
pub struct Body {
    /// Its radius, in tiles, at most 0.5.
    pub radius: f32,
}

/// Where something is, in tiles.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position(pub Vec2);

/// Where it was one tick earlier, for whoever draws what lies between two ticks; no rule reads it.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct PreviousPosition(pub Vec2);

/// Where it wants to go, in tiles a second.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Velocity(pub Vec2);

/// How fast a blow or a shock wave throws it, in tiles a second, beside where it wants to go.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Knockback(pub Vec2);

/// Where it looks, in radians: 0 is along x, a quarter turn along y.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heading(pub f32);

impl Heading {
    /// The direction of length 1.
    pub fn direction(self) -> Vec2 {
        Vec2::new(ops::cos(self.0), ops::sin(self.0))
    }
}

/// A body moves in steps of this length at most, in tiles: so none gets through the thinnest pane, however hard it is
/// pushed.
pub(crate) const STEP: f32 = 0.1;
/// What keeps a body off whatever pushed it back, in tiles: rounding must not leave the two in each other.
const EPSILON: f32 = 1e-4;
/// How often one step is pushed back: a corner needs two pushes, an acute one a dozen.
const MAX_PUSH_ITERATIONS: usize = 24;

/// A thrown body keeps this share of its speed from tick to tick: after a third of a second it has an eighth.
pub(crate) const KNOCKBACK_DAMPING: f32 = 0.95;
/// Slower than this it is no longer thrown, in tiles a second.
const MIN_KNOCKBACK_SPEED: f32 = 0.05;
/// From walls that are so near one can push oneself off, in tiles between them and the body.
const ARM: f32 = 0.12;
/// The fastest that a body is thrown, in tiles a second.
const FASTEST: f32 = 25.0;

impl Knockback {
    /// Something throws it, beside whatever did before.
    pub fn throw(&mut self, velocity: Vec2) {
        self.0 = (self.0 + velocity).clamp_length_max(FASTEST);
    }

    /// A tick has passed, in which it got so far, in tiles a second: what stops it takes its speed, and so does what it slides along.
    pub(crate) fn slide(&mut self, got: Vec2, keeps: f32) {
        let (direction, speed) = self.0.normalize_and_length();
        let left = speed.min(got.dot(direction).max(0.0)) * keeps;
        self.0 = if left > MIN_KNOCKBACK_SPEED { direction * left } else { Vec2::ZERO };
    }
}

/// What does not move by itself, nor gives way to bodies that push: a barrel, a crate.
#[derive(Component, Clone, Copy, Debug)]
pub(crate) struct Immovable {
    /// It is a rail: it can be held.
    pub(crate) is_rail: bool,
    /// No wind moves it.
    pub(crate) is_fixed: bool,
}

/// A body that stands still at a point.
pub(crate) fn at(point: Vec2, radius: f32, tall: BodyHeight) -> impl Bundle {
    (Body { radius }, tall, Position(point), PreviousPosition(point))
}

/// Lets a body want to go with a velocity. Who goes on as he did, or stands, is not set moving by it.
pub(crate) fn drive(velocity: &mut Mut<Velocity>, to: Vec2) {
    // A zero has a sign, which the hash of a run knows.
    let bits = |velocity: Vec2| velocity.to_array().map(f32::to_bits);
    if bits(velocity.0) != bits(to) {
        velocity.0 = to;
    }
}

impl Height {
    /// True if a body so tall at a point touches something from which it can push itself off: the floor, whom it stands on, or, where
    /// it floats, the ceiling or what it could hold beside it. In the air nothing drives.
    pub(crate) fn can_push_off(self, tall: BodyHeight, gravity: &Gravity, grid: &Grid, at: Vec2, radius: f32) -> bool {
        if !self.is_in_the_air() {
            return true;
        }
        let share = gravity.share(grid, at);
        let touches = || self.at >= tall.ceiling() || can_hold(grid, at, radius + ARM);
        self.stands(share) || share == 0.0 && touches()
    }
}

/// Where a circle of this radius, whose feet are so high, gets that goes this `way`, at most a tile, and slides along what it meets.
pub(crate) fn moved(grid: &Grid, from: Vec2, way: Vec2, radius: f32, feet: f64) -> Vec2 {
    let length = way.length();
    if length <= STEP {
        return pushed_out(grid, from, from + way, radius, feet);
    }
    let way = way.clamp_length_max(1.0);
    let steps = (length.min(1.0) / STEP).ceil();
    let mut point = from;
    for _ in 0..steps as u32 {
        point = pushed_out(grid, point, point + way / steps, radius, feet);
    }
    point
}

/// The nearest point to this one at which a circle overlaps nothing, if it is not deep in a wall.
pub(crate) fn nearest_clear(grid: &Grid, point: Vec2, radius: f32) -> Vec2 {
    pushed_out(grid, point, point, radius, 0.0)
}

/// The point near `to` where a circle that comes from `from` overlaps nothing.
pub(crate) fn pushed_out(grid: &Grid, from: Vec2, to: Vec2, radius: f32, feet: f64) -> Vec2 {
    let mut point = to;
    // Each round takes back the deepest overlap.
    for _ in 0..MAX_PUSH_ITERATIONS {
        let Some(push) = deepest(grid, point, radius, feet) else { return point };
        point += push;
    }
    // It is wedged in: it stays where it was, if that was free.
    if deepest(grid, from, radius, feet).is_none() { from } else { point }
}

/// The push that takes a circle, whose feet are so high, out of whatever it overlaps deepest.
pub(crate) fn deepest(grid: &Grid, point: Vec2, radius: f32, feet: f64) -> Option<Vec2> {
    if grid.is_open_around(Grid::cell_at(point)) {
        return None;
    }
    let from = Grid::cell_at(point - radius);
    let to = Grid::cell_at(point + radius);
    let mut deepest: Option<Vec2> = None;
    for y in from.y..=to.y {
        for x in from.x..=to.x {
            let cell = IVec2::new(x, y);
            let (shape, corner) = (grid.shape(cell), cell.as_vec2());
            // Most cells are open, or do not reach here.
            let away = point - point.clamp(corner, corner + 1.0);
            if shape == Shape::Open || away.length_squared() >= radius * radius {
                continue;
            }
            // What is met most is wall, from outside, and of that the nearest point is known.
            let push = match shape {
                Shape::Solid if away != Vec2::ZERO => pushed_from(away, radius),
                Shape::Pane { kind: PaneKind::Barrier, .. } if feet >= BARRIER_HEIGHT => None,
                _ => push_out_of(&outline(shape), point - corner, radius),
            };
            let Some(push) = push else { continue };
            if deepest.is_none_or(|other| push.length_squared() > other.length_squared()) {
                deepest = Some(push);
            }
        }
    }
    deepest
}

/// True if a circle round a point overlaps nothing.
pub(crate) fn is_clear(grid: &Grid, point: Vec2, radius: f32) -> bool {
    deepest(grid, point, radius, 0.0).is_none()
}

/// True if there is something to hold so near to a point: a wall, a door, a pane, a pillar, bars or a rail.
pub(crate) fn can_hold(grid: &Grid, at: Vec2, reach: f32) -> bool {
    grid.obstacles.is_rail_near(at, reach) || !is_clear(grid, at, reach)
}

/// True if a circle round a point overlaps what fills a cell.
pub(crate) fn overlaps(outline: &CellGeometry, cell: IVec2, point: Vec2, radius: f32) -> bool {
    push_out_of(outline, point - cell.as_vec2(), radius).is_some()
}

/// The push that takes a circle out of an outline, if they overlap and the outline stops bodies; in cell coordinates.
fn push_out_of(outline: &CellGeometry, point: Vec2, radius: f32) -> Option<Vec2> {
    if !outline.stops.bodies {
        return None;
    }
    let parts = outline.parts().filter_map(|part| push_out_of_part(part, point, radius));
    let round = outline.circle.and_then(|circle| push_out_of_circle(circle, point, radius));
    parts.chain(round).max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))
}

/// The shortest push that takes a circle out of a convex part, if they overlap.
fn push_out_of_part(part: &[Edge], point: Vec2, radius: f32) -> Option<Vec2> {
    // The face that it is farthest in front of, or, from the inside, the one to leave by.
    let (mut height, mut out) = (f32::NEG_INFINITY, Vec2::ZERO);
    for edge in part {
        let normal = edge.out().normalize_or_zero();
        let above = normal.dot(point - edge.from);
        if above >= radius {
            return None;
        }
        if above > height {
            (height, out) = (above, normal);
        }
    }
    if height <= 0.0 {
        return Some(out * (radius - height + EPSILON));
    }
    let away = part
        .iter()
        .map(|edge| point - nearest_on(edge, point))
        .min_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))?;
    pushed_from(away, radius)
}

/// The push that takes a circle out of a round part, if they overlap.
fn push_out_of_circle(circle: Circle, point: Vec2, radius: f32) -> Option<Vec2> {
    pushed_from(point - circle.middle, radius + circle.radius)
}

/// The push that makes a distance as long as it must be, if it is too short.
fn pushed_from(away: Vec2, wanted: f32) -> Option<Vec2> {
    if away.length_squared() >= wanted * wanted {
        return None;
    }
    let (direction, distance) = if away == Vec2::ZERO { (Vec2::X, 0.0) } else { away.normalize_and_length() };
    Some(direction * (wanted - distance + EPSILON))
}

/// The point of an edge that is nearest to a point.
fn nearest_on(edge: &Edge, point: Vec2) -> Vec2 {
    let way = edge.to - edge.from;
    let share = (point - edge.from).dot(way) / way.length_squared();
    edge.from + way * share.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::{Axis, Corner};

    fn pushed(shape: Shape, point: (f32, f32), radius: f32) -> Option<Vec2> {
        push_out_of(&outline(shape), Vec2::from(point), radius)
    }

    #[test]
    fn a_push_leads_out_by_the_shortest_way() {
        let close = |push: Option<Vec2>, x: f32, y: f32| {
            let push = push.expect("they overlap");
            assert!(push.distance(Vec2::new(x, y)) < 2e-4, "{push}");
        };
        close(pushed(Shape::Solid, (-0.2, 0.5), 0.25), -0.05, 0.0);
        close(pushed(Shape::Solid, (0.5, 0.9), 0.25), 0.0, 0.35);
        close(pushed(Shape::Pillar, (0.0, 0.5), 0.25), -0.05, 0.0);
        close(pushed(Shape::Pane { along: Axis::X, kind: PaneKind::Grating }, (0.5, 0.6), 0.25), 0.0, 0.15);
        close(pushed(Shape::Pane { along: Axis::X, kind: PaneKind::Window }, (0.5, 0.4), 0.25), 0.0, -0.15);
        close(pushed(Shape::Diagonal { corner: Corner::NorthWest }, (0.6, 0.6), 0.25), 0.0768, 0.0768);
        close(pushed(Shape::PushWall { along: Axis::Y, shift: -0.6 }, (0.5, 0.6), 0.25), 0.0, 0.05);
    }

    #[test]
    fn what_does_not_overlap_is_not_pushed() {
        assert_eq!(pushed(Shape::Solid, (-0.2, -0.2), 0.25), None);
        assert_eq!(pushed(Shape::Pillar, (0.1, 0.1), 0.25), None);
        assert_eq!(pushed(Shape::Diagonal { corner: Corner::SouthEast }, (0.3, 0.3), 0.25), None);
        assert_eq!(pushed(Shape::Door { along: Axis::X, open: 0.6 }, (0.3, 0.5), 0.25), None);
        assert_eq!(pushed(Shape::Leaves { along: Axis::X, turn: 1.0 }, (0.5, 0.5), 0.35), None);
    }

    #[test]
    fn a_corner_however_acute_lets_nobody_in() {
        // A pillar, a diagonal and walls: every gap narrows to nothing somewhere.
        let text = "(name: \"\", legend: { '#': (wall: \"\"), '.': (), '@': (thing: Player), 'D': (diagonal: \"\"),
            'P': (pillar: \"\"), 'B': (push: \"\") }, map: [\"######\", \"#D.P.#\", \"#B..@#\", \"#....#\", \"######\"])";
        let grid = Grid::new(&level::Level::read("", text.as_bytes()).unwrap());
        for angle in 0..360 {
            let way = Vec2::new(ops::cos(angle as f32), ops::sin(angle as f32)) * 0.037;
            let mut point = Vec2::new(4.5, 2.5);
            for _ in 0..600 {
                point = moved(&grid, point, way, 0.25, 0.0);
                assert_eq!(deepest(&grid, point, 0.25, 0.0), None, "at {point}, going {way}");
            }
            let back = moved(&grid, point, -way, 0.25, 0.0);
            assert!(back.distance(point) > 0.01, "stuck at {point}");
        }
    }
}
