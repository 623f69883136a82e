//! Attacks of monsters, as data.
//!
//! Damage is given as dice for each element, as for weapons. A range such as `(4, 8)` with an `element` is also read as
//! dice.

use crate::{
    rules::damage_dice::DamageDice, rules::element::Element, rules::numbers, rules::projectile_kind::ProjectileKind,
};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::value::{MapAccessDeserializer, SeqAccessDeserializer},
    de::{Error, MapAccess, SeqAccess, Visitor},
};
use std::fmt::{self, Formatter};

/// Maximum damage of a single strike in a data file.
const MAX_DAMAGE: i32 = 10_000;

/// An attack. The monster repeats its strikes while the victim is in reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "AttackText")]
pub struct Attack {
    /// Maximum distance between the centres of the bodies, in tiles.
    pub reach: f32,
    /// Damage of a strike, from 0 to 10000, before the factor of the skill level.
    pub damage: DamageDice,
    /// Chance that a claw hits a victim in reach, in percent.
    pub chance: i32,
    /// Time of the swing or of taking aim before each strike, in ticks.
    pub wind_up: u32,
    /// Pause after each strike, in ticks.
    pub rest: u32,
    /// The projectile to fire; only for ranged attacks.
    pub projectile: Option<ProjectileKind>,
}

impl Attack {
    /// Returns the ticks from one strike to the next, at least 1.
    pub fn cycle(&self) -> u32 {
        (self.wind_up + self.rest).max(1)
    }

    /// Returns true if some claws miss a victim in reach.
    pub fn may_miss(&self) -> bool {
        self.chance < 100 && self.projectile.is_none()
    }
}

/// The form of an attack in data files.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AttackText {
    #[serde(deserialize_with = "numbers::tiles")]
    reach: f32,
    damage: DamageText,
    #[serde(default, deserialize_with = "named_element")]
    element: Option<Element>,
    #[serde(default = "always", deserialize_with = "numbers::percent")]
    chance: i32,
    #[serde(deserialize_with = "numbers::span")]
    wind_up: u32,
    #[serde(deserialize_with = "numbers::span")]
    rest: u32,
    #[serde(default)]
    projectile: Option<ProjectileKind>,
}

fn always() -> i32 {
    100
}

fn named_element<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Element>, D::Error> {
    Element::deserialize(from).map(Some)
}

/// The form of damage in data files: dice for each element, or the lowest and the highest of equally likely amounts.
enum DamageText {
    Dice(DamageDice),
    Range(i32, i32),
}

impl TryFrom<AttackText> for Attack {
    type Error = String;

    fn try_from(text: AttackText) -> Result<Self, String> {
        let AttackText { reach, damage, element, chance, wind_up, rest, projectile } = text;
        let damage = match damage {
            DamageText::Range(low, high) => DamageDice::of_range(element.unwrap_or(Element::Physical), low, high),
            DamageText::Dice(_) if element.is_some() => {
                return Err(
                    "`element` is only allowed with a range such as (4, 8): dice name their own elements".to_owned()
                );
            }
            DamageText::Dice(dice) => dice,
        };
        Ok(Attack { reach, damage, chance, wind_up, rest, projectile })
    }
}

impl<'de> Deserialize<'de> for DamageText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(DamageVisitor)
    }
}

struct DamageVisitor;

impl<'de> Visitor<'de> for DamageVisitor {
    type Value = DamageText;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("damage such as { physical: \"2d6 + 1\" }, or two numbers such as (4, 8)")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<DamageText, A::Error> {
        let dice = DamageDice::deserialize(MapAccessDeserializer::new(map))?;
        dice.check_within(0, MAX_DAMAGE).map_err(A::Error::custom)?;
        Ok(DamageText::Dice(dice))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, numbers: A) -> Result<DamageText, A::Error> {
        let (low, high) = <(i32, i32)>::deserialize(SeqAccessDeserializer::new(numbers))?;
        if 0 <= low && low <= high && high <= MAX_DAMAGE {
            return Ok(DamageText::Range(low, high));
        }
        let what =
            format!("damage must be two numbers from 0 to {MAX_DAMAGE}, the smaller one first, got ({low}, {high})");
        Err(A::Error::custom(what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tick::game_rng::GameRng;
    use proptest::prelude::*;

    fn attack(damage: &str) -> Result<Attack, String> {
        let text = format!("(reach: 1, damage: {damage}, wind_up: 0.3, rest: 0.5)");
        ron::from_str(&text).map_err(|error| error.to_string())
    }

    #[test]
    fn damage_is_dice_or_a_range_with_an_element() {
        let (dice, range) = (attack("{ fire: \"3 + d5\" }").unwrap(), attack("(4, 8), element: fire").unwrap());
        assert_eq!(dice, range, "a range is read as the dice that roll it");
        assert_eq!(attack("(6, 6)").unwrap(), attack("{ physical: \"6\" }").unwrap());
        assert_eq!((dice.chance, dice.cycle(), dice.may_miss()), (100, 96, false));
    }

    #[test]
    fn invalid_attack_damage_is_rejected() {
        for (damage, what) in [
            ("{ fire: \"d6\" }, element: fire", "`element` is only allowed with a range"),
            ("{ fire: \"d6 - 2\" }", "fire: d6 - 2: damage must be from 0 to 10000, got -1 to 4"),
            ("{ fire: \"1e6\" }", "got 1000000 to 1000000"),
            ("{ fire: \"9 - distance\" }", "9 - distance: damage must be from 0 to 10000, got -1 to -1"),
            ("{ fire: \"2d\" }", "column"),
            ("\"2d6\"", "two numbers such as (4, 8)"),
            ("(8, 4)", "the smaller one first, got (8, 4)"),
            ("(8)", "Expected a tuple of size 2"),
        ] {
            let told = attack(damage).unwrap_err();
            assert!(told.contains(what), "{damage}: {told}");
        }
    }

    proptest! {
        #[test]
        fn range_rolls_exactly_its_numbers(low in 0..=10_000_i32, wide in 0..=10_000_i32, seed: u64) {
            let high = (low + wide).min(10_000);
            let attack = attack(&format!("({low}, {high})")).unwrap();
            let (range, mean) = (attack.damage.range(2, 0.0), attack.damage.mean(2, 0.0));
            prop_assert_eq!(range, Some((f64::from(low), f64::from(high))));
            prop_assert_eq!(mean.map(|mean| mean.total()), Some(f64::from(low + high) / 2.0));
            // It rolls what the range would: the same values from the same random numbers.
            let (mut one, mut other) = (GameRng::new(seed), GameRng::new(seed));
            let rolled = attack.damage.roll(2, 0.0, &mut one).total();
            let wanted = if low == high { low } else { other.roll(low..=high) };
            prop_assert_eq!(rolled, f64::from(wanted));
        }

        #[test]
        fn random_damage_text_does_not_cause_panics(damage in "[(){}a-z0-9d+\", :-]{0,30}") {
            drop(attack(&damage));
        }
    }
}
