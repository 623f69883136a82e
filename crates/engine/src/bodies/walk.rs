//! Walking to a point: at a constant speed along a path and through doors, until the goal is reached or the way is
//! blocked for too long.
//!
//! [`Walk`] is a plain struct for anything with a body. Keep one in a component (and thereby in the snapshot), set its
//! goal with [`Walk::set_target`], and in each tick use the result of [`Walk::lead`] as the body's
//! [`Velocity`](crate::bodies::body::Velocity). The player walks like this to a clicked point, and any other creature
//! can.

use crate::{
    bodies::body,
    bodies::route::{OnFoot, Route},
    tick::tick::{TICK, ticks},
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Distance to the goal that counts as arrived, in tiles; no step is shorter.
const THERE: f32 = 1e-3;
/// A walk that comes no closer than this to its waypoint, in tiles, within [`PATIENCE`] ticks is blocked and ends. A
/// door takes half a second to open, and other bodies pass within a second.
const NEARER: f32 = 0.02;
const PATIENCE: u64 = ticks(1.5) as u64;
/// Coordinates at or beyond this are off every deck, in tiles.
const MAX_DISTANCE: f32 = 1e4;

/// A walk to a point; idle without a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Walk {
    /// The goal.
    to: Option<Vec2>,
    /// The path to it.
    route: Route,
    /// The next waypoint, the closest distance reached, and the tick in which the body last came closer.
    next: Vec2,
    nearest: f32,
    since: u64,
}

impl Walk {
    /// Returns the goal, in tiles.
    pub fn target(&self) -> Option<Vec2> {
        self.to
    }

    /// Sets the goal, in tiles. A point that is not finite or is off every deck ends the walk. If a point is too close
    /// to a wall, the nearest free point is used.
    pub fn set_target(&mut self, to: Vec2) {
        if !is_somewhere(to) {
            self.stop();
        } else if self.to != Some(to) {
            *self = Walk { to: Some(to), ..Walk::default() };
        }
    }

    /// Ends the walk.
    pub fn stop(&mut self) {
        *self = Walk::default();
    }

    /// Returns true if the walk is valid: its goal is on a deck and none of its ticks is in the future.
    pub(crate) fn is_valid(&self, tick: u64) -> bool {
        let is_number = self.next.is_finite() && self.nearest >= 0.0;
        is_number && self.to.is_none_or(is_somewhere) && self.since <= tick && self.route.is_valid(tick)
    }

    /// Returns the velocity for this tick, at a speed in tiles per second; the last step ends exactly at the goal. The
    /// result is zero when idle. The walk ends by itself if there is no path. `may_search` is called only if a search
    /// is needed.
    pub(crate) fn lead(&mut self, on_foot: &OnFoot, speed: f32, may_search: impl FnOnce() -> bool) -> Vec2 {
        let Some(to) = self.to.map(|to| body::nearest_clear(on_foot.grid, to, on_foot.radius)) else {
            return Vec2::ZERO;
        };
        let is_there = on_foot.at.distance(to) < THERE;
        let Some(next) = Some(to).filter(|_| !is_there).and_then(|to| self.route.towards(on_foot, to, may_search))
        else {
            self.stop();
            return Vec2::ZERO;
        };
        let (direction, left) = (next - on_foot.at).normalize_and_length();
        if next != self.next || left < self.nearest - NEARER {
            (self.next, self.nearest, self.since) = (next, left, on_foot.tick);
        } else if on_foot.tick - self.since >= PATIENCE {
            self.stop();
            return Vec2::ZERO;
        }
        direction * speed.min(left / TICK)
    }
}

fn is_somewhere(point: Vec2) -> bool {
    point.is_finite() && point.abs().max_element() < MAX_DISTANCE
}
