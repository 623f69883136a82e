//! Conversion of values between a level's text and Tiled properties.

use level::{Field, Value};
use ron::{Options, extensions::Extensions};
use serde::de::IgnoredAny;
use tiled::PropertyValue;

/// Fields with text values. The values of all others are RON.
const TEXTS: [&str; 24] = [
    "wall",
    "overlay",
    "lift",
    "stairs",
    "switch",
    "door",
    "window",
    "grating",
    "barrier",
    "pillar",
    "diagonal",
    "push",
    "floor",
    "ceiling",
    "monster",
    "pickup",
    "prop",
    "damage_zone",
    "climate",
    "name",
    "jamb",
    "sky",
    "texture",
    "lint",
];
/// Fields with names as values, which are written without changes.
const NAMES: [&str; 2] = ["at", "because"];

/// Returns the type and the text of a field as a Tiled property.
pub(crate) fn property(field: &Field) -> (&'static str, String) {
    match &field.value {
        Value::Text(text) | Value::Name(text) => ("string", encode_text(text)),
        Value::Is(is) => ("bool", is.to_string()),
        Value::Number(number) => ("float", number.clone()),
        Value::Ron(ron) => match colour(ron).filter(|_| field.key.ends_with("colour")) {
            Some([red, green, blue]) => ("color", format!("#ff{red:02x}{green:02x}{blue:02x}")),
            None => (
                "string",
                encode_text(ron.strip_prefix('[').and_then(|actions| actions.strip_suffix(']')).unwrap_or(ron)),
            ),
        },
    }
}

/// Encodes a text so that XML can hold it. A text with control characters, surrounding blanks or a leading quotation
/// mark becomes a RON string.
pub(crate) fn encode_text(text: &str) -> String {
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

/// Decodes a text encoded by [`encode_text`].
pub(crate) fn decode_text(text: &str) -> Result<String, String> {
    if !text.starts_with('"') {
        return Ok(text.to_owned());
    }
    ron::from_str(text)
        .map_err(|error| format!("a text that begins with a quotation mark must be valid RON: {}", error.code))
}

/// Converts a property to a value in a level's text.
///
/// # Errors
/// The reason why the value is invalid.
pub(crate) fn value(key: &str, value: &PropertyValue) -> Result<String, String> {
    let ron = match value {
        PropertyValue::BoolValue(is) => is.to_string(),
        PropertyValue::FloatValue(number) => number.to_string(),
        PropertyValue::IntValue(number) => number.to_string(),
        PropertyValue::ColorValue(colour) => format!("({}, {}, {})", colour.red, colour.green, colour.blue),
        PropertyValue::StringValue(text) | PropertyValue::FileValue(text) => {
            let text = decode_text(text)?;
            if TEXTS.contains(&key) {
                return Ok(Value::Text(text).to_string());
            } else if NAMES.contains(&key) {
                return Ok(Value::Name(text).to_string());
            }
            let ron = match text.trim().to_ascii_lowercase().as_str() {
                _ if key == "do" => format!("[{text}]"),
                // Scripts write truth values with a capital letter.
                truth @ ("true" | "false") => truth.to_owned(),
                _ => text,
            };
            let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
            // An incomplete value could absorb what follows it in the level's text.
            let is_whole: Result<IgnoredAny, _> = options.from_str(&ron);
            is_whole.map_err(|error| format!("`{ron}` is not a valid value: {}", error.code))?;
            ron
        }
        PropertyValue::ObjectValue(_) | PropertyValue::ListValue(_) | PropertyValue::ClassValue { .. } => {
            return Err("the type must not be object, list or class".to_owned());
        }
    };
    Ok(ron)
}

/// Returns true if the key has the form of a field name.
pub(crate) fn is_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
}

/// Parses a colour.
fn colour(ron: &str) -> Option<[u8; 3]> {
    let mut numbers = ron.strip_prefix('(')?.strip_suffix(')')?.split(", ").map(str::parse);
    let colour = [numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?];
    numbers.next().is_none().then_some(colour)
}

#[cfg(test)]
mod tests {
    use super::TEXTS;

    #[test]
    fn text_fields_of_the_legend_are_complete() {
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
