//! Single ticks of a deck whose time is held.

use bevy::{app::FixedMain, prelude::*};
use engine::{Intent, Run};

/// Runs one tick with this intent, as the fixed loop would.
pub(crate) fn step(world: &mut World, intent: Intent) {
    if world.get_resource::<Run>().is_some_and(Run::goes_on) {
        world.insert_resource(intent);
        world.run_schedule(FixedMain);
    }
}
