//! The engine plugin: all systems that change a deck.

use crate::{
    air, bodies, combat, deck, dev_acts, events, machines, monsters, player, scripts, state, things, tick, weapons,
};
use bevy::prelude::*;

/// Adds the complete simulation of a deck to `FixedUpdate`, which runs at
/// [`TICKS_PER_SECOND`](crate::tick::tick::TICKS_PER_SECOND).
///
/// The systems do nothing until [`begin`](crate::session::begin::begin) or
/// [`restore`](crate::session::snapshot::restore) has put a deck into the world.
pub struct EnginePlugin;

impl Plugin for EnginePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            tick::plugin,
            state::plugin,
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
            dev_acts::plugin,
        ));
        #[cfg(feature = "dev")]
        app.add_plugins(crate::debugging::plugin);
    }
}
