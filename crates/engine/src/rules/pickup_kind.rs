//! Kinds of pickups, as data: what lies on the floor to be taken, and what it gives.

use crate::{rules::filter::Filter, rules::numbers};
use level::{CountedSet, Key};
use serde::{Deserialize, Deserializer, Serialize};

/// The most health that a player can have, but for what is special.
pub const MAX_HEALTH: i32 = 100;
/// The most that health and armour can come to.
pub(crate) const MAX: i32 = 1000;

/// A kind of pickup, as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PickupKind {
    /// The name of its sprite.
    pub sprite: String,
    /// The name of its little picture, which is shown as long as the player has it; for keys and modules.
    #[serde(default)]
    pub icon: Option<String>,
    /// What is heard when it is taken.
    #[serde(default = "pickup")]
    pub sound: String,
    /// What is then written on the screen.
    pub caption: String,
    /// The health that it gives.
    #[serde(default, deserialize_with = "most")]
    pub health: i32,
    /// Up to how much health it can be taken; 100 if it is left out, and only what is special says more.
    #[serde(default = "full", deserialize_with = "most")]
    pub health_limit: i32,
    /// The armour that it gives.
    #[serde(default, deserialize_with = "most")]
    pub armour: i32,
    /// Up to how much armour it can be taken.
    #[serde(default = "full", deserialize_with = "most")]
    pub armour_limit: i32,
    /// The weapons and the ammunition that it gives, by their names.
    #[serde(default)]
    pub gives: CountedSet<String>,
    /// It is a module of the suit, and this is what it makes of the damage that its wearer takes.
    #[serde(default, alias = "guard")]
    pub damage_taken: Option<Filter>,
    /// It is a module of the suit, and this is what it makes of the damage that its wearer does.
    #[serde(default, alias = "attack")]
    pub damage_dealt: Option<Filter>,
    /// It is one of the three keys, which stay on their deck.
    #[serde(default)]
    pub key: Option<Key>,
    /// It is treasure: it counts for the tally of the deck.
    #[serde(default)]
    pub treasure: bool,
}

impl PickupKind {
    /// True for what is kept as the thing that it is.
    pub(crate) fn is_kept(&self) -> bool {
        self.treasure || self.is_module()
    }

    /// True for what is worn; one of each is enough.
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
