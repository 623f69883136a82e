//! Routes: pathfinding for a single body towards its own goal. The player walks to a point; monsters return home, go
//! to a place they remember or search around it.

use crate::{
    bodies::keys::Keys,
    deck::grid::Grid,
    deck::nav_grid::NavGrid,
    deck::paths,
    deck::ray::{self, Ray},
    deck::shape::Shape,
    rules::filter::Filter,
    rules::rules::Rules,
    tick::game_rng::GameRng,
    tick::tick::ticks,
};
use bevy::{math::ops, prelude::*};
use level::Level;
use serde::{Deserialize, Serialize};
use std::f32::consts::TAU;

/// Distance to the goal that counts as arrived, in tiles.
pub(crate) const ARRIVED: f32 = 0.1;
/// Distance to a waypoint that counts as passed, in tiles. It is not smaller because bodies would fight over exact
/// points.
const PASSED: f32 = 0.3;
/// Ticks after which a path is computed again, because the goal, doors and other bodies have moved.
const REPLAN: u64 = ticks(0.5) as u64;
/// Maximum number of cells visited by a search. Goals beyond that count as out of reach.
const LOOKS: u32 = 4096;
/// Ticks spent on each spot while searching an area.
const SPOT: u64 = ticks(1.5) as u64;
/// Maximum distance from one spot to the next while searching, in tiles.
const STROLL: f32 = 3.5;
/// Number of directions tried for a new spot; the farthest result is used.
const TRIES: u32 = 4;

/// The current waypoint of a path and when it was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Route {
    /// The waypoint.
    target: Option<Vec2>,
    /// The tick in which it was chosen.
    chosen: Option<u64>,
}

/// A walking body and the map it walks on.
pub(crate) struct OnFoot<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) level: &'a Level,
    pub(crate) rules: &'a Rules,
    /// Damage filter of the body: paths avoid what hurts it.
    pub(crate) resistances: &'a Filter,
    /// Additional cost of entering the cell at an index, if there is anything else that the body avoids.
    pub(crate) shuns: Option<&'a dyn Fn(usize) -> u32>,
    /// Keys of the body: doors locked with them count as passable.
    pub(crate) keys: Keys,
    pub(crate) at: Vec2,
    pub(crate) radius: f32,
    pub(crate) tick: u64,
}

impl Route {
    /// Returns the current waypoint.
    pub(crate) fn target(&self) -> Option<Vec2> {
        self.target
    }

    /// Returns true unless the waypoint was chosen in a future tick.
    pub(crate) fn is_valid(&self, tick: u64) -> bool {
        self.chosen.is_none_or(|chosen| chosen <= tick)
    }

    fn is_older(&self, tick: u64, than: u64) -> bool {
        self.chosen.is_none_or(|chosen| tick.saturating_sub(chosen) >= than)
    }

    /// Returns the point to walk to now in order to reach `to`, or `None` if there is no path.
    ///
    /// `may_search` is called only if a search is needed. If it returns false, the known waypoint is kept.
    pub(crate) fn towards(&mut self, pedestrian: &OnFoot, to: Vec2, may_search: impl FnOnce() -> bool) -> Option<Vec2> {
        let &OnFoot { grid, at, radius, .. } = pedestrian;
        if pedestrian.shuns.is_none() && paths::straight(grid, at, to, radius) {
            *self = Route::default();
            return Some(to);
        }
        let find = || route(&pedestrian.ground(), paths::cell_of(grid, at), paths::cell_of(grid, to));
        // Within the goal's own cell, walk straight towards it and slide along obstacles.
        self.lead(pedestrian, may_search, to, find)
    }

