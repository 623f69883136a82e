//! Rays: what a line of sight, a shot or a way meets first.

use crate::{
    deck::cell_geometry::{CellGeometry, Circle, Edge, Stops, outline},
    deck::grid::Grid,
    deck::shape::Shape,
};
use bevy::prelude::*;
use level::{BARRIER_TOP, PaneKind};
use serde::{Deserialize, Serialize};

/// What follows a ray, and so what stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ray {
    /// A look: glass and gratings let it pass.
    Sight,
    /// A shot: gratings let it pass.
    Shot,
    /// Somebody who walks: nothing lets him pass.
    Body,
}

/// Where a ray ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// How far from its start, in tiles.
    pub distance: f32,
    /// The cell of what it met.
    pub cell: IVec2,
}

/// How high a ray is where it begins, in tiles above the floor, how much it rises in each tile, and the height from which on it is
/// level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rise {
    pub(crate) from: f64,
    pub(crate) climb: f64,
    pub(crate) end: f64,
}

impl Rise {
    /// A ray over everything that is not as high as the walls.
    const OVER_ALL: Rise = Rise::level(1.0);

    /// One that stays as high as it is.
    pub(crate) const fn level(from: f64) -> Rise {
        Rise { from, climb: 0.0, end: from }
    }

    /// How high it is so far from where it begins.
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

/// Follows a ray from a point in a direction (of length 1) until something stops it, at most `reach` tiles.
pub fn cast(grid: &Grid, ray: Ray, from: Vec2, direction: Vec2, reach: f32) -> Option<Hit> {
    cast_at(grid, ray, from, direction, Rise::OVER_ALL, reach)
}

/// The same for a look or a shot at this height: low barriers stop it where it is lower than they are.
pub(crate) fn cast_at(grid: &Grid, ray: Ray, from: Vec2, direction: Vec2, rise: Rise, reach: f32) -> Option<Hit> {
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
        // A ray that is not finite gets nowhere.
        if entered > reach || entered.is_nan() {
            return None;
        }
    }
}

fn is_barrier(shape: Shape) -> bool {
    matches!(shape, Shape::Pane { kind: PaneKind::Barrier, .. })
}

/// The distance at which a ray meets an outline while it is in the outline's cell, from `entered` to `leaves`.
fn meet(outline: &CellGeometry, from: Vec2, direction: Vec2, entered: f32, leaves: f32) -> Option<f32> {
    let parts = outline.parts().filter_map(|part| across_part(part, from, direction));
    let round = outline.circle.and_then(|circle| across_circle(circle, from, direction));
    parts
        .chain(round)
        // A ray that starts on a face and leads away from it has not met it.
        .filter(|&(first, last)| first <= leaves && (last > entered || last == entered && entered > 0.0))
        .map(|(first, _)| first.max(entered))
        .min_by(f32::total_cmp)
}

/// Where a line enters and leaves a convex part, if it meets it: it is inside as long as it is inside of every edge.
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
            return None; // it runs along this edge, outside
        }
    }
    (first <= last).then_some((first, last))
}

/// Where a line enters and leaves a circle, if it meets it.
fn across_circle(circle: Circle, from: Vec2, direction: Vec2) -> Option<(f32, f32)> {
    let to = circle.middle - from;
    let (along, aside) = (to.dot(direction), to.perp_dot(direction));
    let square = circle.radius * circle.radius - aside * aside;
    let half = (square >= 0.0).then(|| square.sqrt())?;
    Some((along - half, along + half))
}

/// True if nothing stops a ray between two points.
pub fn clear(grid: &Grid, ray: Ray, from: Vec2, to: Vec2) -> bool {
    let (direction, distance) = (to - from).normalize_and_length();
    cast(grid, ray, from, direction, distance).is_none()
}

/// True if nothing stops a look or a shot between two points at these heights, in tiles above the floor.
pub(crate) fn clear_at(grid: &Grid, ray: Ray, (from, low): (Vec2, f64), (to, high): (Vec2, f64)) -> bool {
    if low.min(high) >= BARRIER_TOP {
        return clear(grid, ray, from, to); // it passes over all barriers, as nearly every line does
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
    fn each_shape_is_met_where_it_is_by_those_whom_it_stops() {
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
    fn a_low_barrier_hides_what_is_lower_than_the_line_over_it() {
        // The barrier stands at 4.5, in the middle between the two ends.
        let grid = grid("######### #@..J...# #########");
        let (near, far) = (Vec2::new(2.5, 1.5), Vec2::new(6.5, 1.5));
        for ray in [Ray::Sight, Ray::Shot] {
            let clear = |from, to| clear_at(&grid, ray, (near, from), (far, to));
            let seen = |from, to| clear(from, to) && clear_at(&grid, ray, (far, to), (near, from));
            assert!(seen(0.5, 0.65) && seen(0.5, 0.1), "the line is at 0.3 there");
            assert!(!seen(0.3, 0.1) && !seen(0.2, 0.2) && seen(0.26, 0.26));
            let close = (Vec2::new(5.0, 1.5), 0.1);
            assert!(!clear_at(&grid, ray, (near, 0.5), close), "close behind it more is hidden");
        }
        let rise = Rise::level(0.1);
        let met = cast_at(&grid, Ray::Shot, near, Vec2::X, rise, 99.0).unwrap();
        assert!((met.distance - 2.0).abs() < 1e-5 && met.cell == IVec2::new(4, 1));
        assert!(!clear_at(&grid, Ray::Body, (near, 0.5), (far, 0.5)));
        assert!(clear_at(&grid, Ray::Sight, (near, 0.1), (near, 0.1)), "one point");
    }

    #[test]
    fn no_look_slips_past_the_seams_of_a_row_of_panes_or_the_slit_of_a_shut_door() {
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
    fn who_touches_a_shape_can_look_away_from_it_and_not_into_it() {
        let grid = grid("###### #@.P.# #....# ######");
        let at = Vec2::new(3.2 - 1e-4, 1.5); // as near to the pillar as a body comes
        assert!(clear(&grid, Ray::Sight, at, Vec2::new(1.5, 1.5)));
        assert!(!clear(&grid, Ray::Sight, at, Vec2::new(4.5, 1.5)));
    }

    #[test]
    fn ray_without_a_direction_gets_nowhere() {
        let grid = grid("###### #@.P.# #....# ######");
        for wild in [Vec2::NAN, Vec2::ZERO, Vec2::splat(f32::INFINITY)] {
            for from in [Vec2::new(1.5, 1.5), Vec2::NAN] {
                let hit = cast(&grid, Ray::Body, from, wild, 99.0);
                assert!(hit.is_none_or(|hit| hit.distance == 0.0), "from {from} to {wild}: {hit:?}");
            }
        }
    }
}
