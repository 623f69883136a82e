//! Stable numbers for whatever lives on a deck: they outlast saves, and order whatever depends on order.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The number of a thing, given once in a run and never again; 0 is the player.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Id(pub u32);

/// The player's number.
pub(crate) const PLAYER: Id = Id(0);

/// Things in the order of their numbers, for whoever goes through some of them one after the other.
///
/// It is filled anew each time, so it is no state; a system keeps one, as a `Local`, for its room in memory.
#[derive(Default)]
pub(crate) struct InOrder(Vec<(Id, Entity)>);

impl InOrder {
    /// These, the one with the lowest number first.
    pub(crate) fn of(&mut self, things: impl Iterator<Item = (Id, Entity)>) -> &[(Id, Entity)] {
        self.0.clear();
        // A query goes through its tables by itself much faster than it tells one after the other.
        things.for_each(|thing| self.0.push(thing));
        self.0.sort_unstable();
        &self.0
    }
}
