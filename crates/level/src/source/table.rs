//! Tables: maps in which each name may occur only once. Plain RON would keep the last of two entries.

use crate::{source::diagnostic::TextError, source::ron_text::read_ron};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error, MapAccess, Visitor},
};
use std::{collections::BTreeMap, fmt, marker::PhantomData};

/// Reads a table from the bytes of a RON file of at most `max_bytes`, as [`read_ron`] does. `file` is the name for
/// messages.
///
/// # Errors
/// The first error, with line and column. A duplicate name is an error.
pub fn read_table<T: DeserializeOwned>(
    file: &str,
    bytes: &[u8],
    max_bytes: usize,
) -> Result<BTreeMap<String, T>, TextError> {
    let table: Table<T> = read_ron(file, bytes, max_bytes)?;
    Ok(table.0)
}

/// A table that is a whole file.
#[derive(Deserialize)]
#[serde(transparent, bound = "T: Deserialize<'de>")]
struct Table<T>(#[serde(deserialize_with = "table")] BTreeMap<String, T>);

/// Reads a table that is a part of a file. Used with `deserialize_with`.
///
/// # Errors
/// The first invalid entry, or a duplicate name.
pub fn table<'de, D: Deserializer<'de>, T: Deserialize<'de>>(text: D) -> Result<BTreeMap<String, T>, D::Error> {
    text.deserialize_map(Entries(PhantomData))
}

/// Reads the entries of a table.
struct Entries<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("entries by name, as in { \"name\": (…) }")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut entries: M) -> Result<Self::Value, M::Error> {
        let mut table = BTreeMap::new();
        while let Some(name) = entries.next_key::<String>()? {
            if table.contains_key(&name) {
                return Err(M::Error::custom(format!("'{name}' is listed twice: remove one of the two")));
            }
            table.insert(name, entries.next_value()?);
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<BTreeMap<String, u8>, String> {
        read_table("table.ron", text.as_bytes(), 1000).map_err(|error| error.to_string())
    }

    #[test]
    fn duplicate_names_are_reported_with_their_position() {
        assert_eq!(read("{ \"a\": 1, \"b\": 2 }"), Ok([("a".to_owned(), 1), ("b".to_owned(), 2)].into()));
        let error = read("{\n    \"a\": 1,\n    \"b\": 2,\n    \"a\": 3,\n}").unwrap_err();
        assert!(error.starts_with("table.ron:4:"), "{error}");
        assert!(error.ends_with("'a' is listed twice: remove one of the two"), "{error}");
        assert!(read("[1]").is_err() && read("{ \"a\": 300 }").is_err());
    }
}
