//! Contributors: functions that add data to saves, and the event that returns the data when a run resumes.

use bevy::prelude::*;
use campaign::Extras;

/// Functions that add data to a saved run. They are called for every save, and when the player leaves a deck.
#[derive(Resource, Default)]
pub(crate) struct Contributors(pub(crate) Vec<fn(&mut World, &mut Extras)>);

impl Contributors {
    /// Returns the data that all contributors add to the run in the world.
    pub(crate) fn extras(world: &mut World) -> Extras {
        let mut extras = Extras::default();
        let contributors = world.get_resource::<Contributors>().map(|all| all.0.clone());
        contributors.into_iter().flatten().for_each(|contribute| contribute(world, &mut extras));
        extras
    }
}

/// Triggered when the run of a save, or of a deck that was left, is back in the world. Carries the contributors' data.
#[derive(Event, Clone, Debug)]
pub(crate) struct RunResumed(pub(crate) Extras);
