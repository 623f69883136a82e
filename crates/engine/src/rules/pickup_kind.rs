//! Pickup kinds, as data: items on the floor, and what they give.

use crate::{rules::filter::Filter, rules::numbers};
use level::{CountedSet, Key};
use serde::{Deserialize, Deserializer, Serialize};

/// Maximum health of a player without special pickups.
pub const MAX_HEALTH: i32 = 100;
/// Maximum health or armour with special pickups.
pub(crate) const MAX: i32 = 1000;

/// A pickup kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PickupKind {
    /// Name of its sprite.
    pub sprite: String,
    /// Name of its icon, which is shown while the player has it; for keys and modules.
    #[serde(default)]
    pub icon: Option<String>,
    /// Sound of picking it up.
    #[serde(default = "pickup")]
    pub sound: String,
    /// Message on the screen when it is picked up.
    pub caption: String,
    /// Health that it gives.
    #[serde(default, deserialize_with = "most")]
    pub health: i32,
    /// Health up to which it can be picked up; 100 by default. Only special pickups have a higher limit.
    #[serde(default = "full", deserialize_with = "most")]
    pub health_limit: i32,
    /// Armour that it gives.
    #[serde(default, deserialize_with = "most")]
    pub armour: i32,
    /// Armour up to which it can be picked up.
    #[serde(default = "full", deserialize_with = "most")]
    pub armour_limit: i32,
    /// Weapons and ammunition that it gives, by name.
    #[serde(default)]
    pub gives: CountedSet<String>,
    /// For suit modules: how the module changes damage that its wearer takes.
    #[serde(default, alias = "guard")]
    pub damage_taken: Option<Filter>,
    /// For suit modules: how the module changes damage that its wearer does.
    #[serde(default, alias = "attack")]
    pub damage_dealt: Option<Filter>,
    /// For keys: which of the three keys it is. Keys stay on their deck.
    #[serde(default)]
    pub key: Option<Key>,
    /// Whether it is treasure and counts for the statistics of the deck.
    #[serde(default)]
    pub treasure: bool,
}

impl PickupKind {
    /// Returns true if the item itself is kept in the inventory.
    pub(crate) fn is_kept(&self) -> bool {
        self.treasure || self.is_module()
    }

    /// Returns true for suit modules; a player carries at most one of each.
    pub(crate) fn is_module(&self) -> bool {
        self.damage_taken.is_some() || self.damage_dealt.is_some()
    }
}

fn pickup() -> String {
    "pickup".to_owned()
}

fn full() -> i32 {
    MAX_HEALTH
}

fn most<'de, D: Deserializer<'de>>(from: D) -> Result<i32, D::Error> {
    numbers::whole(from, "an amount of health or armour", 0, MAX)
}
