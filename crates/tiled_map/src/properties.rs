//! The types and values of properties. Other spellings of the same values are rewritten, and wrong ones are reported
//! with their place, which the library does not know.

use crate::{notes::Notes, numbers};
use level::XmlElement;
use std::collections::BTreeSet;

/// The types of properties.
const TYPES: [&str; 9] = ["bool", "class", "color", "file", "float", "int", "list", "object", "string"];

/// Checks and rewrites all properties inside an element.
///
/// # Errors
/// The first wrong type or value, with its place.
pub(crate) fn check(file: &str, element: &mut XmlElement, notes: &mut Notes) -> Result<(), String> {
    PropertyCheck { file, notes }.check(element, "")
}

struct PropertyCheck<'a> {
    file: &'a str,
    notes: &'a mut Notes,
}

impl PropertyCheck<'_> {
    /// Checks an element and everything in it. `outer` is the name of the property that contains it, if any.
    fn check(&mut self, element: &mut XmlElement, outer: &str) -> Result<(), String> {
        let mut name = outer.to_owned();
        match element.name.as_str() {
            "properties" => self.note_replaced(element),
            "property" | "item" => {
                name = element.attribute("name").unwrap_or(outer).to_owned();
                self.value(element, &name)?;
            }
            _ => {}
        }
        element.children.iter_mut().try_for_each(|child| self.check(child, &name))
    }

    /// Adds a note for each property that a later one with the same name replaces.
    fn note_replaced(&mut self, properties: &XmlElement) {
        let mut later = BTreeSet::new();
        for property in properties.children.iter().rev() {
            let name = property.attribute("name").unwrap_or_default();
            if !later.insert(name) {
                self.notes.add(property, &format!("the property '{name}' is replaced by a later one"));
            }
        }
    }

    /// Checks the type and the value of a property or of an item of a list, and rewrites the value.
    fn value(&mut self, element: &mut XmlElement, name: &str) -> Result<(), String> {
        let wrong = |element: &XmlElement, what: String| Err(element.error(self.file, what).to_string());
        let class = element.attribute("type").unwrap_or_default().trim().to_owned();
        let class = if class.is_empty() { "string" } else { &class };
        if !TYPES.contains(&class) {
            let what = format!("the type of the property '{name}' must be one of {}, got '{class}'", TYPES.join(", "));
            return wrong(element, what);
        }
        if element.attribute("value").is_some() && !element.text.is_empty() {
            let what = format!("the text of the property '{name}' is not read, because it has a `value`");
            self.notes.add(element, &what);
            element.text.clear();
        }
        let written = element.attribute("value").unwrap_or(&element.text);
        let rewritten = match class {
            "class" | "list" | "string" | "file" => Ok(None),
            class => canonical(class, written.trim()).map(Some),
        };
        match rewritten {
            Ok(value) => set(element, class, value),
            Err(expected) => {
                let what = format!("the property '{name}' must be {expected}, got '{}'", written.trim());
                return wrong(element, what);
            }
        }
        Ok(())
    }
}

/// Sets the type of a property, and its value if there is a new one.
fn set(property: &mut XmlElement, class: &str, value: Option<String>) {
    property.attributes.retain(|(name, _)| name != "type" && (name != "value" || value.is_none()));
    property.attributes.push(("type".to_owned(), class.to_owned()));
    if let Some(value) = value {
        property.text.clear();
        property.attributes.push(("value".to_owned(), value));
    }
}

/// Returns a value in the spelling that the library reads.
///
/// # Errors
/// What the value must be.
fn canonical(class: &str, value: &str) -> Result<String, String> {
    let (found, expected) = match class {
        "bool" => (numbers::truth(value).map(|is| is.to_string()), "true or false".to_owned()),
        "int" => {
            let number = numbers::whole(value).and_then(|number| i32::try_from(number).ok());
            (number.map(|number| number.to_string()), format!("a whole number from {} to {}", i32::MIN, i32::MAX))
        }
        "float" => {
            let number = value.parse::<f32>().ok();
            (number.map(|_| value.to_owned()), "a number such as 0.5".to_owned())
        }
        "color" => (colour(value), "a colour such as #ff8000".to_owned()),
        _ => {
            let number = numbers::whole(value).and_then(|number| u32::try_from(number).ok());
            (number.map(|number| number.to_string()), "the number of an object".to_owned())
        }
    };
    found.ok_or(expected)
}

/// Returns a colour with six or eight digits, if it has three, six or eight.
fn colour(value: &str) -> Option<String> {
    let digits = value.strip_prefix('#').unwrap_or(value);
    if !digits.chars().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    match digits.len() {
        3 => Some(digits.chars().fold("#".to_owned(), |colour, digit| format!("{colour}{digit}{digit}"))),
        6 | 8 => Some(format!("#{digits}")),
        _ => None,
    }
}
