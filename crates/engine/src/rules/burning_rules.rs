//! Damage by fire, as data.

use crate::{rules::damage_dice::DamageDice, rules::numbers};
use serde::{Deserialize, Serialize};

/// Rules for the damage of burning bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BurningRules {
    /// Ticks from one wound to the next.
    #[serde(deserialize_with = "numbers::span")]
    pub every: u32,
    /// Damage of each wound.
    pub damage: DamageDice,
}
