//! Walking to a point: at a constant speed along a way, through doors, until one is there or held up for too long.
//!
//! A plain struct, for whoever has a body: keep one in a component of yours (and with it in the snapshot), give it a goal with
//! [`Walk::set_target`], and in each tick make what [`Walk::lead`] returns the body's [`Velocity`](crate::bodies::body::Velocity). So the player
//! walks where somebody has clicked, and so does any other creature.

use crate::{
    bodies::body,
    bodies::route::{OnFoot, Route},
    tick::tick::{TICK, ticks},
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// So near to its goal one is there, in tiles: no step is shorter.
const THERE: f32 = 1e-3;
/// Who comes no nearer than this to where he goes, in tiles, in so many ticks, is held up and gives up: a door takes half a second
/// to open, and others pass by in a second.
const NEARER: f32 = 0.02;
const PATIENCE: u64 = ticks(1.5) as u64;
/// No deck reaches so far, in tiles.
const MAX_DISTANCE: f32 = 1e4;

/// A walk to a point; at rest without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Walk {
    /// Where it leads.
    to: Option<Vec2>,
    /// The way there.
    route: Route,
    /// The next point on the way, how near one has come to it, and in which tick one last came nearer.
    next: Vec2,
    nearest: f32,
    since: u64,
}

impl Walk {
    /// Where it leads, in tiles.
    pub fn target(&self) -> Option<Vec2> {
        self.to
    }

    /// It leads to this point from now on, in tiles; what is not finite or lies off every deck is no point, and ends it. A point
    /// too near to a wall stands for the nearest that is not.
    pub fn set_target(&mut self, to: Vec2) {
        if !is_somewhere(to) {
            self.stop();
        } else if self.to != Some(to) {
            *self = Walk { to: Some(to), ..Walk::default() };
        }
    }

    /// It ends here.
    pub fn stop(&mut self) {
        *self = Walk::default();
    }

    /// False if it leads from or to nowhere, or something of it is yet to come.
    pub(crate) fn is_valid(&self, tick: u64) -> bool {
        let is_number = self.next.is_finite() && self.nearest >= 0.0;
        is_number && self.to.is_none_or(is_somewhere) && self.since <= tick && self.route.is_valid(tick)
    }

    /// The velocity with which one goes on in this tick, at this speed, both in tiles a second: in the last tick no farther than
    /// to the goal. Zero for one that stands; a walk ends by itself where no way leads on. `may_search` is asked where a search is
    /// needed.
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
