//! Filters as XML: a list of the cells to set.
//!
//! ```xml
//! <filter>
//!   <set source="fire" target="fire" value="0"/>
//!   <set source="fire" target="ice" value="0.7"/>
//! </filter>
//! ```
//!
//! A file has one `<filter>`, or several in `<filters>`, which are applied in order. `<damage-filter>` and
//! `<damage-filters>` are synonyms.

use crate::{
    rules::element::{Element, amount},
    rules::filter::Filter,
};
use level::{TextError, XmlElement, read_xml};

/// Maximum size of a filter file, in bytes.
const MAX_BYTES: usize = 4 << 20;
/// Tag names for one filter.
const ONE: [&str; 2] = ["filter", "damage-filter"];
/// Tag names for several filters.
const SEVERAL: [&str; 2] = ["filters", "damage-filters"];

/// Attributes that are allowed as labels for human readers, and ignored.
const LABELS: [&str; 2] = ["id", "name"];

impl Filter {
    /// Reads the filters of an XML file in the order of its text; `file` is its name in error messages.
    ///
    /// # Errors
    /// Returns the first error, with line and column.
    pub fn read_xml(file: &str, bytes: &[u8]) -> Result<Vec<Filter>, TextError> {
        let root = read_xml(file, bytes, MAX_BYTES)?;
        if ONE.contains(&root.name.as_str()) {
            return Ok(vec![filter(file, &root)?]);
        }
        if !SEVERAL.contains(&root.name.as_str()) {
            return Err(
                root.error(file, format!("the root element must be `<filter>` or `<filters>`, got `<{}>`", root.name))
            );
        }
        has_only(file, &root, &LABELS)?;
        let filters = root.children.iter().map(|element| match ONE.contains(&element.name.as_str()) {
            true => filter(file, element),
            false => Err(element
                .error(file, format!("`<{}>` must only contain `<filter>`, got `<{}>`", root.name, element.name))),
        });
        filters.collect()
    }
}

/// Reads a filter from its element.
fn filter(file: &str, element: &XmlElement) -> Result<Filter, TextError> {
    has_only(file, element, &LABELS)?;
    let cells: Result<Vec<_>, TextError> = element.children.iter().map(|set| cell(file, set)).collect();
    Filter::try_from(cells?).map_err(|what| element.error(file, what))
}

/// Reads a cell of a filter: source, target and value.
fn cell(file: &str, set: &XmlElement) -> Result<(Element, Element, f64), TextError> {
    if set.name != "set" {
        return Err(set.error(file, format!("a filter must only contain `<set>`, got `<{}>`", set.name)));
    }
    has_only(file, set, &["source", "target", "value"])?;
    if let Some(inner) = set.children.first() {
        return Err(inner.error(file, "`<set>` must be empty".to_owned()));
    }
    let given = |name| set.attribute(name).ok_or_else(|| set.error(file, format!("`<set>` lacks `{name}`")));
    let wrong = |name: &'static str| move |what: String| set.error(file, format!("`{name}`: {what}"));
    Ok((
        given("source")?.trim().parse().map_err(wrong("source"))?,
        given("target")?.trim().parse().map_err(wrong("target"))?,
        amount(given("value")?).map_err(wrong("value"))?,
    ))
}

/// Checks that an element has no other attributes than these, and no text.
fn has_only(file: &str, element: &XmlElement, attributes: &[&str]) -> Result<(), TextError> {
    let name = &element.name;
    if let Some((unknown, _)) = element.attributes.iter().find(|(name, _)| !attributes.contains(&name.as_str())) {
        let known = attributes.join("`, `");
        return Err(element.error(file, format!("`<{name}>` has no attribute `{unknown}`; allowed are `{known}`")));
    }
    if element.text.is_empty() { Ok(()) } else { Err(element.error(file, format!("`<{name}>` must not contain text"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Filter>, String> {
        Filter::read_xml("f.xml", text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn file_has_one_or_several_filters() {
        let ring = r#"<filter><set source="fire" target="fire" value="0"/><set source='fire' target='ice' value='0.7'/></filter>"#;
        let expected: Filter = "fire>fire=0,fire>ice=0.7".parse().unwrap();
        assert_eq!(read(ring), Ok(vec![expected.clone()]));
        let several = format!(r#"<filters name="all">{ring}<damage-filter id="none"/>{ring}</filters>"#);
        assert_eq!(read(&several), Ok(vec![expected.clone(), Filter::default(), expected]));
        assert_eq!(read("<damage-filters/>"), Ok(vec![]));
        let twice =
            r#"<filter><set source="ice" target="ice" value="9"/><set source="ice" target="ice" value="2"/></filter>"#;
        assert_eq!(read(twice), Ok(vec!["ice>ice=2".parse().unwrap()]), "the last value of a cell applies");
    }

    #[test]
    fn errors_in_filter_files_are_reported_with_position() {
        const ELEMENTS: &str = "`physical`, `poison`, `fire`, `ice`, `holy`, `elec`";
        for (text, what) in [
            ("<layout/>", "1:1: the root element must be `<filter>` or `<filters>`, got `<layout>`".to_owned()),
            ("<filters>\n<set/></filters>", "2:1: `<filters>` must only contain `<filter>`, got `<set>`".to_owned()),
            ("<filter>\n <add/></filter>", "2:2: a filter must only contain `<set>`, got `<add>`".to_owned()),
            ("<filter><set source='fire' target='ice'/></filter>", "1:9: `<set>` lacks `value`".to_owned()),
            (
                "<filter><set source='fir' target='ice' value='1'/></filter>",
                format!("1:9: `source`: there is no element `fir`; there are {ELEMENTS}"),
            ),
            (
                "<filter><set source='fire' target='ice' value='1e999'/></filter>",
                "1:9: `value`: the value must be a number from -10^100 to 10^100, got inf".to_owned(),
            ),
            (
                "<filter><set source='fire' target='ice' value='much'/></filter>",
                "1:9: `value`: `much` is not a number".to_owned(),
            ),
            (
                "<filter><set source='fire' goal='ice' value='1'/></filter>",
                "1:9: `<set>` has no attribute `goal`; allowed are `source`, `target`, `value`".to_owned(),
            ),
            ("<filter>fire</filter>", "1:1: `<filter>` must not contain text".to_owned()),
            (
                "<filter><set source='fire' target='ice' value='1'><set/></set></filter>",
                "1:51: `<set>` must be empty".to_owned(),
            ),
        ] {
            assert_eq!(read(text), Err(format!("f.xml:{what}")));
        }
    }
}
