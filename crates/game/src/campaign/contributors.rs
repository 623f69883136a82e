//! What is kept next to a run: who contributes to it, and how it comes back.

use bevy::prelude::*;
use journey::Extras;

/// What puts something next to a run that is about to be kept: in a save, or because its deck is left.
#[derive(Resource, Default)]
pub(crate) struct Contributors(pub(crate) Vec<fn(&mut World, &mut Extras)>);

impl Contributors {
    /// Returns what all of them put next to the run of a world.
    pub(crate) fn extras(world: &mut World) -> Extras {
        let mut extras = Extras::default();
        let contributors = world.get_resource::<Contributors>().map(|all| all.0.clone());
        contributors.into_iter().flatten().for_each(|contribute| contribute(world, &mut extras));
        extras
    }
}

/// The run of a save, or of a deck that was left, goes on: triggered when it is in the world, with what was kept next to it.
#[derive(Event, Clone, Debug)]
pub(crate) struct RunResumed(pub(crate) Extras);
