//! Fields of a level's text with their values.

use crate::write::values::{light, name, text};
use std::fmt;

/// A field of a level's text, such as `wall: "hull"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Key.
    pub key: &'static str,
    /// Value.
    pub value: Value,
}

/// The value of a [`Field`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Any text.
    Text(String),
    /// A name, which is written without escapes so that errors can report its position.
    Name(String),
    /// True or false.
    Is(bool),
    /// A number, with as few digits as possible.
    Number(String),
    /// Any other RON expression.
    Ron(String),
}

impl Field {
    pub(super) fn text(key: &'static str, text: &str) -> Field {
        Field { key, value: Value::Text(text.to_owned()) }
    }

    pub(super) fn name(key: &'static str, name: &str) -> Field {
        Field { key, value: Value::Name(name.to_owned()) }
    }

    pub(super) fn is(key: &'static str, is: bool) -> Field {
        Field { key, value: Value::Is(is) }
    }

    pub(super) fn number(key: &'static str, number: impl ToString) -> Field {
        Field { key, value: Value::Number(number.to_string()) }
    }

    /// Returns the `light` field of a cell, from 0 (dark) to 255 (full).
    pub fn light(of: u8) -> Field {
        Field { key: "light", value: Value::Number(light(of)) }
    }

    pub(super) fn ron(key: &'static str, ron: impl ToString) -> Field {
        Field { key, value: Value::Ron(ron.to_string()) }
    }

    /// Joins fields with commas.
    pub(super) fn join(fields: &[Field]) -> String {
        fields.iter().map(Field::to_string).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.value)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Value::Text(value) => f.write_str(&text(value)),
            Value::Name(value) => f.write_str(&name(value)),
            Value::Is(is) => write!(f, "{is}"),
            Value::Number(value) | Value::Ron(value) => f.write_str(value),
        }
    }
}

/// Fields that apply to a rectangle of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Column and row of the upper left cell, from 0.
    pub from: (usize, usize),
    /// Column and row of the lower right cell.
    pub to: (usize, usize),
    /// Fields.
    pub fields: Vec<Field>,
}

impl Listed {
    pub(super) fn cell(at: (usize, usize), fields: Vec<Field>) -> Listed {
        Listed { from: at, to: at, fields }
    }
}
