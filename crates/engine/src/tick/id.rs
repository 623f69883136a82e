//! Stable ids of the things on a deck: they are saved, and define the order wherever order matters.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The id of a thing, unique within a run; 0 is the player.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "dev", derive(Reflect))]
pub struct Id(pub u32);

/// The id of the player.
pub(crate) const PLAYER: Id = Id(0);

/// Entities sorted by id, for systems that must process some of them in a fixed order.
///
/// The list is refilled each time, so it is not part of the state. A system keeps it as a `Local` to reuse its memory.
#[derive(Default)]
pub(crate) struct InOrder(Vec<(Id, Entity)>);

impl InOrder {
    /// Returns these entities, sorted by id.
    pub(crate) fn of(&mut self, things: impl Iterator<Item = (Id, Entity)>) -> &[(Id, Entity)] {
        self.0.clear();
        // Internal iteration of a query is much faster than its iterator.
        things.for_each(|thing| self.0.push(thing));
        self.0.sort_unstable();
        &self.0
    }
}
