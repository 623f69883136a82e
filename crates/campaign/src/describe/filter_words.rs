//! Formats filters: how they change each element.

use engine::{Element, Filter};
use localization::{Key, Said, say};

/// Formats a filter as a small table, such as `fire x 0.70 as ice, electric x 2.00`. Returns `None` if it changes nothing.
pub fn filter_in_words(filter: &Filter) -> Option<Said> {
    let same = Filter::default();
    let is_changed = |source: &Element| {
        Element::ALL.into_iter().any(|target| filter.value(*source, target) != same.value(*source, target))
    };
    let changed = Element::ALL.into_iter().filter(is_changed);
    let words = changed
        .map(|source| say!("{source} x {parts}", source = element_name(source), parts = becomes(filter, source)));
    let words: Vec<Said> = words.collect();
    (!words.is_empty()).then(|| Said::joined(words, ", "))
}

/// Returns what players call an element.
pub fn element_name(element: Element) -> Key {
    match element {
        Element::Physical => say!("physical"),
        Element::Poison => say!("poison"),
        Element::Fire => say!("fire"),
        Element::Ice => say!("ice"),
        Element::Holy => say!("holy"),
        Element::Elec => say!("electric"),
    }
}

/// Formats the output of a filter for 1 unit of an element, such as `0.30 and 0.70 as ice`; `0` if nothing is left of
/// it.
fn becomes(filter: &Filter, source: Element) -> Said {
    let parts = Element::ALL.into_iter().filter_map(|target| {
        let value = filter.value(source, target);
        let number = Said::decimal(value, 2);
        (value != 0.0).then(|| match target == source {
            true => number,
            false => say!("{value} as {target}", value = number, target = element_name(target)),
        })
    });
    let both = |one, other| say!("{one} and {other}", one, other);
    parts.reduce(both).unwrap_or(Said::from(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english(filter: &Filter) -> String {
        filter_in_words(filter).expect("it changes something").english()
    }

    #[test]
    fn filters_are_formatted_as_a_small_table() {
        let filter: Filter = "fire>fire=0,fire>ice=0.7,elec>elec=2".parse().expect("it is a filter");
        assert_eq!(english(&filter), "fire x 0.70 as ice, electric x 2.00");
        assert_eq!(filter_in_words(&Filter::default()), None);
        assert_eq!(english(&"ice>ice=0".parse().expect("it is a filter")), "ice x 0");
    }
}
