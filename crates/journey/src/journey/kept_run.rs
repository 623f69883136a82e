//! A kept run: the state of a run as saves and decks that were left have it.

use engine::Snapshot;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// The bytes of a run's state, and its hash: another version of the game might read the same bytes otherwise.
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

    /// Another version of the game has written it.
    #[cfg(test)]
    pub(crate) fn spoil(&mut self) {
        self.hash ^= 1;
    }

    /// Returns the state, if this version of the game keeps it in the same way.
    pub(crate) fn snapshot(&self) -> Option<Snapshot> {
        Snapshot::from_bytes(&self.snapshot).filter(|snapshot| snapshot.hash() == self.hash)
    }
}

/// What is kept next to a run by name, such as the marks on its walls and the sounds that were heard.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Extras(pub(crate) Vec<(String, Vec<u8>)>);

impl Extras {
    /// Keeps a value under a name, in place of the one that had it.
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
