//! Ray casting: what a line of sight, a shot or a straight path hits first.

use crate::{
    deck::cell_geometry::{CellGeometry, Circle, Edge, Stops, outline},
    deck::grid::Grid,
    deck::shape::Shape,
};
use bevy::prelude::*;
use level::{BARRIER_TOP, PaneKind};
use serde::{Deserialize, Serialize};

/// The kinds of rays, which determine what stops them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ray {
    /// A line of sight: passes through glass and gratings.
    Sight,
    /// A shot: passes through gratings.
    Shot,
    /// A walking body: stopped by everything.
    Body,
}

/// The end of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Its distance from the start of the ray, in tiles.
    pub distance: f32,
    /// The cell whose geometry was hit.
    pub cell: IVec2,
}

/// The vertical course of a ray: its initial height in tiles above the floor, the height gained per tile, and the
/// height at which it becomes level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rise {
    pub(crate) from: f64,
    pub(crate) climb: f64,
    pub(crate) end: f64,
}

impl Rise {
    /// A ray above everything that is lower than the walls.
    const OVER_ALL: Rise = Rise::level(1.0);

    /// Creates a level ray.
    pub(crate) const fn level(from: f64) -> Rise {
        Rise { from, climb: 0.0, end: from }
    }

    /// Returns the height at a distance from the start.
    pub(crate) fn at(self, distance: f32) -> f64 {
        let height = self.from + self.climb * f64::from(distance);
        if self.climb < 0.0 { height.max(self.end) } else { height.min(self.end) }
    }
}

impl Stops {
    fn stops(self, ray: Ray) -> bool {
        match ray {
            Ray::Sight => self.sight,
            Ray::Shot => self.shots,
            Ray::Body => self.bodies,
        }
    }
}

/// Casts a ray from a point in a direction (a unit vector) until something stops it, over at most `reach` tiles.
pub fn cast(grid: &Grid, ray: Ray, from: Vec2, direction: Vec2, reach: f32) -> Option<Hit> {
    cast_at(grid, ray, from, direction, Rise::OVER_ALL, reach)
}

