//! The wind: what is loose is carried to the holes, whoever stands is pulled; nothing goes through solids or other bodies.

use crate::{
    air::air::Air,
    bodies::body::{self, Body, Immovable, Knockback, Position, PreviousPosition, Velocity},
    deck::grid::Grid,
    tick::tick::{Step, TICK},
};
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
    /// Where the wind carries something small in a tick that lies at a point and has no body. None if it stays.
    pub(crate) fn blown(&self, grid: &Grid, at: Vec2) -> Option<Vec2> {
        let wind = Some(self.wind(at)).filter(|wind| wind.length_squared() > BREEZE * BREEZE)?;
        let to = body::moved(grid, at, wind * (DRIFT * TICK), LYING, 0.0);
        (to != at).then_some(to)
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, (blow.in_set(Step::ApplyWind), drift.in_set(Step::Drift)));
}

/// Pulls all who stand on their own feet, and drags along what stands heavily. What nothing breaks is fixed to the ship: where it came to
/// rest in a passage, or upon a key, it would close the way for good.
fn blow(
    air: Res<Air>,
    mut bodies: Query<(&Position, &mut Knockback), (With<Body>, Without<Immovable>)>,
    mut props: Query<(&Position, &mut Velocity, &Immovable), With<Body>>,
) {
    if !air.has_wind() {
        // As long as nothing becomes of the air, there was no wind before.
        if air.is_changed() {
            props.iter_mut().for_each(|(_, mut velocity, _)| _ = velocity.set_if_neq(Velocity::default()));
        }
        return;
    }
    for (position, mut velocity, heavy) in &mut props {
        let wind = if heavy.is_fixed { Vec2::ZERO } else { air.wind(position.0) };
        let drags = wind.length_squared() > BREEZE * BREEZE;
        if drags {
            velocity.0 = wind * DRAG;
        } else {
            velocity.set_if_neq(Velocity::default());
        }
    }
    for (position, mut thrown) in &mut bodies {
        let wind = air.wind(position.0);
        // Where nothing slows him down, he is still no faster than the wind.
        if wind != Vec2::ZERO && thrown.0.dot(wind) < wind.length_squared() {
            thrown.throw(wind * GRIP);
        }
    }
}

/// Carries the dead and wrecks along.
fn drift(
    (air, grid): (Res<Air>, Res<Grid>),
    mut loose: Query<(&mut Position, &mut PreviousPosition), (With<Knockback>, Without<Body>)>,
) {
    let blows = air.has_wind();
    for (mut position, mut previous) in &mut loose {
        let at = position.0;
        if previous.0 != at {
            previous.0 = at;
        }
        if blows {
            position.0 = air.blown(&grid, at).unwrap_or(at);
        }
    }
}
