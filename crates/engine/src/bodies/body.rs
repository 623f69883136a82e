//! Bodies: round colliders that move and slide along walls.

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

/// A living body: a circle that walls, doors and other bodies push back. A corpse has no body but keeps the required
/// components.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[require(Burning, Height, BodyHeight, Knockback, Velocity)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct Body {
    /// Radius in tiles, at most 0.5.
    pub radius: f32,
}

/// Position in tiles.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct Position(pub Vec2);

/// Position one tick earlier, for interpolation when drawing. The simulation itself does not read it.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct PreviousPosition(pub Vec2);

/// Desired velocity in tiles per second.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct Velocity(pub Vec2);

/// Velocity from hits and shock waves in tiles per second, added to the desired [`Velocity`].
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct Knockback(pub Vec2);

/// Viewing direction in radians: 0 is along x, a quarter turn is along y.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct Heading(pub f32);

impl Heading {
    /// Returns the direction as a unit vector.
    pub fn direction(self) -> Vec2 {
        Vec2::new(ops::cos(self.0), ops::sin(self.0))
    }
}

/// Maximum length of one movement step, in tiles. It is short enough that no body tunnels through the thinnest pane.
pub(crate) const STEP: f32 = 0.1;
/// Gap left between a body and the obstacle that pushed it back, in tiles. Without it, rounding could leave them
/// overlapping.
const EPSILON: f32 = 1e-4;
/// Maximum number of collision pushes per step: a corner needs two, an acute corner up to a dozen.
const MAX_PUSH_ITERATIONS: usize = 24;

/// Share of its knockback that a sliding body keeps per tick: after a third of a second an eighth is left.
pub(crate) const KNOCKBACK_DAMPING: f32 = 0.95;
/// Speed below which knockback ends, in tiles per second.
const MIN_KNOCKBACK_SPEED: f32 = 0.05;
/// Maximum distance between a floating body and a wall it can push itself off, in tiles.
const ARM: f32 = 0.12;
/// Maximum knockback speed, in tiles per second.
const FASTEST: f32 = 25.0;

impl Knockback {
    /// Adds a knockback velocity, in tiles per second.
    pub fn throw(&mut self, velocity: Vec2) {
        self.0 = (self.0 + velocity).clamp_length_max(FASTEST);
    }

    /// Updates the knockback after a tick in which the body moved with velocity `got`, in tiles per second. Obstacles
    /// take away the speed along the blocked direction; the body keeps the share `keeps` of the rest.
    pub(crate) fn slide(&mut self, got: Vec2, keeps: f32) {
        let (direction, speed) = self.0.normalize_and_length();
        let left = speed.min(got.dot(direction).max(0.0)) * keeps;
        self.0 = if left > MIN_KNOCKBACK_SPEED { direction * left } else { Vec2::ZERO };
    }
}

/// Marks bodies that do not move by themselves and that other bodies cannot push, such as barrels and crates.
#[derive(Component, Clone, Copy, Debug)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub(crate) struct Immovable {
    /// True for rails: floating bodies can hold on to them.
    pub(crate) is_rail: bool,
    /// True if the wind does not move it.
    pub(crate) is_fixed: bool,
}

/// Creates the components of a body that stands still at a point.
pub(crate) fn at(point: Vec2, radius: f32, tall: BodyHeight) -> impl Bundle {
    (Body { radius }, tall, Position(point), PreviousPosition(point))
}

/// Sets the desired velocity. Writing an unchanged value does not trigger change detection, so bodies at rest stay
/// asleep.
pub(crate) fn drive(velocity: &mut Mut<Velocity>, to: Vec2) {
    // Compare the bits: -0.0 and 0.0 are equal but hash differently.
    let bits = |velocity: Vec2| velocity.to_array().map(f32::to_bits);
    if bits(velocity.0) != bits(to) {
        velocity.0 = to;
    }
}

impl Height {
    /// Returns true if a body at a point touches something it can push itself off. That is the floor or a body it
    /// stands on, or, while it floats, the ceiling or anything it can hold. Otherwise it cannot steer in the air.
    pub(crate) fn can_push_off(self, tall: BodyHeight, gravity: &Gravity, grid: &Grid, at: Vec2, radius: f32) -> bool {
        if !self.is_in_the_air() {
            return true;
        }
        let share = gravity.share(grid, at);
        let touches = || self.at >= tall.ceiling() || can_hold(grid, at, radius + ARM);
        self.stands(share) || share == 0.0 && touches()
    }
}

