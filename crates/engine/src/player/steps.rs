//! Footsteps: each stride of the player makes noise, except when the player walks slowly.

use crate::{
    bodies::body::{Body, Position, Velocity},
    bodies::height::Height,
    events::event_log::{EventLog, EventRecord},
    events::game_event::{Foot, Gait, GameEvent},
    player::player::Player,
    tick::tick::{Step, TICK},
};
use bevy::prelude::*;

/// Distance in tiles from one step to the next.
pub(crate) const STRIDE: f32 = 0.85;
/// Speed in tiles per second above which the player runs.
const RUNS: f32 = 3.0;
/// Speed in tiles per second below which footsteps are silent.
const SNEAKS: f32 = 1.5;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, step.in_set(Step::Footsteps));
}

/// Counts the player's steps. Their rate follows the wanted speed, even where a wall blocks the player. There are no
/// steps while the player is thrown, carried or jumping.
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
