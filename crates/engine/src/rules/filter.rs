//! Filters: how weapons, rooms, suits and natures change damage.
//!
//! A hit passes through these filters in order: the weapon, the attacker, the damage zone at the target, the target's
//! items by name, and the target's nature. The order matters: if a hot room amplifies fire before a ring turns it into
//! ice, the room does not amplify the ice.

use crate::rules::element::{ELEMENTS, Element, ElementalDamage, MAX_AMOUNT, amount, check_amount};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A matrix that maps damage to damage, with a row for each resulting element and a column for each source element.
/// Damage without a matching cell passes unchanged.
///
/// In data files it is a list of cells, `[(fire, fire, 0), (fire, ice, 0.7)]`: source, target, value. As text it is
/// `fire>fire=0,fire>ice=0.7`. The order of the cells does not matter, except that the last of several cells with the
/// same source and target applies. Values are from -10^100 to 10^100; with negative values, damage heals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(Element, Element, f64)>", into = "Vec<(Element, Element, f64)>")]
pub struct Filter([[f64; ELEMENTS]; ELEMENTS]);

impl Default for Filter {
    /// Returns the filter that changes nothing.
    fn default() -> Self {
        let mut cells = [[0.0; ELEMENTS]; ELEMENTS];
        for element in Element::ALL {
            cells[element as usize][element as usize] = 1.0;
        }
        Filter(cells)
    }
}

impl Filter {
    /// Returns the amount of `target` that results from one unit of `source`.
    pub fn value(&self, source: Element, target: Element) -> f64 {
        self.0[target as usize][source as usize]
    }

    /// Returns one filter that is equivalent to applying these in order; the identity if there are none.
    pub fn in_order<'a>(filters: impl IntoIterator<Item = &'a Filter>) -> Filter {
        filters.into_iter().fold(Filter::default(), |first, next| first.then(next))
    }

    /// Returns this filter followed by `next`. Values are clamped to ±10^100.
    fn then(&self, next: &Filter) -> Filter {
        let product =
            |source: usize, target: usize| (0..ELEMENTS).map(|via| next.0[target][via] * self.0[via][source]).sum();
        Filter(std::array::from_fn(|target| std::array::from_fn(|source| limited(product(source, target)))))
    }

    /// Returns the filtered damage. Amounts are clamped to ±10^100.
    pub fn apply(&self, damage: &ElementalDamage) -> ElementalDamage {
        ElementalDamage(
            self.0.map(|row| limited(row.iter().zip(&damage.0).map(|(value, amount)| value * amount).sum())),
        )
    }
}

fn limited(value: f64) -> f64 {
    value.clamp(-MAX_AMOUNT, MAX_AMOUNT)
}

impl TryFrom<Vec<(Element, Element, f64)>> for Filter {
    type Error = String;

    fn try_from(cells: Vec<(Element, Element, f64)>) -> Result<Self, String> {
        let mut filter = Filter::default();
        for (source, target, value) in cells {
            filter.0[target as usize][source as usize] =
                check_amount(value).map_err(|error| format!("{source} to {target}: {error}"))?;
        }
        Ok(filter)
    }
}

impl From<Filter> for Vec<(Element, Element, f64)> {
    /// Returns the cells that change anything.
    fn from(filter: Filter) -> Self {
        let unchanged = Filter::default();
        let pairs = Element::ALL.into_iter().flat_map(|source| Element::ALL.map(|target| (source, target)));
        pairs
            .filter(|&(source, target)| filter.value(source, target) != unchanged.value(source, target))
            .map(|(source, target)| (source, target, filter.value(source, target)))
            .collect()
    }
}

