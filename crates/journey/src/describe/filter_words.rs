//! Formats filters: how they change each element.

use engine::{Element, Filter};

/// A filter as a small table, such as `fire x 0.70 as ice, elec x 2.00`; empty if it changes nothing.
pub fn filter_in_words(filter: &Filter) -> String {
    let same = Filter::default();
    let is_changed = |source: &Element| {
        Element::ALL.into_iter().any(|target| filter.value(*source, target) != same.value(*source, target))
    };
    let changed = Element::ALL.into_iter().filter(is_changed);
    let words = changed.map(|source| format!("{source} x {}", becomes(filter, source).join(" and ")));
    words.collect::<Vec<_>>().join(", ")
}

/// What a filter makes of 1 of an element, such as `0.30` and `0.70 as ice`; `0` if nothing is left of it.
fn becomes(filter: &Filter, source: Element) -> Vec<String> {
    let parts = Element::ALL.into_iter().filter_map(|target| {
        let value = filter.value(source, target);
        (value != 0.0).then(|| match (value, target == source) {
            (value, true) => format!("{value:.2}"),
            (value, false) => format!("{value:.2} as {target}"),
        })
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { vec!["0".to_owned()] } else { parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_is_a_small_table_of_what_it_changes() {
        let filter: Filter = "fire>fire=0,fire>ice=0.7,elec>elec=2".parse().expect("it is a filter");
        assert_eq!(filter_in_words(&filter), "fire x 0.70 as ice, elec x 2.00");
        assert_eq!(filter_in_words(&Filter::default()), "");
        assert_eq!(filter_in_words(&"ice>ice=0".parse().expect("it is a filter")), "ice x 0");
    }
}
