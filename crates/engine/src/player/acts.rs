//! What the player does with his hands and feet besides walking as he is steered: he fires, uses, jumps, holds on and walks to a point. In
//! most ticks he does none of these.

use crate::{player::player::Player, tick::intent::Intent};
use bevy::prelude::*;

/// The steps of what the player does besides walking as he is steered: ticks in which he does none of it pass them over.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PlayerActs;

pub(crate) fn plugin(app: &mut App) {
    app.configure_sets(FixedUpdate, PlayerActs.run_if(may_act));
}

/// True if he wants any of it, if it is still noted that he pressed a key, or if he is on his way to a point.
fn may_act(intent: Res<Intent>, player: Single<&Player>) -> bool {
    let wants = intent.fire || intent.use_ || intent.jump || intent.walk_to.is_some();
    wants || player.fired || player.used || player.jumped || player.walk.target().is_some()
}
