//! Limits and costs of pathfinding, as data.

use crate::{
    rules::element::{Element, ElementalDamage},
    rules::filter::Filter,
    rules::numbers,
};
use serde::{Deserialize, Deserializer, Serialize};

/// Rules for the monsters' pathfinding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PathRules {
    /// Maximum cost of a path, 1 to 30000: an open cell costs 1 and a closed door 5. Longer paths are not found.
    #[serde(deserialize_with = "limit", alias = "limit")]
    pub max_cost: u16,
    /// Additional cost of a cell in which the creature would take more damage than elsewhere, 0 to 1000.
    #[serde(deserialize_with = "hazard_cost", alias = "dread")]
    pub hazard_cost: u16,
}

impl Default for PathRules {
    /// Returns a limit of 1000, and an additional cost of 5 for avoided cells.
    fn default() -> Self {
        PathRules { max_cost: 1000, hazard_cost: 5 }
    }
}

impl PathRules {
    /// Returns the additional cost of a cell with this damage zone for a creature of this nature: 0 if no damage is
    /// worse there than elsewhere.
    pub(crate) fn dread_of(&self, damage_zone: &Filter, resistances: &Filter) -> u16 {
        let hurts_worse = Element::ALL.into_iter().any(|element| {
            let blow = ElementalDamage::of(element, 1.0);
            resistances.apply(&damage_zone.apply(&blow)).total() > resistances.apply(&blow).total().max(0.0)
        });
        if hurts_worse { self.hazard_cost } else { 0 }
    }
}

fn limit<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    Ok(numbers::whole(from, "the maximum cost of a path", 1, 30_000)? as u16)
}

fn hazard_cost<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    Ok(numbers::whole(from, "the additional cost of an avoided cell", 0, 1000)? as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn creatures_avoid_damage_zones_that_hurt_them() {
        let filter = |text: &str| if text.is_empty() { Filter::default() } else { text.parse().unwrap() };
        let dreads =
            |damage_zone, resistances| PathRules::default().dread_of(&filter(damage_zone), &filter(resistances)) > 0;
        let (hot, coolant, live) = ("fire>fire=1.5", "fire>fire=0,fire>ice=0.5", "physical>elec=0.5");
        assert!(dreads(hot, "") && !dreads(hot, "fire>fire=0"));
        assert!(!dreads(hot, "fire>fire=-1"), "fire heals the creature");
        assert!(!dreads(coolant, ""), "the damage zone removes more fire than it adds ice");
        assert!(dreads(coolant, "fire>fire=-1"), "fire no longer heals the creature, and ice hurts it");
        assert!(dreads(live, "") && !dreads(live, "elec>elec=0"));
        assert!(!dreads("", ""));
    }
}
