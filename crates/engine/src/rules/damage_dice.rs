//! The damage of a hit, as dice for each element.

use crate::{
    rules::dice::{DiceError, Expression},
    rules::element::{Element, ElementalDamage},
    tick::game_rng::GameRng,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Maximum value of the variable `distance`, in tiles.
const MAX_DISTANCE: u8 = 64;
/// Values of the variable `skill`.
const SKILLS: std::ops::RangeInclusive<u8> = 1..=4;

/// The damage of a hit: an expression for each element, such as `{ physical: "2d6", fire: "max(0, 8 - distance)" }`.
///
/// There are two variables: `distance`, the distance of the attacker in whole tiles, at most 64; and `skill`, 1 to 4.
/// Loading checks all their values, so rolling cannot fail.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<Element, Expression>", into = "BTreeMap<Element, Expression>")]
pub struct DamageDice(BTreeMap<Element, Expression>);

impl DamageDice {
    /// Rolls the damage at a distance in tiles.
    pub fn roll(&self, skill: u8, distance: f32, chance: &mut GameRng) -> ElementalDamage {
        let mut damage = ElementalDamage::default();
        for (&element, expression) in &self.0 {
            let throw = expression.with(variables(skill, distance as u8));
            damage[element] = throw.map_or(0.0, |throw| throw.roll(chance));
        }
        damage
    }

    /// Returns dice for one element that roll each whole number from `low` to `high` with equal probability.
    pub fn of_range(element: Element, low: i32, high: i32) -> Self {
        DamageDice(BTreeMap::from([(element, Expression::of_range(low, high))]))
    }

    /// Returns the same dice, multiplied by `factor`.
    pub fn times(&self, factor: f64) -> Self {
        DamageDice(self.0.iter().map(|(&element, expression)| (element, expression.times(factor))).collect())
    }

    /// Returns the elements that have dice.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        self.0.keys().copied()
    }

    /// Returns the minimum and the maximum of the total damage at a distance in tiles. Returns `None` if there are too
    /// many outcomes to compute it.
    pub fn range(&self, skill: u8, distance: f32) -> Option<(f64, f64)> {
        let mut all = (0.0, 0.0);
        for expression in self.0.values() {
            let (low, high) = expression.with(variables(skill, distance as u8)).ok()?.range()?;
            all = (all.0 + low, all.1 + high);
        }
        Some(all)
    }

    /// Checks that the damage of each element is from `low` to `high`, on every skill and at every distance.
    pub(crate) fn check_within(&self, low: i32, high: i32) -> Result<(), String> {
        let limits = f64::from(low)..=f64::from(high);
        for (element, expression) in &self.0 {
            let told =
                |what: String| format!("{element}: {expression}: damage must be from {low} to {high}, got {what}");
            for (skill, distance) in situations(expression) {
                let range = expression.with(variables(skill, distance)).ok().and_then(|throw| throw.range());
                match range {
                    Some((least, most)) if limits.contains(&least) && limits.contains(&most) => {}
                    Some((least, most)) => return Err(told(format!("{least} to {most}"))),
                    None => return Err(told("more outcomes than can be counted".to_owned())),
                }
            }
        }
        Ok(())
    }

    /// Returns the mean damage at a distance in tiles. Returns `None` if there are too many outcomes to compute it.
    pub fn mean(&self, skill: u8, distance: f32) -> Option<ElementalDamage> {
        let mut mean = ElementalDamage::default();
        for (&element, expression) in &self.0 {
            mean[element] = expression.with(variables(skill, distance as u8)).ok()?.mean()?;
        }
        Some(mean)
    }
}

/// Returns the values of the variables.
fn variables(skill: u8, distance: u8) -> impl Fn(&str) -> Option<f64> {
    move |name| match name {
        "skill" => Some(f64::from(skill)),
        "distance" => Some(f64::from(distance.min(MAX_DISTANCE))),
        _ => None,
    }
}

/// Returns all skills and distances to check for an expression. One combination is enough for an expression without
/// variables.
fn situations(expression: &Expression) -> impl Iterator<Item = (u8, u8)> {
    let varies = expression.variables().next().is_some();
    let (hardest, farthest) = if varies { (*SKILLS.end(), MAX_DISTANCE) } else { (*SKILLS.start(), 0) };
    (*SKILLS.start()..=hardest).flat_map(move |skill| (0..=farthest).map(move |distance| (skill, distance)))
}

impl TryFrom<BTreeMap<Element, Expression>> for DamageDice {
    type Error = String;

    fn try_from(dice: BTreeMap<Element, Expression>) -> Result<Self, String> {
        for (element, expression) in &dice {
            let told = |error: DiceError| format!("{element}: {expression}: {error}");
            for (skill, distance) in situations(expression) {
                expression.with(variables(skill, distance)).map_err(told)?;
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
    fn dice_can_use_distance_and_skill() {
        let damage = damage("{ physical: \"10\", fire: \"max(0, 6 - distance) * skill\" }").unwrap();
        let cost = |skill, distance| {
            let damage = damage.roll(skill, distance, &mut GameRng::new(1));
            (damage[Element::Physical], damage[Element::Fire])
        };
        assert_eq!(cost(2, 0.3), (10.0, 12.0));
        assert_eq!(cost(1, 4.9), (10.0, 2.0));
        assert_eq!(cost(4, 1e9), (10.0, 0.0));
        assert_eq!(damage.mean(2, 1.0).map(|mean| mean.total()), Some(20.0));
    }

    #[test]
    fn damage_that_fails_at_some_distance_is_rejected() {
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
