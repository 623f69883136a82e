//! Values: as a level's text has them, and as properties of Tiled.

use level::{Field, Value};
use ron::{Options, extensions::Extensions};
use serde::de::IgnoredAny;
use tiled::PropertyValue;

/// The fields whose value is a text. All others say a number, a word or more, as RON has it.
const TEXTS: [&str; 23] = [
    "wall", "overlay", "lift", "stairs", "switch", "door", "window", "grating", "barrier", "pillar", "diagonal",
    "push", "floor", "ceiling", "monster", "pickup", "prop", "climate", "name", "jamb", "sky", "texture", "lint",
];
/// Those that are names, which stand in a level's text as they are.
const NAMES: [&str; 2] = ["at", "because"];

/// A value as a property of Tiled: its type and its text.
pub(crate) fn property(field: &Field) -> (&'static str, String) {
    match &field.value {
        Value::Text(text) | Value::Name(text) => ("string", sayable(text)),
        Value::Is(is) => ("bool", is.to_string()),
        Value::Number(number) => ("float", number.clone()),
        Value::Ron(ron) => match colour(ron).filter(|_| field.key.ends_with("colour")) {
            Some([red, green, blue]) => ("color", format!("#ff{red:02x}{green:02x}{blue:02x}")),
            None => ("string", sayable(ron.strip_prefix('[').and_then(|acts| acts.strip_suffix(']')).unwrap_or(ron))),
        },
    }
}

/// A text as XML can hold it: one with characters of control, or with a quotation mark in front, as RON has it, in quotes.
pub(crate) fn sayable(text: &str) -> String {
    let is_plain = |letter: char| !letter.is_control() && !['\u{fffe}', '\u{ffff}'].contains(&letter);
    let is_trimmed = text.trim() == text && !text.is_empty();
    if is_trimmed && text.chars().all(is_plain) && !text.starts_with('"') {
        return text.to_owned();
    }
    let escape = |letter: char| match letter {
        '"' | '\\' => format!("\\{letter}"),
        _ if is_plain(letter) => letter.to_string(),
        _ => format!("\\u{{{:x}}}", u32::from(letter)),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}

/// The text that a property says: see [`sayable`].
pub(crate) fn said(text: &str) -> Result<String, String> {
    if !text.starts_with('"') {
        return Ok(text.to_owned());
    }
    ron::from_str(text)
        .map_err(|error| format!("what begins with a quotation mark is read as RON, and here {}", error.code))
}

/// A property as a level's text has it.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn value(key: &str, value: &PropertyValue) -> Result<String, String> {
    let ron = match value {
        PropertyValue::BoolValue(is) => is.to_string(),
        PropertyValue::FloatValue(number) => number.to_string(),
        PropertyValue::IntValue(number) => number.to_string(),
        PropertyValue::ColorValue(colour) => format!("({}, {}, {})", colour.red, colour.green, colour.blue),
        PropertyValue::StringValue(text) | PropertyValue::FileValue(text) => {
            let text = said(text)?;
            if TEXTS.contains(&key) {
                return Ok(Value::Text(text).to_string());
            } else if NAMES.contains(&key) {
                return Ok(Value::Name(text).to_string());
            }
            let ron = if key == "do" { format!("[{text}]") } else { text };
            let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
            // Whatever is not one whole value could take what stands after it for its own.
            let is_whole: Result<IgnoredAny, _> = options.from_str(&ron);
            is_whole.map_err(|error| format!("`{ron}` is not a value as levels have it: {}", error.code))?;
            ron
        }
        PropertyValue::ObjectValue(_) | PropertyValue::ListValue(_) | PropertyValue::ClassValue { .. } => {
            return Err("it is an object, a list or a class, which no level has".to_owned());
        }
    };
    Ok(ron)
}

/// True if it can be the name of a field.
pub(crate) fn is_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
}

/// The numbers of a colour, if it is one.
fn colour(ron: &str) -> Option<[u8; 3]> {
    let mut numbers = ron.strip_prefix('(')?.strip_suffix(')')?.split(", ").map(str::parse);
    let colour = [numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?];
    numbers.next().is_none().then_some(colour)
}

#[cfg(test)]
mod tests {
    use super::TEXTS;

    #[test]
    fn every_field_of_the_legend_that_is_a_text_is_known_to_be_one() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../level/src/text/legend.rs");
        let source = std::fs::read_to_string(file).expect("the source of the legend");
        let words = source.split_once("struct EntryText {").and_then(|(_, rest)| rest.split_once("\n}"));
        let words = words.expect("the words of an entry").0.lines();
        let fields = words.filter_map(|line| line.trim().strip_suffix(": Option<String>,")?.split(' ').next_back());
        let fields: Vec<&str> = fields.collect();
        assert!(fields.len() > 15, "{fields:?}");
        assert!(fields.iter().all(|field| TEXTS.contains(field)), "{fields:?}");
    }
}
