//! Attacks of monsters, as data.
//!
//! The damage of a blow is dice for each element, as a weapon's. A range such as `(4, 8)` with an `element` is read as dice, too.

use crate::{
    rules::damage_dice::DamageDice, rules::element::Element, rules::numbers, rules::projectile_kind::ProjectileKind,
};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::value::{MapAccessDeserializer, SeqAccessDeserializer},
    de::{Error, MapAccess, SeqAccess, Visitor},
};
use std::fmt::{self, Formatter};

/// The most damage that a blow may be written with.
const MAX_DAMAGE: i32 = 10_000;

/// A way to fight: blows follow each other as long as the victim is in reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "AttackText")]
pub struct Attack {
    /// From how far, in tiles between the middles of the bodies.
    pub reach: f32,
    /// The damage of a blow, from 0 to 10000 before the skill's factor.
    pub damage: DamageDice,
    /// How often a claw that reaches its victim hits, in per cent.
    pub chance: i32,
    /// How long it swings or aims before each blow, in ticks.
    pub wind_up: u32,
    /// How long it rests after each blow, in ticks.
    pub rest: u32,
    /// It throws something instead of clawing.
    pub projectile: Option<ProjectileKind>,
}

impl Attack {
    /// The ticks from one blow to the next, at least 1.
    pub fn cycle(&self) -> u32 {
        (self.wind_up + self.rest).max(1)
    }

    /// True if some of its claws miss a victim in reach.
    pub fn may_miss(&self) -> bool {
        self.chance < 100 && self.projectile.is_none()
    }
}

/// An attack as files have it.
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

/// Damage as files have it: dice for each element, or the lowest and the highest of equally likely amounts.
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
                return Err("`element` goes with a range such as (4, 8): dice name their elements".to_owned());
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
        let what = format!("damage is two numbers from 0 to {MAX_DAMAGE}, the lesser first, not ({low}, {high})");
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
    fn damage_that_no_blow_may_have_is_refused() {
        for (damage, what) in [
            ("{ fire: \"d6\" }, element: fire", "`element` goes with a range"),
            ("{ fire: \"d6 - 2\" }", "fire: d6 - 2: damage must be from 0 to 10000, got -1 to 4"),
            ("{ fire: \"1e6\" }", "got 1000000 to 1000000"),
            ("{ fire: \"9 - distance\" }", "9 - distance: damage must be from 0 to 10000, got -1 to -1"),
            ("{ fire: \"2d\" }", "column"),
            ("\"2d6\"", "two numbers such as (4, 8)"),
            ("(8, 4)", "the lesser first, not (8, 4)"),
            ("(8)", "Expected a tuple of size 2"),
        ] {
            let told = attack(damage).unwrap_err();
            assert!(told.contains(what), "{damage}: {told}");
        }
    }

    proptest! {
        #[test]
        fn range_rolls_each_of_its_numbers_and_no_other(low in 0..=10_000_i32, wide in 0..=10_000_i32, seed: u64) {
            let high = (low + wide).min(10_000);
            let attack = attack(&format!("({low}, {high})")).unwrap();
            let (range, mean) = (attack.damage.range(2, 0.0), attack.damage.mean(2, 0.0));
            prop_assert_eq!(range, Some((f64::from(low), f64::from(high))));
            prop_assert_eq!(mean.map(|mean| mean.total()), Some(f64::from(low + high) / 2.0));
            // It rolls what the range would: the same numbers out of the same stream.
            let (mut one, mut other) = (GameRng::new(seed), GameRng::new(seed));
            let rolled = attack.damage.roll(2, 0.0, &mut one).total();
            let wanted = if low == high { low } else { other.roll(low..=high) };
            prop_assert_eq!(rolled, f64::from(wanted));
        }

        #[test]
        fn any_damage_is_read_or_told(damage in "[(){}a-z0-9d+\", :-]{0,30}") {
            drop(attack(&damage));
        }
    }
}
