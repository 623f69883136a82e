//! Errands: how an undead gets where it wants to: to the player, about the place, back home.

use crate::chance::Chance;
use crate::grid::Grid;
use crate::ray::{self, Ray};
use crate::tick::ticks;
use crate::way;
use bevy::math::ops;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::f32::consts::TAU;

/// How near to its goal counts as arrived, in tiles.
pub(crate) const ARRIVED: f32 = 0.1;
/// How near to a cell's middle counts as having come through it, in tiles: exact middles would be fought over.
const PASSED: f32 = 0.45;
/// After so long it looks for its way anew: the goal, the doors and the others have moved on.
const REPLAN: u32 = ticks(0.4);
/// So many cells it looks ahead for one that it can walk to in a straight line.
const AHEAD: usize = 4;
/// So long it spends on each spot when it searches.
const SPOT: u32 = ticks(1.5);
/// So far a spot may be from the one before, in tiles.
const STROLL: f32 = 3.5;
/// So many directions it tries for a spot; the farthest is taken.
const TRIES: u32 = 4;

/// What is left to walk, and what has been found out about the way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Errand {
    /// The cell that it makes for on its way.
    waypoint: Option<IVec2>,
    /// The spot that it searches next.
    spot: Option<Vec2>,
    /// The ticks since it last chose either.
    since: u32,
}

impl Default for Errand {
    /// An errand on which everything is yet to be chosen.
    fn default() -> Self {
        Errand { waypoint: None, spot: None, since: u32::MAX }
    }
}

impl Errand {
    /// The spot that it searches next.
    pub(crate) fn spot(&self) -> Option<Vec2> {
        self.spot
    }

    /// The point to walk to now, for somebody who wants to get to another; none if no way leads there.
    pub(crate) fn towards(&mut self, grid: &Grid, from: Vec2, to: Vec2, radius: f32) -> Option<Vec2> {
        if way::straight(grid, from, to, radius) {
            *self = Errand::default();
            return Some(to);
        }
        self.since = self.since.saturating_add(1);
        let passed = |cell: IVec2| from.distance_squared(way::stand(grid, cell)) < PASSED * PASSED;
        if self.since >= REPLAN || self.waypoint.is_some_and(passed) {
            (self.waypoint, self.since) = (None, 0);
            let route = way::route(grid, way::cell_of(grid, from), way::cell_of(grid, to))?;
            let clear = |cell: &&IVec2| way::straight(grid, from, way::stand(grid, **cell), radius);
            let ahead = route.iter().skip(1).take(AHEAD).take_while(clear).last();
            self.waypoint = ahead.or(route.get(1)).copied();
        }
        // Without a waypoint, as in the goal's own cell, the rest is straight on, along whatever is in the way.
        Some(self.waypoint.map_or(to, |cell| way::stand(grid, cell)))
    }

    /// The point to walk to now, for somebody who searches about; none while he stands and looks.
    pub(crate) fn about(&mut self, grid: &Grid, from: Vec2, radius: f32, chance: &mut Chance) -> Option<Vec2> {
        self.since = self.since.saturating_add(1);
        if self.since >= SPOT {
            self.since = 0;
            let spots = (0..TRIES).map(|_| spot(grid, from, radius, chance));
            self.spot = spots.max_by(|a, b| a.distance_squared(from).total_cmp(&b.distance_squared(from)));
        }
        self.spot.filter(|spot| spot.distance_squared(from) > ARRIVED * ARRIVED)
    }
}

/// A point that can be walked to in a straight line, in a direction left to chance.
fn spot(grid: &Grid, from: Vec2, radius: f32, chance: &mut Chance) -> Vec2 {
    let (sin, cos) = ops::sin_cos(chance.roll(0..=31) as f32 * TAU / 32.0);
    let direction = Vec2::new(cos, sin);
    let free = ray::cast(grid, Ray::Body, from, direction, STROLL).map_or(STROLL, |hit| hit.distance);
    from + direction * (free - radius).max(0.0)
}