impl FromStr for Filter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let cell = |part: &str| {
            let parts = part.split_once('=').and_then(|(pair, value)| Some((pair.split_once('>')?, value)));
            let ((source, target), value) =
                parts.ok_or_else(|| format!("`{part}` does not have the form fire>ice=0.7"))?;
            Ok((source.trim().parse()?, target.trim().parse()?, amount(value)?))
        };
        let cells: Result<Vec<(Element, Element, f64)>, String> = text.split(',').map(cell).collect();
        Filter::try_from(cells?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn filter(text: &str) -> Filter {
        text.parse().unwrap()
    }

    fn damage(text: &str) -> ElementalDamage {
        text.parse().unwrap()
    }

    /// Returns the filtered damage as a row in the order physical, poison, fire, ice, holy, elec.
    fn passed(filters: &[Filter], before: &str) -> [f64; ELEMENTS] {
        Filter::in_order(filters).apply(&damage(before)).0
    }

    fn assert_near(actual: [f64; ELEMENTS], expected: [f64; ELEMENTS]) {
        let near = actual.iter().zip(&expected).all(|(actual, expected)| (actual - expected).abs() < 1e-9);
        assert!(near, "{actual:?} is not {expected:?}");
    }

    #[test]
    fn order_of_hot_room_and_frost_ring_matters() {
        let room = filter("fire>fire=1.5");
        let ring = filter("fire>fire=0,fire>ice=0.7");
        assert_near(passed(&[room.clone(), ring.clone()], "fire=100,physical=20"), [20.0, 0.0, 0.0, 105.0, 0.0, 0.0]);
        assert_near(passed(&[ring, room], "fire=100,physical=20"), [20.0, 0.0, 0.0, 70.0, 0.0, 0.0]);
    }

    #[test]
    fn filter_only_reads_the_incoming_damage() {
        let burning = filter("physical>fire=1,physical>physical=0.5");
        assert_near(passed(&[burning], "physical=50,poison=10"), [25.0, 10.0, 50.0, 0.0, 0.0, 0.0]);
        let split = filter("physical>physical=0,physical>poison=0.5,physical>ice=0.65");
        assert_near(passed(&[split], "physical=100"), [0.0, 50.0, 0.0, 65.0, 0.0, 0.0]);
        assert_eq!(filter("fire>ice=1,fire>fire=0"), filter("fire>fire=0,fire>ice=1"));
        assert_eq!(filter("fire>ice=1,fire>ice=2"), filter("fire>ice=2"), "the last value of a cell applies");
    }

    #[test]
    fn fire_can_heal_and_healing_can_be_filtered() {
        let furnace = filter("fire>fire=-1");
        assert_near(passed(std::slice::from_ref(&furnace), "fire=30,ice=5"), [0.0, 0.0, -30.0, 5.0, 0.0, 0.0]);
        assert_near(passed(&[furnace.clone(), furnace], "fire=30"), [0.0, 0.0, 30.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn strong_filters_are_clamped_to_the_limit() {
        let stronger = vec![filter("fire>fire=1e100,fire>ice=-1e100,ice>fire=1e100"); 10_000];
        let all = passed(&stronger, "fire=1e100,ice=1e100");
        assert!(all.iter().all(|amount| amount.abs() <= MAX_AMOUNT), "{all:?}");
    }

    #[test]
    fn files_list_the_changed_cells() {
        let ring: Filter = ron::from_str("[(fire, ice, 0.7), (fire, fire, 0), (holy, holy, 1)]").unwrap();
        assert_eq!(ring, filter("fire>fire=0,fire>ice=0.7"));
        assert_eq!(ron::to_string(&ring).unwrap(), "[(fire,fire,0.0),(fire,ice,0.7)]");
        assert_eq!(ron::from_str::<Filter>("[]").unwrap(), Filter::default());
        for (text, what) in [
            ("[(fire, water, 1)]", "water"),
            ("[(fire, ice)]", "3"),
            ("[(fire, ice, \"much\")]", "Expected float"),
            ("[(fire, ice, 1e999)]", "fire to ice: the value must be a number from -10^100 to 10^100, got inf"),
            ("[(fire, ice, NaN)]", "fire to ice: the value must be a number from -10^100 to 10^100, got NaN"),
        ] {
            let error = ron::from_str::<Filter>(text).unwrap_err().to_string();
            assert!(error.contains(what), "{text}: {error}");
        }
    }

    #[test]
    fn errors_in_filter_text_are_reported() {
        for (text, what) in [
            ("", "`` does not have the form fire>ice=0.7"),
            ("fire=1", "`fire=1` does not have the form fire>ice=0.7"),
            ("fire>ice", "`fire>ice` does not have the form fire>ice=0.7"),
            ("fire>ice=0.7,", "`` does not have the form fire>ice=0.7"),
            ("fire>ice=x", "`x` is not a number"),
            ("fire>ice=inf", "the value must be a number from -10^100 to 10^100, got inf"),
            ("fir>ice=1", "there is no element `fir`; there are `physical`, `poison`, `fire`, `ice`, `holy`, `elec`"),
        ] {
            assert_eq!(text.parse::<Filter>(), Err(what.to_owned()));
        }
    }

    fn filters() -> impl Strategy<Value = Filter> {
        let cell = (0..ELEMENTS, 0..ELEMENTS, -3.0..3.0);
        let cell = cell.prop_map(|(source, target, value)| (Element::ALL[source], Element::ALL[target], value));
        proptest::collection::vec(cell, 0..8).prop_map(|cells| Filter::try_from(cells).expect("values are small"))
    }

    proptest! {
        #[test]
        fn empty_list_of_filters_changes_nothing(amounts: [i32; ELEMENTS]) {
            let damage = ElementalDamage(amounts.map(f64::from));
            prop_assert_eq!(Filter::in_order([]).apply(&damage), damage);
        }

        #[test]
        fn combined_filter_equals_its_filters_in_order(
            filters in proptest::collection::vec(filters(), 0..5),
            amounts in proptest::array::uniform6(-100.0..100.0),
        ) {
            let damage = ElementalDamage(amounts);
            let at_once = Filter::in_order(&filters).apply(&damage);
            let one_by_one = filters.iter().fold(damage, |damage, filter| filter.apply(&damage));
            for element in Element::ALL {
                prop_assert!((at_once[element] - one_by_one[element]).abs() < 1e-6);
            }
        }

        #[test]
        fn filter_text_survives_a_round_trip(filter in filters()) {
            let text = ron::to_string(&filter).unwrap();
            prop_assert_eq!(ron::from_str::<Filter>(&text).unwrap(), filter);
        }

        #[test]
        fn random_filter_text_does_not_cause_panics(text in "[a-z>=,. 0-9é-]{0,30}") {
            let _ = (text.parse::<Filter>(), text.parse::<ElementalDamage>());
        }
    }
}