    /// Returns the point to walk to now on a path that is recomputed at intervals; the point after its end is `last`.
    /// Returns `None` if there is no path.
    pub(crate) fn lead(
        &mut self,
        pedestrian: &OnFoot,
        may_search: impl FnOnce() -> bool,
        last: Vec2,
        find: impl FnOnce() -> Option<Vec<IVec2>>,
    ) -> Option<Vec2> {
        let &OnFoot { grid, at, radius, tick, .. } = pedestrian;
        let passed = self.target.is_some_and(|target| at.distance_squared(target) < PASSED * PASSED);
        if (passed || self.is_older(tick, REPLAN)) && may_search() {
            self.chosen = Some(tick);
            let route = find()?;
            let next = |cell| route.iter().skip_while(|other| **other != cell).nth(1).copied();
            self.target = Some(paths::along(grid, at, radius, next).unwrap_or(last));
        }
        Some(self.target.unwrap_or(at))
    }

    /// Returns the point to walk to now while searching an area, or `None` while standing and looking around.
    pub(crate) fn about(
        &mut self,
        grid: &Grid,
        from: Vec2,
        radius: f32,
        tick: u64,
        chance: &mut GameRng,
    ) -> Option<Vec2> {
        if self.is_older(tick, SPOT) {
            self.chosen = Some(tick);
            let spots = (0..TRIES).map(|_| spot(grid, from, radius, chance));
            self.target = spots.max_by(|a, b| a.distance_squared(from).total_cmp(&b.distance_squared(from)));
        }
        self.target.filter(|spot| spot.distance_squared(from) > ARRIVED * ARRIVED)
    }
}

impl<'a> OnFoot<'a> {
    /// Returns the length of the path to a point in tiles, or `None` if no path is found.
    pub(crate) fn length_to(&self, to: Vec2) -> Option<f32> {
        if paths::straight(self.grid, self.at, to, self.radius) {
            return Some(self.at.distance(to));
        }
        let cells = route(&self.ground(), paths::cell_of(self.grid, self.at), paths::cell_of(self.grid, to))?;
        Some((cells.len() - 1) as f32)
    }

    /// Returns the movement costs for this body.
    fn ground(&self) -> NavGrid<impl Fn(usize) -> i32 + use<'a>> {
        let (grid, keys, shuns) = (self.grid, self.keys, self.shuns);
        let ground = paths::ground_for(grid, self.level, self.rules, Some(self.resistances));
        let (size, limit) = (ground.size(), ground.limit());
        let cost = move |index| match grid.shape_of(index) {
            Shape::Locked { key: Some(key), .. } if keys.has(key) => paths::DOOR_COST as i32,
            _ => ground.cost(index).map_or(0, |cost| (cost + shuns.map_or(0, |shuns| shuns(index))) as i32),
        };
        NavGrid::new(size, cost).within(limit)
    }
}

/// Returns the cells of the cheapest path if it is found within the search limit.
fn route(ground: &NavGrid<impl Fn(usize) -> i32>, from: IVec2, to: IVec2) -> Option<Vec<IVec2>> {
    let mut looks = 0;
    let found = ground.search(from, to, |_, _| {
        looks += 1;
        looks < LOOKS
    });
    found.map(|way| way.cells)
}

/// Returns a random point that can be reached in a straight line.
fn spot(grid: &Grid, from: Vec2, radius: f32, chance: &mut GameRng) -> Vec2 {
    let (sin, cos) = ops::sin_cos(chance.roll(0..=31) as f32 * TAU / 32.0);
    let direction = Vec2::new(cos, sin);
    let free = ray::cast(grid, Ray::Body, from, direction, STROLL).map_or(STROLL, |hit| hit.distance);
    from + direction * (free - radius).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn failed_search_does_not_visit_the_whole_deck() {
        let (size, island) = (IVec2::splat(512), IVec2::splat(511));
        let looks = Cell::new(0);
        let ground = NavGrid::new(size, |index| {
            looks.set(looks.get() + 1);
            let cell = IVec2::new(index as i32 % size.x, index as i32 / size.x);
            i32::from(cell == island || (island - cell).max_element() > 1)
        });
        assert_eq!(route(&ground, IVec2::ZERO, island), None);
        assert!(looks.get() <= 4 * LOOKS + 1, "{}", looks.get());
        looks.set(0);
        assert_eq!(route(&ground, IVec2::ZERO, IVec2::new(300, 0)).map(|way| way.len()), Some(301));
    }
}
