//! Locks and the keys that fit them.

use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// A key. The three keys differ in their letter and in the shape of their head, which their locks show too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, VariantArray)]
pub enum Key {
    /// Key with a round head.
    #[default]
    A,
    /// Key with a square head.
    B,
    /// Key with a triangular head.
    C,
}

impl Key {
    /// All keys, in order.
    pub const ALL: &[Key] = Key::VARIANTS;
}

/// Lock of a door.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, VariantArray)]
pub enum Lock {
    /// Key A opens it.
    #[default]
    A,
    /// Key B opens it.
    B,
    /// Key C opens it.
    C,
    /// Only a trigger opens it.
    Sealed,
}

impl Lock {
    /// All locks, in order.
    pub const ALL: &[Lock] = Lock::VARIANTS;

    /// Returns the key that opens it, if any.
    pub fn key(self) -> Option<Key> {
        match self {
            Lock::A => Some(Key::A),
            Lock::B => Some(Key::B),
            Lock::C => Some(Key::C),
            Lock::Sealed => None,
        }
    }
}
