//! What a hit costs, as dice for each element.

use crate::rules::dice::{DiceError, Expression};
use crate::rules::element::{Element, ElementalDamage};
use crate::tick::chance::Chance;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The farthest that dice can ask for, in tiles.
const MOST_DISTANCE: u8 = 64;
/// The skills that dice can ask for.
const SKILLS: std::ops::RangeInclusive<u8> = 1..=4;

/// What a hit costs: an expression for each element, such as `{ physical: "2d6", fire: "max(0, 8 - distance)" }`.
///
/// Two variables are known: `distance`, how far the hit comes from, in whole tiles, at most 64; and `skill`, 1 to 4. All
/// their values are tried when they are read, so that rolling it cannot fail.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<Element, Expression>", into = "BTreeMap<Element, Expression>")]
pub struct DamageDice(BTreeMap<Element, Expression>);

impl DamageDice {
    /// What it costs this time, from so far away, in tiles.
    pub fn roll(&self, skill: u8, distance: f32, chance: &mut Chance) -> ElementalDamage {
        let mut damage = ElementalDamage::default();
        for (&element, expression) in &self.0 {
            let throw = expression.with(variables(skill, distance as u8));
            damage[element] = throw.map_or(0.0, |throw| throw.roll(chance));
        }
        damage
    }

    /// What it costs on average from so far away, in tiles; none if that takes too long to tell.
    pub fn mean(&self, skill: u8, distance: f32) -> Option<ElementalDamage> {
        let mut mean = ElementalDamage::default();
        for (&element, expression) in &self.0 {
            mean[element] = expression.with(variables(skill, distance as u8)).ok()?.mean()?;
        }
        Some(mean)
    }
}

/// The values of the variables.
fn variables(skill: u8, distance: u8) -> impl Fn(&str) -> Option<f64> {
    move |name| match name {
        "skill" => Some(f64::from(skill)),
        "distance" => Some(f64::from(distance.min(MOST_DISTANCE))),
        _ => None,
    }
}

impl TryFrom<BTreeMap<Element, Expression>> for DamageDice {
    type Error = String;

    fn try_from(dice: BTreeMap<Element, Expression>) -> Result<Self, String> {
        for (element, expression) in &dice {
            let told = |error: DiceError| format!("{element}: {expression}: {error}");
            for skill in SKILLS {
                // An expression without variables is the same at every distance.
                let farthest = if expression.variables().next().is_some() { MOST_DISTANCE } else { 0 };
                for distance in 0..=farthest {
                    expression.with(variables(skill, distance)).map_err(told)?;
                }
            }
        }
        Ok(DamageDice(dice))
    }
}

impl From<DamageDice> for BTreeMap<Element, Expression> {
    fn from(damage: DamageDice) -> Self {
        damage.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn damage(text: &str) -> Result<DamageDice, String> {
        ron::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn dice_may_ask_for_distance_and_skill() {
        let damage = damage("{ physical: \"10\", fire: \"max(0, 6 - distance) * skill\" }").unwrap();
        let cost = |skill, distance| {
            let damage = damage.roll(skill, distance, &mut Chance::new(1));
            (damage[Element::Physical], damage[Element::Fire])
        };
        assert_eq!(cost(2, 0.3), (10.0, 12.0));
        assert_eq!(cost(1, 4.9), (10.0, 2.0));
        assert_eq!(cost(4, 1e9), (10.0, 0.0));
        assert_eq!(damage.mean(2, 1.0).map(|mean| mean.total()), Some(20.0));
    }

    #[test]
    fn harm_that_cannot_be_rolled_at_some_distance_is_refused() {
        for (text, what) in [
            ("{ fire: \"1 / (distance - 40)\" }", "40"),
            ("{ fire: \"d6 + luck\" }", "the variable `luck` has no value"),
            ("{ fire: \"d\" }", "column"),
            ("{ frost: \"d6\" }", "frost"),
        ] {
            let error = damage(text).unwrap_err();
            assert!(error.contains(what), "{error}");
        }
    }
}
