//! Routes: how somebody gets where he alone wants to: the player to a point, an undead to a place that it remembers, about that
//! place, back home.

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

/// How near to its goal counts as arrived, in tiles.
pub(crate) const ARRIVED: f32 = 0.1;
/// How near to a point on its way counts as having come through it, in tiles: exact points would be fought over.
const PASSED: f32 = 0.3;
/// After so long it looks for its way anew: the goal, the doors and the others have moved on.
const REPLAN: u64 = ticks(0.5) as u64;
/// At so many cells it looks for its way at most: what is not found by then is too far off.
const LOOKS: u32 = 4096;
/// So long it spends on each spot when it searches.
const SPOT: u64 = ticks(1.5) as u64;
/// So far a spot may be from the one before, in tiles.
const STROLL: f32 = 3.5;
/// So many directions it tries for a spot; the farthest is taken.
const TRIES: u32 = 4;

/// What is left to walk, and what has been found out about the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Route {
    /// The point that it makes for.
    target: Option<Vec2>,
    /// The tick in which it chose that.
    chosen: Option<u64>,
}

/// One that walks, and what it walks on.
pub(crate) struct OnFoot<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) level: &'a Level,
    pub(crate) rules: &'a Rules,
    /// What hurts it: its way leads round that.
    pub(crate) resistances: &'a Filter,
    /// How much more than usual it costs it to enter the cell of a number, if it shuns anything else.
    pub(crate) shuns: Option<&'a dyn Fn(usize) -> u32>,
    /// The keys that it has: locked doors open for them.
    pub(crate) keys: Keys,
    pub(crate) at: Vec2,
    pub(crate) radius: f32,
    pub(crate) tick: u64,
}

impl Route {
    /// The point that it makes for.
    pub(crate) fn target(&self) -> Option<Vec2> {
        self.target
    }

    /// False if it chose something in a tick that is yet to come.
    pub(crate) fn is_valid(&self, tick: u64) -> bool {
        self.chosen.is_none_or(|chosen| chosen <= tick)
    }

    fn is_older(&self, tick: u64, than: u64) -> bool {
        self.chosen.is_none_or(|chosen| tick.saturating_sub(chosen) >= than)
    }

    /// The point to walk to now, for somebody who wants to get to another; none if no way leads there.
    ///
    /// `may_search` is asked only where a search is needed; without one it keeps to the way that it knows.
    pub(crate) fn towards(&mut self, pedestrian: &OnFoot, to: Vec2, may_search: impl FnOnce() -> bool) -> Option<Vec2> {
        let &OnFoot { grid, at, radius, .. } = pedestrian;
        if pedestrian.shuns.is_none() && paths::straight(grid, at, to, radius) {
            *self = Route::default();
            return Some(to);
        }
        let find = || route(&pedestrian.ground(), paths::cell_of(grid, at), paths::cell_of(grid, to));
        // In the goal's own cell the rest is straight on, along whatever is in the way.
        self.lead(pedestrian, may_search, to, find)
    }

    /// The point to walk to now on a way that is found anew from time to time; at its end that is `last`. None if there is no way.
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

    /// The point to walk to now, for somebody who searches about; none while he stands and looks.
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
    /// The length of its way to a point, in tiles; none if no way is found.
    pub(crate) fn length_to(&self, to: Vec2) -> Option<f32> {
        if paths::straight(self.grid, self.at, to, self.radius) {
            return Some(self.at.distance(to));
        }
        let cells = route(&self.ground(), paths::cell_of(self.grid, self.at), paths::cell_of(self.grid, to))?;
        Some((cells.len() - 1) as f32)
    }

    /// The ground as it is for it.
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

/// The cells of the cheapest way, if it is found soon enough.
fn route(ground: &NavGrid<impl Fn(usize) -> i32>, from: IVec2, to: IVec2) -> Option<Vec<IVec2>> {
    let mut looks = 0;
    let found = ground.search(from, to, |_, _| {
        looks += 1;
        looks < LOOKS
    });
    found.map(|way| way.cells)
}

/// A point that can be walked to in a straight line, in a direction left to chance.
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
    fn a_search_that_fails_has_not_looked_at_the_whole_deck() {
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
