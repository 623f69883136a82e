//! The encoding of snapshots in saves.

use crate::session::snapshot::Snapshot;
use serde::de::DeserializeOwned;
use std::sync::Arc;

impl Snapshot {
    /// Returns the bytes of the state, followed by those of the counters, of the creatures that wait for a path search, of
    /// the developer acts, and of the names of kinds.
    pub fn to_bytes(&self) -> Vec<u8> {
        let written = postcard::to_stdvec(self)
            .and_then(|state| postcard::to_extend(&self.counts, state))
            .and_then(|state| postcard::to_extend(&self.searches, state))
            .and_then(|state| postcard::to_extend(&self.dev, state))
            .and_then(|state| postcard::to_extend(&*self.kinds, state));
        written.expect("postcard can serialise every state")
    }

    /// Decodes the bytes of [`Snapshot::to_bytes`]. Those of older versions end earlier; missing parts are empty. Returns `None` if the bytes are invalid.
    pub fn from_bytes(bytes: &[u8]) -> Option<Snapshot> {
        let (snapshot, rest) = postcard::take_from_bytes::<Snapshot>(bytes).ok()?;
        let (counts, rest) = read_part(rest)?;
        let (searches, rest) = read_part(rest)?;
        let (dev, rest) = read_part(rest)?;
        let (kinds, rest) = read_part(rest)?;
        rest.is_empty().then_some(Snapshot { counts, searches, dev, kinds: Arc::new(kinds), ..snapshot })
    }
}

/// Decodes a part, which is empty if there are no more bytes.
fn read_part<T: DeserializeOwned + Default>(bytes: &[u8]) -> Option<(T, &[u8])> {
    if bytes.is_empty() { Some((T::default(), bytes)) } else { postcard::take_from_bytes(bytes).ok() }
}
