//! Jumping: the player leaves the floor. There is no control in the air, and landing ends with a small audible bounce.

use crate::{
    bodies::body::{Body, Position},
    bodies::gravity::Gravity,
    bodies::height::Height,
    deck::grid::Grid,
    events::event_log::{EventLog, EventRecord},
    events::game_event::{Gait, GameEvent},
    player::acts::PlayerActs,
    player::player::Player,
    tick::intent::Intent,
    tick::tick::Step,
};
use bevy::prelude::*;

/// Upward speed of a jump in tiles per second. The eyes stay below the ceiling.
const LEAVES: f64 = 2.6;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, (jump.in_set(Step::Jump).in_set(PlayerActs), land.in_set(Step::Land)));
}

/// Starts a jump from the floor, or from an object on which the player stands.
fn jump(
    intent: Res<Intent>,
    (gravity, grid): (Res<Gravity>, Res<Grid>),
    player: Single<(&Position, &mut Height, &mut Player, Has<Body>)>,
) {
    let (position, mut height, mut player, lives) = player.into_inner();
    let pressed = intent.jump && !player.jumped;
    if player.jumped != intent.jump {
        player.jumped = intent.jump;
    }
    if lives && pressed && height.stands(gravity.share(&grid, position.0)) {
        height.rises = LEAVES;
    }
}

/// Reports the landing.
fn land(player: Single<(&Position, &Height, &Player)>, mut events: EventLog) {
    let (position, height, player) = *player;
    if height.has_bounced() {
        events.emit(EventRecord::new(GameEvent::Footstep(Gait::Runs, player.foot), position.0));
    }
}
