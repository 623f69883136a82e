//! Footsteps: the player's feet are heard at each stride that he walks, unless he goes slowly.

use crate::{
    bodies::body::{Body, Position, Velocity},
    bodies::height::Height,
    events::event_log::{EventLog, EventRecord},
    events::game_event::{Foot, Gait, GameEvent},
    player::player::Player,
    tick::tick::{Step, TICK},
};
use bevy::prelude::*;

/// How far the player walks from one step to the next, in tiles.
pub(crate) const STRIDE: f32 = 0.85;
/// Who is faster than this runs, in tiles a second.
const RUNS: f32 = 3.0;
/// Who is slower than this makes no noise, in tiles a second.
const SNEAKS: f32 = 1.5;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, step.in_set(Step::Footsteps));
}

/// Counts the player's steps. His feet go as fast as he wants to, even where a wall holds him up; who is thrown or carried
/// or jumps takes no step.
fn step(player: Single<(&Position, &Height, &Velocity, &mut Player), With<Body>>, mut events: EventLog) {
    let (position, height, velocity, mut player) = player.into_inner();
    if height.is_in_the_air() {
        return;
    }
    let speed = velocity.0.length();
    player.since_step += speed * TICK;
    if player.since_step < STRIDE {
        return;
    }
    player.since_step %= STRIDE;
    let foot = player.foot;
    player.foot = if foot == Foot::Left { Foot::Right } else { Foot::Left };
    if speed > SNEAKS {
        let gait = if speed > RUNS { Gait::Runs } else { Gait::Walks };
        events.emit(EventRecord::new(GameEvent::Footstep(gait, foot), position.0));
    }
}
