//! The plugin of the engine: the systems of all modules that change a deck.

use crate::{air, bodies, combat, deck, events, machines, monsters, player, scripts, things, tick, weapons};
use bevy::prelude::*;

/// Everything that happens on a deck, in `FixedUpdate` at [`TICKS_PER_SECOND`](crate::tick::tick::TICKS_PER_SECOND).
///
/// Nothing happens before [`begin`](crate::session::begin::begin) or [`restore`](crate::session::snapshot::restore) has put a deck into the world.
pub struct EnginePlugin;

impl Plugin for EnginePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            tick::plugin,
            events::plugin,
            deck::plugin,
            bodies::plugin,
            air::plugin,
            player::plugin,
            weapons::plugin,
            things::plugin,
            monsters::plugin,
            machines::plugin,
            scripts::plugin,
            combat::plugin,
        ));
    }
}
