//! How flames burn, as data.

use crate::{rules::damage_dice::DamageDice, rules::numbers};
use serde::{Deserialize, Serialize};

/// How flames burn whoever is alight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BurningRules {
    /// From one wound to the next, in ticks.
    #[serde(deserialize_with = "numbers::span")]
    pub every: u32,
    /// What each costs.
    pub damage: DamageDice,
}
