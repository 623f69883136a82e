//! Keys: which of the three somebody carries. They stay on their deck.

use level::Key;
use serde::{Deserialize, Serialize};

/// The keys that somebody, as a rule the player, has found on this deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keys([bool; Key::ALL.len()]);

impl Keys {
    /// True if this key is among them.
    pub fn has(self, key: Key) -> bool {
        self.0[key as usize]
    }

    /// These keys.
    pub(crate) fn of(keys: &[Key]) -> Keys {
        let mut all = Keys::default();
        keys.iter().for_each(|key| _ = all.take(*key));
        all
    }

    /// Adds a key; false if it was there already.
    pub(crate) fn take(&mut self, key: Key) -> bool {
        !std::mem::replace(&mut self.0[key as usize], true)
    }
}
