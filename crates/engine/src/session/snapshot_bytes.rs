//! The bytes of a snapshot, as saves keep them.

use crate::session::snapshot::Snapshot;
use serde::de::DeserializeOwned;

impl Snapshot {
    /// The bytes of the state, and behind them those of what was counted and of the creatures that wait to search for a path.
    pub fn to_bytes(&self) -> Vec<u8> {
        let written = postcard::to_stdvec(self)
            .and_then(|state| postcard::to_extend(&self.counts, state))
            .and_then(|state| postcard::to_extend(&self.searches, state));
        written.expect("a state is made of what postcard can write")
    }

    /// Reads the bytes that [`Snapshot::to_bytes`] has written. Those of an older version end behind the state or behind what was
    /// counted: the rest is empty there. None if they are something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Snapshot> {
        let (snapshot, rest) = postcard::take_from_bytes::<Snapshot>(bytes).ok()?;
        let (counts, rest) = read_part(rest)?;
        let (searches, rest) = read_part(rest)?;
        rest.is_empty().then_some(Snapshot { counts, searches, ..snapshot })
    }
}

/// Reads a part, which is empty where the bytes end before it.
fn read_part<T: DeserializeOwned + Default>(bytes: &[u8]) -> Option<(T, &[u8])> {
    if bytes.is_empty() { Some((T::default(), bytes)) } else { postcard::take_from_bytes(bytes).ok() }
}