/// Like [`cast`], for a line of sight or a shot at a given height. Barriers stop it where it is lower than they are.
pub(crate) fn cast_at(grid: &Grid, ray: Ray, from: Vec2, direction: Vec2, rise: Rise, reach: f32) -> Option<Hit> {
    let mut cell = Grid::cell_at(from);
    let step = IVec2::new(if direction.x < 0.0 { -1 } else { 1 }, if direction.y < 0.0 { -1 } else { 1 });
    // Distance along the ray between two grid lines. A ray parallel to a grid line never reaches the next one.
    let stride = direction.abs().recip();
    let ahead = |start: f32, cell: i32, step: i32, stride: f32| {
        let way = if step > 0 { cell as f32 + 1.0 - start } else { start - cell as f32 };
        if stride.is_finite() { way * stride } else { f32::INFINITY }
    };
    let mut next = Vec2::new(ahead(from.x, cell.x, step.x, stride.x), ahead(from.y, cell.y, step.y, stride.y));
    let mut entered = 0.0;
    loop {
        match grid.shape(cell) {
            Shape::Open => {}
            Shape::Solid => return Some(Hit { distance: entered, cell }),
            shape => {
                let outline = outline(shape);
                let is_low = ray != Ray::Body && is_barrier(shape) && rise != Rise::OVER_ALL;
                if (is_low || outline.stops.stops(ray))
                    && let Some(distance) =
                        meet(&outline, from - cell.as_vec2(), direction, entered, next.min_element())
                    && distance <= reach
                    && (!is_low || rise.at(distance) < BARRIER_TOP)
                {
                    return Some(Hit { distance, cell });
                }
            }
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
        // A ray with a direction that is not finite ends here.
        if entered > reach || entered.is_nan() {
            return None;
        }
    }
}

fn is_barrier(shape: Shape) -> bool {
    matches!(shape, Shape::Pane { kind: PaneKind::Barrier, .. })
}

/// Returns the distance at which a ray hits the geometry of a cell while it is inside the cell, from `entered` to
/// `leaves`.
fn meet(outline: &CellGeometry, from: Vec2, direction: Vec2, entered: f32, leaves: f32) -> Option<f32> {
    let parts = outline.parts().filter_map(|part| across_part(part, from, direction));
    let round = outline.circle.and_then(|circle| across_circle(circle, from, direction));
    parts
        .chain(round)
        // A ray that starts on a face and leads away from it does not hit it.
        .filter(|&(first, last)| first <= leaves && (last > entered || last == entered && entered > 0.0))
        .map(|(first, _)| first.max(entered))
        .min_by(f32::total_cmp)
}

/// Returns where a line enters and leaves a convex part, if it hits it: a point is inside if it is inside of every
/// edge.
fn across_part(part: &[Edge], from: Vec2, direction: Vec2) -> Option<(f32, f32)> {
    let (mut first, mut last) = (f32::NEG_INFINITY, f32::INFINITY);
    for edge in part {
        let out = edge.out();
        let (height, climb) = (out.dot(from - edge.from), out.dot(direction));
        if climb < 0.0 {
            first = first.max(-height / climb);
        } else if climb > 0.0 {
            last = last.min(-height / climb);
        } else if height > 0.0 {
            return None; // it is parallel to this edge, outside
        }
    }
    (first <= last).then_some((first, last))
}

/// Returns where a line enters and leaves a circle, if it hits it.
fn across_circle(circle: Circle, from: Vec2, direction: Vec2) -> Option<(f32, f32)> {
    let to = circle.middle - from;
    let (along, aside) = (to.dot(direction), to.perp_dot(direction));
    let square = circle.radius * circle.radius - aside * aside;
    let half = (square >= 0.0).then(|| square.sqrt())?;
    Some((along - half, along + half))
}

/// Returns true if nothing stops a ray between two points.
pub fn clear(grid: &Grid, ray: Ray, from: Vec2, to: Vec2) -> bool {
    let (direction, distance) = (to - from).normalize_and_length();
    cast(grid, ray, from, direction, distance).is_none()
}

/// Returns true if nothing stops a line of sight or a shot between two points at these heights, in tiles above the
/// floor.
pub(crate) fn clear_at(grid: &Grid, ray: Ray, (from, low): (Vec2, f64), (to, high): (Vec2, f64)) -> bool {
    if low.min(high) >= BARRIER_TOP {
        return clear(grid, ray, from, to); // it passes over all barriers, like nearly every line
    }
    let (direction, distance) = (to - from).normalize_and_length();
    let climb = if distance > 0.0 { (high - low) / f64::from(distance) } else { 0.0 };
    cast_at(grid, ray, from, direction, Rise { from: low, climb, end: high }, distance).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::ops;
    use level::Level;

    fn grid(rows: &str) -> Grid {
        let text = format!(
            "(name: \"\", legend: {{ '#': (wall: \"\"), '.': (), '@': (thing: Player), 'D': (diagonal: \"\"),
                'P': (pillar: \"\"), 'W': (window: \"\"), 'G': (grating: \"\"), 'J': (barrier: \"\"), '%': (door: \"\", hang: Swinging) }},
                map: {:?})",
            rows.split_whitespace().collect::<Vec<_>>()
        );
        Grid::new(&Level::read("", text.as_bytes()).unwrap())
    }

    #[test]
    fn each_shape_stops_its_rays_at_its_surface() {
        let met = |what: char, ray| {
            let grid = grid(&format!("####### #@..{what}.# #######"));
            cast(&grid, ray, Vec2::new(1.5, 1.5), Vec2::X, 9.0).unwrap().distance
        };
        for (what, sight, shot, body) in
            [('P', 2.7, 2.7, 2.7), ('%', 2.95, 2.95, 2.95), ('W', 4.5, 3.0, 3.0), ('G', 4.5, 4.5, 3.0)]
        {
            for (ray, distance) in [(Ray::Sight, sight), (Ray::Shot, shot), (Ray::Body, body)] {
                assert!((met(what, ray) - distance).abs() < 1e-5, "{what} {ray:?}: {}", met(what, ray));
            }
        }
    }

    #[test]
    fn barrier_hides_what_is_below_the_line_over_it() {
        // The barrier is at 4.5, halfway between the two ends.
        let grid = grid("######### #@..J...# #########");
        let (near, far) = (Vec2::new(2.5, 1.5), Vec2::new(6.5, 1.5));
        for ray in [Ray::Sight, Ray::Shot] {
            let clear = |from, to| clear_at(&grid, ray, (near, from), (far, to));
            let seen = |from, to| clear(from, to) && clear_at(&grid, ray, (far, to), (near, from));
            assert!(seen(0.5, 0.65) && seen(0.5, 0.1), "the line is at a height of 0.3 there");
            assert!(!seen(0.3, 0.1) && !seen(0.2, 0.2) && seen(0.26, 0.26));
            let close = (Vec2::new(5.0, 1.5), 0.1);
            assert!(!clear_at(&grid, ray, (near, 0.5), close), "more is hidden close behind the barrier");
        }
        let rise = Rise::level(0.1);
        let met = cast_at(&grid, Ray::Shot, near, Vec2::X, rise, 99.0).unwrap();
        assert!((met.distance - 2.0).abs() < 1e-5 && met.cell == IVec2::new(4, 1));
        assert!(!clear_at(&grid, Ray::Body, (near, 0.5), (far, 0.5)));
        assert!(clear_at(&grid, Ray::Sight, (near, 0.1), (near, 0.1)), "one point");
    }

    #[test]
    fn no_ray_passes_between_panes_or_closed_door_leaves() {
        let panes = grid("####### #@....# #.....# #WWWWW# #.....# #######");
        for step in 0..4000 {
            let angle = 0.05 + 3.04 * step as f32 / 4000.0;
            let direction = Vec2::new(ops::cos(angle), ops::sin(angle));
            let hit = cast(&panes, Ray::Body, Vec2::new(3.3, 2.2), direction, 99.0).unwrap();
            assert!(hit.distance * direction.y < 1.31, "through the panes at {angle}: {hit:?}");
        }
        for x in 1..6 {
            let hit = cast(&panes, Ray::Body, Vec2::new(x as f32, 1.5), Vec2::Y, 99.0).unwrap();
            assert!(hit.distance <= 2.0, "between the panes at {x}: {hit:?}");
        }
        let door = grid("##### #@%.# #####");
        assert!(!clear(&door, Ray::Sight, Vec2::new(1.5, 1.5), Vec2::new(3.5, 1.5)));
    }

    #[test]
    fn body_at_a_shape_sees_away_from_it_but_not_into_it() {
        let grid = grid("###### #@.P.# #....# ######");
        let at = Vec2::new(3.2 - 1e-4, 1.5); // as close to the pillar as a body gets
        assert!(clear(&grid, Ray::Sight, at, Vec2::new(1.5, 1.5)));
        assert!(!clear(&grid, Ray::Sight, at, Vec2::new(4.5, 1.5)));
    }

    #[test]
    fn ray_without_a_direction_ends_at_its_start() {
        let grid = grid("###### #@.P.# #....# ######");
        for wild in [Vec2::NAN, Vec2::ZERO, Vec2::splat(f32::INFINITY)] {
            for from in [Vec2::new(1.5, 1.5), Vec2::NAN] {
                let hit = cast(&grid, Ray::Body, from, wild, 99.0);
                assert!(hit.is_none_or(|hit| hit.distance == 0.0), "from {from} to {wild}: {hit:?}");
            }
        }
    }
}
