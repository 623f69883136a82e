//! Elemental damage: a vector over elements, such as 100 fire and 20 physical damage.

use serde::{Deserialize, Serialize};
use std::{
    ops::{AddAssign, Index, IndexMut},
    str::FromStr,
};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

/// Number of elements.
pub(crate) const ELEMENTS: usize = Element::VARIANTS.len();

/// Maximum absolute value of the amount of one element, and of the coefficients of a filter. Six products of two such
/// values are still far below infinity.
pub(crate) const MAX_AMOUNT: f64 = 1e100;

/// A type of damage.
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
    /// Damage that only monsters take.
    Holy,
    /// Electricity.
    Elec,
}

/// An amount of each [`Element`]; negative amounts heal. In text it looks like `fire=100,physical=20`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ElementalDamage(pub(crate) [f64; ELEMENTS]);

impl Element {
    /// All elements, in display order.
    pub const ALL: [Element; ELEMENTS] = *Element::VARIANTS.as_array().expect("there are as many");

    /// Returns the name in files and on command lines.
    pub fn name(self) -> &'static str {
        self.into()
    }

    fn unknown(text: &str) -> String {
        format!("there is no element `{text}`; there are `{}`", Element::ALL.map(Element::name).join("`, `"))
    }
}

impl ElementalDamage {
    /// Returns an amount of one element, and 0 of the others.
    pub fn of(element: Element, amount: f64) -> Self {
        let mut damage = ElementalDamage::default();
        damage[element] = amount;
        damage
    }

    /// Returns the sum over all elements; a negative sum heals.
    pub fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    /// Returns the damage, multiplied by `factor`.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        ElementalDamage(self.0.map(|amount| amount * factor))
    }

    /// Returns true if all amounts are within the limits for rules files.
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
            let (element, value) =
                part.split_once('=').ok_or_else(|| format!("`{part}` does not have the form fire=100"))?;
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

/// Parses a number for damage and filters.
pub(crate) fn amount(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let value = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    check_amount(value)
}

/// Returns the number if it is within the limits for damage and filters.
pub(crate) fn check_amount(value: f64) -> Result<f64, String> {
    let fits = value.abs() <= MAX_AMOUNT;
    if fits { Ok(value) } else { Err(format!("the value must be a number from -10^100 to 10^100, got {value}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_text_lists_elements() {
        let damage: ElementalDamage = "fire=100, physical = -2.5".parse().unwrap();
        assert_eq!(Element::ALL.map(|element| damage[element]), [-2.5, 0.0, 100.0, 0.0, 0.0, 0.0]);
        for (text, what) in [
            ("", "`` does not have the form fire=100"),
            ("fire", "`fire` does not have the form fire=100"),
            ("fire=1,", "`` does not have the form fire=100"),
            ("water=1", "there is no element `water`; there are `physical`, `poison`, `fire`, `ice`, `holy`, `elec`"),
            ("fire=hot", "`hot` is not a number"),
            ("fire=1e999", "the value must be a number from -10^100 to 10^100, got inf"),
            ("fire=NaN", "the value must be a number from -10^100 to 10^100, got NaN"),
            ("fire=1,ice=2,fire=1", "`fire` is given twice"),
        ] {
            assert_eq!(text.parse::<ElementalDamage>(), Err(what.to_owned()), "{text}");
        }
    }

    #[test]
    fn files_and_command_lines_use_the_same_element_names() {
        for element in Element::ALL {
            assert_eq!(ron::to_string(&element).unwrap(), element.name());
            assert_eq!(element.name().parse(), Ok(element));
        }
    }
}
