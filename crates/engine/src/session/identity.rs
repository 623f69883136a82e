//! Identities: numbers that stand for what the simulation reads of a level and of rules.
//!
//! Demos, saves and states name their level and their rules by these numbers. What nobody simulates is left out: texts, captions,
//! names of art and sounds, and the shape of our structs. So a corrected label keeps every demo and save valid.

pub(crate) mod earlier;
pub(crate) mod known;
pub(crate) mod level;
pub(crate) mod rules;

use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

/// Collects values in the order in which they are put, and makes one number of them.
#[derive(Default)]
pub(crate) struct Identity(Vec<u8>);

impl Identity {
    /// Adds a plain value: a number, a text, an enum without fields, or a few of them.
    ///
    /// # Panics
    /// If postcard cannot write it, as a sequence of unknown length.
    pub(crate) fn put(&mut self, value: &impl Serialize) -> &mut Self {
        let bytes = std::mem::take(&mut self.0);
        self.0 = postcard::to_extend(value, bytes).expect("plain values can be written");
        self
    }

    /// Adds each value of a list, and before them how many there are.
    pub(crate) fn put_each<T>(&mut self, list: &[T], mut put: impl FnMut(&mut Self, &T)) -> &mut Self {
        self.put(&list.len());
        list.iter().for_each(|value| put(self, value));
        self
    }

    /// Adds a value that may be missing.
    pub(crate) fn put_some<T>(&mut self, value: Option<&T>, put: impl FnOnce(&mut Self, &T)) -> &mut Self {
        self.put(&value.is_some());
        if let Some(value) = value {
            put(self, value);
        }
        self
    }

    /// Returns the number for all that was put: equal for equal values, and otherwise different as far as xxh3 tells 64 bits apart.
    pub(crate) fn number(&self) -> u64 {
        xxh3_64(&self.0)
    }
}
