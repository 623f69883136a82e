//! The death watch: the monsters whose deaths set off triggers.

use crate::tick::id::Id;
use bevy::prelude::*;
use level::{Level, Thing, ThingKind, TriggerCause};

/// The monsters of each trigger that their deaths set off. It follows from the level, the rules and the skill level,
/// because things keep their ids.
#[derive(Resource, Debug, Default)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub(crate) struct DeathWatch(Vec<(usize, Vec<Id>)>);

impl DeathWatch {
    /// Finds the monsters among the things with which a run begins.
    pub(crate) fn of<'a>(level: &Level, things: impl Iterator<Item = (Id, &'a Thing)> + Clone) -> Self {
        let deaths = level.triggers.iter().enumerate().filter(|(_, trigger)| trigger.on == TriggerCause::Death);
        let monsters = deaths.map(|(number, trigger)| {
            let place = level.place(trigger.at);
            let is_one = |thing: &Thing| matches!(thing.kind, ThingKind::Monster(_)) && place.has(thing.x, thing.y);
            (number, things.clone().filter(|(_, thing)| is_one(thing)).map(|(id, _)| id).collect())
        });
        DeathWatch(monsters.collect())
    }

    /// Returns true if no trigger depends on deaths.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the monsters whose deaths set off the trigger with this index. There are none if they are absent on the
    /// skill level; nothing sets off the trigger then.
    pub(crate) fn monsters(&self, trigger: usize) -> &[Id] {
        self.0.iter().find(|(number, _)| *number == trigger).map_or(&[], |(_, monsters)| monsters)
    }
}
