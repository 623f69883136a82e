//! The stored state of a run, as it is in saves and for decks that were left.

use engine::Snapshot;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Bytes of a run's state, with its hash to detect data that this version of the game would decode differently.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptRun {
    hash: u64,
    snapshot: Vec<u8>,
}

impl KeptRun {
    pub(crate) fn of(snapshot: &Snapshot) -> KeptRun {
        KeptRun { hash: snapshot.hash(), snapshot: snapshot.to_bytes() }
    }

    /// Returns the hash of the state.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Simulates state that another version of the game has written.
    #[cfg(test)]
    pub(crate) fn corrupt(&mut self) {
        self.hash ^= 1;
    }

    /// Returns the state, if this version of the game decodes it correctly.
    pub(crate) fn snapshot(&self) -> Option<Snapshot> {
        Snapshot::from_bytes(&self.snapshot).filter(|snapshot| snapshot.hash() == self.hash)
    }
}

/// Additional data that is stored next to a run by name, such as wall marks and recent sounds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Extras(pub(crate) Vec<(String, Vec<u8>)>);

impl Extras {
    /// Stores a value under a name, replacing the previous one.
    ///
    /// # Panics
    /// If postcard cannot write the value. Plain structs can always be written.
    pub fn put(&mut self, name: &str, value: &impl Serialize) {
        self.0.retain(|(other, _)| other != name);
        self.0.push((name.to_owned(), postcard::to_stdvec(value).expect("plain structs can be written")));
    }

    /// Returns the value of this name, if there is one and it can be read.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let (_, bytes) = self.0.iter().find(|(other, _)| other == name)?;
        postcard::from_bytes(bytes).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_replaces_the_one_of_the_same_name() {
        let mut extras = Extras::default();
        extras.put("marks", &vec![1_u8, 2]);
        extras.put("marks", &vec![3_u8]);
        assert_eq!((extras.get("marks"), extras.get::<Vec<u8>>("sounds")), (Some(vec![3_u8]), None));
    }

    #[test]
    fn state_that_does_not_have_its_hash_is_not_read() {
        let kept = KeptRun { hash: 1, snapshot: vec![0; 40] };
        assert_eq!(kept.snapshot(), None);
    }
}
