//! Keys: which of the three a body carries. Keys stay on their deck.

use level::Key;
use serde::{Deserialize, Serialize};

/// The keys found on this deck, usually by the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keys([bool; Key::ALL.len()]);

impl Keys {
    /// Returns true if this key is in the set.
    pub fn has(self, key: Key) -> bool {
        self.0[key as usize]
    }

    /// Creates a set of these keys.
    pub(crate) fn of(keys: &[Key]) -> Keys {
        let mut all = Keys::default();
        keys.iter().for_each(|key| _ = all.take(*key));
        all
    }

    /// Adds a key. Returns false if it was in the set already.
    pub(crate) fn take(&mut self, key: Key) -> bool {
        !std::mem::replace(&mut self.0[key as usize], true)
    }
}
