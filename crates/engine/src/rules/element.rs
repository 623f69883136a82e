//! Damage is a vector over elements, such as 100 of fire and 20 of blows.

use serde::{Deserialize, Serialize};
use std::{
    ops::{AddAssign, Index, IndexMut},
    str::FromStr,
};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

/// How many elements there are.
pub(crate) const ELEMENTS: usize = Element::VARIANTS.len();

/// The largest amount of one element, and the largest coefficient of a filter, either way from 0. Six products of two
/// of them are still far from infinity.
pub(crate) const MAX_AMOUNT: f64 = 1e100;

/// What hurts.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", parse_err_ty = String, parse_err_fn = Element::unknown)]
pub enum Element {
    /// Blows, bullets and falls.
    Physical,
    /// Poison and spores.
    Poison,
    /// Flames and heat.
    Fire,
    /// Frost and coolant.
    Ice,
    /// What only the undead mind.
    Holy,
    /// Electricity.
    Elec,
}

/// An amount of each [`Element`]; negative ones heal. As text it is like `fire=100,physical=20`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ElementalDamage(pub(crate) [f64; ELEMENTS]);

impl Element {
    /// All elements, in the order in which they are shown.
    pub const ALL: [Element; ELEMENTS] = *Element::VARIANTS.as_array().expect("there are as many");

    /// What files and command lines call it.
    pub fn name(self) -> &'static str {
        self.into()
    }

    fn unknown(text: &str) -> String {
        format!("there is no element `{text}`; there are `{}`", Element::ALL.map(Element::name).join("`, `"))
    }
}

impl ElementalDamage {
    /// So much of one element, and nothing of the others.
    pub fn of(element: Element, amount: f64) -> Self {
        let mut damage = ElementalDamage::default();
        damage[element] = amount;
        damage
    }

    /// All elements together; less than 0 heals.
    pub fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    /// So many times as much of everything.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        ElementalDamage(self.0.map(|amount| amount * factor))
    }

    /// True if all of it is within what rules make of numbers in files.
    pub(crate) fn is_valid(&self) -> bool {
        self.0.iter().all(|amount| amount.abs() <= MAX_AMOUNT)
    }
}

impl AddAssign for ElementalDamage {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, amount)| *sum += amount);
    }
}

impl Index<Element> for ElementalDamage {
    type Output = f64;

    fn index(&self, element: Element) -> &f64 {
        &self.0[element as usize]
    }
}

impl IndexMut<Element> for ElementalDamage {
    fn index_mut(&mut self, element: Element) -> &mut f64 {
        &mut self.0[element as usize]
    }
}

impl FromStr for ElementalDamage {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut given: Vec<Element> = Vec::new();
        let mut damage = ElementalDamage::default();
        for part in text.split(',') {
            let (element, value) = part.split_once('=').ok_or_else(|| format!("`{part}` is not like fire=100"))?;
            let element: Element = element.trim().parse()?;
            if given.contains(&element) {
                return Err(format!("`{element}` is given twice"));
            }
            given.push(element);
            damage[element] = amount(value)?;
        }
        Ok(damage)
    }
}

/// A number that damage and filters can have, from its text.
pub(crate) fn amount(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let value = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    check_amount(value)
}

/// The number if damage and filters can have it.
pub(crate) fn check_amount(value: f64) -> Result<f64, String> {
    let fits = value.abs() <= MAX_AMOUNT;
    if fits { Ok(value) } else { Err(format!("{value} is not a number from -10^100 to 10^100")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_written_element_by_element() {
        let damage: ElementalDamage = "fire=100, physical = -2.5".parse().unwrap();
        assert_eq!(Element::ALL.map(|element| damage[element]), [-2.5, 0.0, 100.0, 0.0, 0.0, 0.0]);
        for (text, what) in [
            ("", "`` is not like fire=100"),
            ("fire", "`fire` is not like fire=100"),
            ("fire=1,", "`` is not like fire=100"),
            ("water=1", "there is no element `water`; there are `physical`, `poison`, `fire`, `ice`, `holy`, `elec`"),
            ("fire=hot", "`hot` is not a number"),
            ("fire=1e999", "inf is not a number from -10^100 to 10^100"),
            ("fire=NaN", "NaN is not a number from -10^100 to 10^100"),
            ("fire=1,ice=2,fire=1", "`fire` is given twice"),
        ] {
            assert_eq!(text.parse::<ElementalDamage>(), Err(what.to_owned()), "{text}");
        }
    }

    #[test]
    fn files_call_elements_what_command_lines_call_them() {
        for element in Element::ALL {
            assert_eq!(ron::to_string(&element).unwrap(), element.name());
            assert_eq!(element.name().parse(), Ok(element));
        }
    }
}
