//! Free spots: where a body that arrives by a lift or a hatch is placed.

use crate::{bodies::body, deck::grid::Grid, deck::paths};
use bevy::{math::ops, prelude::*};
use std::f32::consts::TAU;

/// Distance between two rings of test points, in tiles. There are `RINGS` rings with `POINTS` points each.
const RING: f32 = 0.25;
const RINGS: u32 = 8;
const POINTS: u32 = 16;

/// Returns the point nearest to `point` at which a body touches neither walls nor the `others` (centre and radius), and
/// to which it could walk in a straight line. If there is no such point, returns `point` itself: overlapping bodies are
/// pushed apart later.
pub(crate) fn near(grid: &Grid, point: Vec2, radius: f32, others: &[(Vec2, f32)]) -> Vec2 {
    let is_free = |at: Vec2| others.iter().all(|(other, own)| other.distance(at) >= radius + own);
    if is_free(point) {
        return point;
    }
    let rings = (1..=RINGS).flat_map(|ring| {
        (0..POINTS).map(move |number| {
            let (sin, cos) = ops::sin_cos(number as f32 * TAU / POINTS as f32);
            point + Vec2::new(cos, sin) * (ring as f32 * RING)
        })
    });
    let has_room =
        |at: &Vec2| is_free(*at) && body::is_clear(grid, *at, radius) && paths::past_walls(grid, point, *at, radius);
    rings.into_iter().find(has_room).unwrap_or(point)
}
