//! Player actions other than steered walking: firing, using, jumping, holding on and walking to a point. Most ticks
//! have none of them.

use crate::{player::player::Player, tick::intent::Intent};
use bevy::prelude::*;

/// All systems for player actions other than steered walking. Ticks without such an action skip them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PlayerActs;

pub(crate) fn plugin(app: &mut App) {
    app.configure_sets(FixedUpdate, PlayerActs.run_if(may_act));
}

/// Returns true if such an action is requested, a key press is still recorded, or the player is walking to a point.
fn may_act(intent: Res<Intent>, player: Single<&Player>) -> bool {
    let wants = intent.fire || intent.use_ || intent.jump || intent.walk_to.is_some();
    wants || player.fired || player.used || player.jumped || player.walk.target().is_some()
}
