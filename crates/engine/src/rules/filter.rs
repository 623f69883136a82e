//! Filters: what weapons, rooms, suits and natures make of the elements of damage.
//!
//! A blow passes, in this order, through the filters of the weapon, of the attacker, of the place where the target stands,
//! of the target's items in the order of their names, and of the target's nature. The order matters: a hot
//! room makes more of fire before a ring turns it into ice, and nothing of the ice afterwards.

use crate::rules::element::{ELEMENTS, Element, ElementalDamage, MAX_AMOUNT, amount, check_amount};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// How much of each element comes out for one of each that goes in: a matrix with a row for each result and a column for
/// each source. What no cell speaks of passes unchanged.
///
/// In data files it is a list of cells, `[(fire, fire, 0), (fire, ice, 0.7)]`: source, target, value. As text it is
/// `fire>fire=0,fire>ice=0.7`. The order of the cells is of no importance, except that the last of those with the same
/// source and target holds. Values are from -10^100 to 10^100; negative ones make damage heal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(Element, Element, f64)>", into = "Vec<(Element, Element, f64)>")]
pub struct Filter([[f64; ELEMENTS]; ELEMENTS]);

impl Default for Filter {
    /// The filter that changes nothing.
    fn default() -> Self {
        let mut cells = [[0.0; ELEMENTS]; ELEMENTS];
        for element in Element::ALL {
            cells[element as usize][element as usize] = 1.0;
        }
        Filter(cells)
    }
}

impl Filter {
    /// How much of `target` comes out for one `source`.
    pub fn value(&self, source: Element, target: Element) -> f64 {
        self.0[target as usize][source as usize]
    }

    /// The one filter that does what these do one after the other. None at all change nothing.
    pub fn in_order<'a>(filters: impl IntoIterator<Item = &'a Filter>) -> Filter {
        filters.into_iter().fold(Filter::default(), |first, next| first.then(next))
    }

    /// This filter and then the `next`. Where a value would leave ±10^100, it stays there.
    fn then(&self, next: &Filter) -> Filter {
        let product =
            |source: usize, target: usize| (0..ELEMENTS).map(|via| next.0[target][via] * self.0[via][source]).sum();
        Filter(std::array::from_fn(|target| std::array::from_fn(|source| limited(product(source, target)))))
    }

    /// What comes out for this damage. Where an amount would leave ±10^100, it stays there.
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
    /// The cells that change something.
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
            let ((source, target), value) = parts.ok_or_else(|| format!("`{part}` is not like fire>ice=0.7"))?;
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

    /// What comes out, as a table row in the order physical, poison, fire, ice, holy, elec.
    fn passed(filters: &[Filter], before: &str) -> [f64; ELEMENTS] {
        Filter::in_order(filters).apply(&damage(before)).0
    }

    fn assert_near(actual: [f64; ELEMENTS], expected: [f64; ELEMENTS]) {
        let near = actual.iter().zip(&expected).all(|(actual, expected)| (actual - expected).abs() < 1e-9);
        assert!(near, "{actual:?} is not {expected:?}");
    }

    #[test]
    fn a_hot_room_and_a_ring_of_frost_make_much_ice_in_one_order_and_little_in_the_other() {
        let room = filter("fire>fire=1.5");
        let ring = filter("fire>fire=0,fire>ice=0.7");
        assert_near(passed(&[room.clone(), ring.clone()], "fire=100,physical=20"), [20.0, 0.0, 0.0, 105.0, 0.0, 0.0]);
        assert_near(passed(&[ring, room], "fire=100,physical=20"), [20.0, 0.0, 0.0, 70.0, 0.0, 0.0]);
    }

    #[test]
    fn one_filter_reads_only_what_comes_in() {
        let burning = filter("physical>fire=1,physical>physical=0.5");
        assert_near(passed(&[burning], "physical=50,poison=10"), [25.0, 10.0, 50.0, 0.0, 0.0, 0.0]);
        let split = filter("physical>physical=0,physical>poison=0.5,physical>ice=0.65");
        assert_near(passed(&[split], "physical=100"), [0.0, 50.0, 0.0, 65.0, 0.0, 0.0]);
        assert_eq!(filter("fire>ice=1,fire>fire=0"), filter("fire>fire=0,fire>ice=1"));
        assert_eq!(filter("fire>ice=1,fire>ice=2"), filter("fire>ice=2"), "the last word on a cell holds");
    }

    #[test]
    fn fire_may_heal_and_healing_may_be_filtered() {
        let furnace = filter("fire>fire=-1");
        assert_near(passed(std::slice::from_ref(&furnace), "fire=30,ice=5"), [0.0, 0.0, -30.0, 5.0, 0.0, 0.0]);
        assert_near(passed(&[furnace.clone(), furnace], "fire=30"), [0.0, 0.0, 30.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn any_number_of_strong_filters_ends_at_the_limit() {
        let stronger = vec![filter("fire>fire=1e100,fire>ice=-1e100,ice>fire=1e100"); 10_000];
        let all = passed(&stronger, "fire=1e100,ice=1e100");
        assert!(all.iter().all(|amount| amount.abs() <= MAX_AMOUNT), "{all:?}");
    }

    #[test]
    fn files_list_the_cells_that_change() {
        let ring: Filter = ron::from_str("[(fire, ice, 0.7), (fire, fire, 0), (holy, holy, 1)]").unwrap();
        assert_eq!(ring, filter("fire>fire=0,fire>ice=0.7"));
        assert_eq!(ron::to_string(&ring).unwrap(), "[(fire,fire,0.0),(fire,ice,0.7)]");
        assert_eq!(ron::from_str::<Filter>("[]").unwrap(), Filter::default());
        for (text, what) in [
            ("[(fire, water, 1)]", "water"),
            ("[(fire, ice)]", "3"),
            ("[(fire, ice, \"much\")]", "Expected float"),
            ("[(fire, ice, 1e999)]", "fire to ice: inf is not a number from -10^100 to 10^100"),
            ("[(fire, ice, NaN)]", "fire to ice: NaN is not a number from -10^100 to 10^100"),
        ] {
            let error = ron::from_str::<Filter>(text).unwrap_err().to_string();
            assert!(error.contains(what), "{text}: {error}");
        }
    }

    #[test]
    fn mistakes_in_text_are_told() {
        for (text, what) in [
            ("", "`` is not like fire>ice=0.7"),
            ("fire=1", "`fire=1` is not like fire>ice=0.7"),
            ("fire>ice", "`fire>ice` is not like fire>ice=0.7"),
            ("fire>ice=0.7,", "`` is not like fire>ice=0.7"),
            ("fire>ice=x", "`x` is not a number"),
            ("fire>ice=inf", "inf is not a number from -10^100 to 10^100"),
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
        fn no_filter_changes_nothing(amounts: [i32; ELEMENTS]) {
            let damage = ElementalDamage(amounts.map(f64::from));
            prop_assert_eq!(Filter::in_order([]).apply(&damage), damage);
        }

        #[test]
        fn one_matrix_does_what_its_filters_do_one_by_one(
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
        fn what_is_written_is_read_again(filter in filters()) {
            let text = ron::to_string(&filter).unwrap();
            prop_assert_eq!(ron::from_str::<Filter>(&text).unwrap(), filter);
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "[a-z>=,. 0-9é-]{0,30}") {
            let _ = (text.parse::<Filter>(), text.parse::<ElementalDamage>());
        }
    }
}
