//! Identities: hashes of everything that the simulation reads from a level and from rules.
//!
//! Demos, saves and states refer to their level and rules by these numbers. Everything that is not simulated is left
//! out: texts, captions, names of art and sounds, and the layout of our structs. A corrected label therefore keeps
//! every demo and save valid.

pub(crate) mod earlier;
pub(crate) mod known;
pub(crate) mod level;
pub(crate) mod rules;

use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

/// A hash of values in the order in which they are added.
#[derive(Default)]
pub(crate) struct Identity(Vec<u8>);

impl Identity {
    /// Adds a plain value: a number, a text, an enum without fields, or a few of them.
    ///
    /// # Panics
    /// If postcard cannot encode it, for example a sequence of unknown length.
    pub(crate) fn put(&mut self, value: &impl Serialize) -> &mut Self {
        let bytes = std::mem::take(&mut self.0);
        self.0 = postcard::to_extend(value, bytes).expect("plain values can be written");
        self
    }

    /// Adds the length of a list and each of its values.
    pub(crate) fn put_each<T>(&mut self, list: &[T], mut put: impl FnMut(&mut Self, &T)) -> &mut Self {
        self.put(&list.len());
        list.iter().for_each(|value| put(self, value));
        self
    }

    /// Adds an optional value.
    pub(crate) fn put_some<T>(&mut self, value: Option<&T>, put: impl FnOnce(&mut Self, &T)) -> &mut Self {
        self.put(&value.is_some());
        if let Some(value) = value {
            put(self, value);
        }
        self
    }

    /// Returns the hash of all values that were added: equal for equal values, and otherwise different except for
    /// 64-bit collisions.
    pub(crate) fn number(&self) -> u64 {
        xxh3_64(&self.0)
    }
}
