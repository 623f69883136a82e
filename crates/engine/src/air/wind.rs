//! Wind: loose objects are carried to the holes and standing bodies are pulled. Nothing moves through solids or other
//! bodies.

use crate::{
    air::air::Air,
    air::hull::Hull,
    bodies::body::{self, Body, Immovable, Knockback, Position, PreviousPosition, Velocity},
    deck::grid::Grid,
    rules::rules::Rules,
    tick::id::{Id, PLAYER},
    tick::run::Run,
    tick::tick::{Step, TICK},
};
use bevy::prelude::*;

/// Share of the wind's speed that a standing body gains per tick. Sliding bodies lose as much in that time, so a body
/// approaches the speed of the wind.
const GRIP: f32 = 0.05;
/// Speed of corpses and wrecks, as a share of the wind's speed.
const DRIFT: f32 = 0.8;
/// Speed of heavy props, as a share of the wind's speed.
const DRAG: f32 = 0.4;
/// Share of the wind's speed with which a new breach, or a door that has just been opened, begins to pull the player.
const FIRST_PULL: f32 = 0.1;
/// Wind speed below which nothing moves, in tiles per second.
const BREEZE: f32 = 0.5;
/// Radius used for things without a body, in tiles.
const LYING: f32 = 0.2;

/// Ticks since the newest opening door that lets air out to space began to open; the doors fill it in while there is
/// wind. `None` without such a door.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub(crate) struct NewestDoorway(pub(crate) Option<u32>);

impl Air {
    /// Returns the point to which the wind carries a small thing without a body in one tick, or `None` if it stays in
    /// place.
    pub(crate) fn blown(&self, grid: &Grid, at: Vec2) -> Option<Vec2> {
        let wind = Some(self.wind(at)).filter(|wind| wind.length_squared() > BREEZE * BREEZE)?;
        let to = body::moved(grid, at, wind * (DRIFT * TICK), LYING, 0.0);
        (to != at).then_some(to)
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<NewestDoorway>();
    app.add_systems(FixedUpdate, (blow.in_set(Step::ApplyWind), drift.in_set(Step::Drift)));
}

/// Pulls standing bodies and drags heavy props along. Unbreakable props are fixed to the ship: one that came to rest in
/// a passage or on a key would block it for good.
fn blow(
    (air, hull, doorway): (Res<Air>, Res<Hull>, Res<NewestDoorway>),
    (rules, run): (Res<Rules>, Res<Run>),
    mut bodies: Query<(&Id, &Position, &mut Knockback), (With<Body>, Without<Immovable>)>,
    mut props: Query<(&Position, &mut Velocity, &Immovable), With<Body>>,
) {
    if !air.has_wind() {
        // If the air has not changed, there was no wind before either, and the props have stopped already.
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
    let newest = hull.age_of_newest_hole().into_iter().chain(doorway.0).min();
    let pull = pull(newest, rules.skill(run.skill).breach_grace);
    for (id, position, mut thrown) in &mut bodies {
        let wind = air.wind(position.0) * if *id == PLAYER { pull } else { 1.0 };
        // Without anything to slow it down, the body must still not become faster than the wind.
        if wind != Vec2::ZERO && thrown.0.dot(wind) < wind.length_squared() {
            thrown.throw(wind * GRIP);
        }
    }
}

/// Returns the share of the wind's speed that pulls the player: little when a hole has just been made or a door opened,
/// so that the player has time to take hold of something, and all of it after the grace of the skill, in ticks.
fn pull(age: Option<u32>, grace: u32) -> f32 {
    match age {
        Some(age) if age < grace => {
            let share = age as f32 / grace as f32;
            FIRST_PULL + (1.0 - FIRST_PULL) * share * share
        }
        _ => 1.0,
    }
}

/// Carries corpses and wrecks along.
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
