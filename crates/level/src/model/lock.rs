//! Locks and the keys that fit them.

use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// A key. The three are told apart by letter and by the shape of their heads, which their locks show too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, VariantArray)]
pub enum Key {
    /// The one with a round head.
    #[default]
    A,
    /// The one with a square head.
    B,
    /// The one with a three-cornered head.
    C,
}

impl Key {
    /// The three, in their order.
    pub const ALL: &[Key] = Key::VARIANTS;
}

/// What keeps a door shut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, VariantArray)]
pub enum Lock {
    /// Key A opens it.
    #[default]
    A,
    /// Key B opens it.
    B,
    /// Key C opens it.
    C,
    /// No key opens it: only a trigger does.
    Sealed,
}

impl Lock {
    /// All of them, in their order.
    pub const ALL: &[Lock] = Lock::VARIANTS;

    /// The key that opens it, if one does.
    pub fn key(self) -> Option<Key> {
        match self {
            Lock::A => Some(Key::A),
            Lock::B => Some(Key::B),
            Lock::C => Some(Key::C),
            Lock::Sealed => None,
        }
    }
}
