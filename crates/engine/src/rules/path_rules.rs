//! How far those who walk search for their ways, and what they avoid, as data.

use crate::{
    rules::element::{Element, ElementalDamage},
    rules::filter::Filter,
    rules::numbers,
};
use serde::{Deserialize, Deserializer, Serialize};

/// How the undead search for ways.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PathRules {
    /// The most that a way may cost, 1 to 30000: an open cell costs 1 and a shut door 5. Whoever has a longer one finds none.
    #[serde(deserialize_with = "limit", alias = "limit")]
    pub max_cost: u16,
    /// What more a cell costs those who would be hurt worse there than elsewhere, 0 to 1000.
    #[serde(deserialize_with = "hazard_cost", alias = "dread")]
    pub hazard_cost: u16,
}

impl Default for PathRules {
    /// Ways of 1000, and 5 for a cell that is dreaded.
    fn default() -> Self {
        PathRules { max_cost: 1000, hazard_cost: 5 }
    }
}

impl PathRules {
    /// What more a cell with this climate costs one of this nature: nothing, if no damage hurts him worse there than elsewhere.
    pub(crate) fn dread_of(&self, damage_zone: &Filter, resistances: &Filter) -> u16 {
        let hurts_worse = Element::ALL.into_iter().any(|element| {
            let blow = ElementalDamage::of(element, 1.0);
            resistances.apply(&damage_zone.apply(&blow)).total() > resistances.apply(&blow).total().max(0.0)
        });
        if hurts_worse { self.hazard_cost } else { 0 }
    }
}

fn limit<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    Ok(numbers::whole(from, "the most that a way may cost", 1, 30_000)? as u16)
}

fn hazard_cost<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
    Ok(numbers::whole(from, "what more a dreaded cell costs", 0, 1000)? as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_dreaded_by_those_whom_it_hurts() {
        let filter = |text: &str| if text.is_empty() { Filter::default() } else { text.parse().unwrap() };
        let dreads =
            |damage_zone, resistances| PathRules::default().dread_of(&filter(damage_zone), &filter(resistances)) > 0;
        let (hot, coolant, live) = ("fire>fire=1.5", "fire>fire=0,fire>ice=0.5", "physical>elec=0.5");
        assert!(dreads(hot, "") && !dreads(hot, "fire>fire=0"));
        assert!(!dreads(hot, "fire>fire=-1"), "heat heals it");
        assert!(!dreads(coolant, ""), "it takes more fire than it gives frost");
        assert!(dreads(coolant, "fire>fire=-1"), "there fire does not heal it any more, and it freezes");
        assert!(dreads(live, "") && !dreads(live, "elec>elec=0"));
        assert!(!dreads("", ""));
    }
}
