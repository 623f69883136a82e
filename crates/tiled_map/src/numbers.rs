//! Numbers in attributes. Scripts and other editors write the same numbers with blanks, signs or zeros after the point.

use level::XmlElement;

/// Attributes with numbers.
const NUMBERS: [&str; 16] = [
    "id",
    "gid",
    "firstgid",
    "x",
    "y",
    "width",
    "height",
    "rotation",
    "offsetx",
    "offsety",
    "tilewidth",
    "tileheight",
    "tilecount",
    "columns",
    "margin",
    "spacing",
];
/// Bound of the whole numbers that a floating-point number represents exactly.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// Parses a whole number in any spelling, such as ` 5 `, `+5`, `5.0` or `5e0`.
pub(crate) fn whole(text: &str) -> Option<i64> {
    let text = text.trim();
    text.parse().ok().or_else(|| {
        let number: f64 = text.parse().ok()?;
        (number.fract() == 0.0 && number.abs() < MAX_EXACT).then_some(number as i64)
    })
}

/// Parses a truth value in any spelling, such as `true`, `True` or `1`.
pub(crate) fn truth(text: &str) -> Option<bool> {
    let text = text.trim();
    let is = |words: [&str; 2]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is(["true", "1"]) { Some(true) } else { is(["false", "0"]).then_some(false) }
}

/// Rewrites the numbers in the attributes of an element and all elements inside it without blanks, and whole numbers
/// with digits only. Everything else stays, so that it can be reported.
pub(crate) fn tidy(element: &mut XmlElement) {
    for (name, value) in &mut element.attributes {
        match name.as_str() {
            "infinite" if value.trim().is_empty() => "0".clone_into(value),
            "infinite" => *value = truth(value).map_or_else(|| value.clone(), |is| u8::from(is).to_string()),
            "points" => *value = value.split_whitespace().collect::<Vec<&str>>().join(" "),
            name if NUMBERS.contains(&name) => {
                *value = whole(value).map_or_else(|| value.trim().to_owned(), |number| number.to_string());
            }
            _ => {}
        }
    }
    element.children.iter_mut().for_each(tidy);
}