/// Returns where a circle ends up that moves by `way`, at most one tile, and slides along obstacles. `feet` is the
/// height of its feet in tiles; it decides whether low barriers block it.
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

/// Returns the point nearest to `point` where a circle overlaps nothing, unless the point is deep inside a wall.
pub(crate) fn nearest_clear(grid: &Grid, point: Vec2, radius: f32) -> Vec2 {
    pushed_out(grid, point, point, radius, 0.0)
}

/// Returns the point near `to` where a circle that comes from `from` overlaps nothing.
pub(crate) fn pushed_out(grid: &Grid, from: Vec2, to: Vec2, radius: f32, feet: f64) -> Vec2 {
    let mut point = to;
    // Each iteration resolves the deepest overlap.
    for _ in 0..MAX_PUSH_ITERATIONS {
        let Some(push) = deepest(grid, point, radius, feet) else { return point };
        point += push;
    }
    // The circle is wedged in: stay at the start if that is free.
    if deepest(grid, from, radius, feet).is_none() { from } else { point }
}

/// Returns the push that moves a circle out of the obstacle it overlaps most deeply. `feet` is the height of its feet,
/// in tiles.
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
            // Most cells are open or out of reach.
            let away = point - point.clamp(corner, corner + 1.0);
            if shape == Shape::Open || away.length_squared() >= radius * radius {
                continue;
            }
            // Most collisions are with full walls from outside. Their nearest point is known without the general test.
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

/// Returns true if a circle around a point overlaps nothing.
pub(crate) fn is_clear(grid: &Grid, point: Vec2, radius: f32) -> bool {
    deepest(grid, point, radius, 0.0).is_none()
}

/// Returns true if there is something to hold within reach of a point: a wall, door, pane, pillar, bars or a rail.
pub(crate) fn can_hold(grid: &Grid, at: Vec2, reach: f32) -> bool {
    grid.obstacles.is_rail_near(at, reach) || !is_clear(grid, at, reach)
}

/// Returns true if a circle around a point overlaps the geometry of a cell.
pub(crate) fn overlaps(outline: &CellGeometry, cell: IVec2, point: Vec2, radius: f32) -> bool {
    push_out_of(outline, point - cell.as_vec2(), radius).is_some()
}

/// Returns the push that moves a circle out of a cell's geometry, in cell coordinates. `None` if they do not overlap or
/// the geometry does not stop bodies.
fn push_out_of(outline: &CellGeometry, point: Vec2, radius: f32) -> Option<Vec2> {
    if !outline.stops.bodies {
        return None;
    }
    let parts = outline.parts().filter_map(|part| push_out_of_part(part, point, radius));
    let round = outline.circle.and_then(|circle| push_out_of_circle(circle, point, radius));
    parts.chain(round).max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))
}

/// Returns the shortest push that moves a circle out of a convex part, if they overlap.
fn push_out_of_part(part: &[Edge], point: Vec2, radius: f32) -> Option<Vec2> {
    // Find the face that the point is farthest in front of. From inside, this is the nearest exit.
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

/// Returns the push that moves a circle out of a round part, if they overlap.
fn push_out_of_circle(circle: Circle, point: Vec2, radius: f32) -> Option<Vec2> {
    pushed_from(point - circle.middle, radius + circle.radius)
}

/// Returns the push that lengthens the vector `away` to the length `wanted`, if it is shorter.
fn pushed_from(away: Vec2, wanted: f32) -> Option<Vec2> {
    if away.length_squared() >= wanted * wanted {
        return None;
    }
    let (direction, distance) = if away == Vec2::ZERO { (Vec2::X, 0.0) } else { away.normalize_and_length() };
    Some(direction * (wanted - distance + EPSILON))
}

/// Returns the point of an edge that is nearest to a point.
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
    fn push_takes_the_shortest_way_out() {
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
    fn circle_without_overlap_is_not_pushed() {
        assert_eq!(pushed(Shape::Solid, (-0.2, -0.2), 0.25), None);
        assert_eq!(pushed(Shape::Pillar, (0.1, 0.1), 0.25), None);
        assert_eq!(pushed(Shape::Diagonal { corner: Corner::SouthEast }, (0.3, 0.3), 0.25), None);
        assert_eq!(pushed(Shape::Door { along: Axis::X, open: 0.6 }, (0.3, 0.5), 0.25), None);
        assert_eq!(pushed(Shape::Leaves { along: Axis::X, turn: 1.0 }, (0.5, 0.5), 0.35), None);
    }

    #[test]
    fn acute_corners_never_trap_a_body() {
        // A pillar, a diagonal and walls: every gap between them narrows to zero somewhere.
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
