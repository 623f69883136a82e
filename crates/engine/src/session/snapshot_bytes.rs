//! The bytes of a snapshot, as saves keep them.

use crate::session::snapshot::Snapshot;

impl Snapshot {
    /// The bytes of the state, and behind them those of what was counted.
    pub fn to_bytes(&self) -> Vec<u8> {
        let written = postcard::to_stdvec(self).and_then(|state| postcard::to_extend(&self.counts, state));
        written.expect("a state is made of what postcard can write")
    }

    /// Reads the bytes that [`Snapshot::to_bytes`] has written. Those of an older version end behind the state: nothing was counted
    /// there. None if they are something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Snapshot> {
        let (snapshot, rest) = postcard::take_from_bytes::<Snapshot>(bytes).ok()?;
        if rest.is_empty() {
            return Some(snapshot);
        }
        let (counts, rest) = postcard::take_from_bytes(rest).ok()?;
        rest.is_empty().then_some(Snapshot { counts, ..snapshot })
    }
}
