//! The wind: what is loose is carried to the holes, whoever stands is pulled; nothing goes through solids or other bodies.

use crate::air::air::Air;
use crate::bodies::body::{self, Body, Heavy, Position, Previous, Thrown};
use crate::bodies::places::Places;
use crate::deck::grid::Grid;
use crate::tick::id::Id;
use crate::tick::tick::{Step, TICK};
use bevy::prelude::*;

/// The share of the wind's speed that it gives in a tick to whoever stands: what slides loses as much in that time, so in the end
/// he would be as fast as the wind.
const GRIP: f32 = 0.05;
/// How fast corpses and wrecks are carried, as a share of the wind's speed.
const DRIFT: f32 = 0.8;
/// How fast what stands heavily is.
const DRAG: f32 = 0.4;
/// A wind that is slower than this moves nothing, in tiles a second.
const BREEZE: f32 = 0.5;
/// The radius of what lies there without a body, in tiles.
const LYING: f32 = 0.2;

impl Air {
    /// Where the wind carries something round that lies at a point, in a tick; `share` is how much of its speed it takes. None if
    /// it stays.
    pub(crate) fn carried(&self, grid: &Grid, at: Vec2, radius: f32, share: f32) -> Option<Vec2> {
        let wind = self.wind(at);
        let to = body::moved(grid, at, wind * (share * TICK), radius, 0.0);
        (wind.length_squared() > BREEZE * BREEZE && to != at).then_some(to)
    }

    /// Where the wind carries something small that has no body.
    pub(crate) fn blown(&self, grid: &Grid, at: Vec2) -> Option<Vec2> {
        self.carried(grid, at, LYING, DRIFT)
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, (blow.in_set(Step::Blow), drift.in_set(Step::Drift)));
}

/// Pulls all who stand on their own feet.
fn blow(air: Res<Air>, mut bodies: Query<(&Position, &mut Thrown), (With<Body>, Without<Heavy>)>) {
    if !air.has_wind() {
        return;
    }
    for (position, mut thrown) in &mut bodies {
        let wind = air.wind(position.0);
        // Where nothing slows him down, he is still no faster than the wind.
        if wind != Vec2::ZERO && thrown.0.dot(wind) < wind.length_squared() {
            thrown.throw(wind * GRIP);
        }
    }
}

/// Carries the dead, wrecks and props along.
fn drift(
    (air, grid, places): (Res<Air>, Res<Grid>, Res<Places>),
    mut loose: Query<
        (&Id, &mut Position, &mut Previous, Option<&Body>, Option<&Heavy>),
        (With<Thrown>, Or<(With<Heavy>, Without<Body>)>),
    >,
) {
    let blows = air.has_wind();
    for (id, mut position, mut previous, body, heavy) in &mut loose {
        let at = position.0;
        if previous.0 != at {
            previous.0 = at;
        }
        if !blows || body.is_some() && heavy.is_some_and(|heavy| heavy.is_rail) {
            continue;
        }
        let Some(body) = body else {
            position.0 = air.blown(&grid, at).unwrap_or(at);
            continue;
        };
        let Some(to) = air.carried(&grid, at, body.radius, DRAG) else { continue };
        let mut others = places.near(to, body.radius).filter(|other| other.id != *id);
        if others.all(|other| other.at.distance_squared(to) >= other.at.distance_squared(at)) {
            position.0 = to;
        }
    }
}
