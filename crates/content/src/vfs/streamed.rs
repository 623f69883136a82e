//! A layer whose files arrive while the game runs: the page in a browser downloads them in the background.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::{Arc, PoisonError, RwLock},
};

/// A function that returns a file once it has arrived.
pub(crate) type WhenArrived = Arc<dyn Fn() -> Option<Arc<Vec<u8>>> + Send + Sync>;

/// Files that arrive one by one. Their names are known from the beginning.
#[derive(Default)]
pub(crate) struct Streamed {
    names: BTreeSet<String>,
    arrived: RwLock<BTreeMap<String, Arc<Vec<u8>>>>,
}

impl Streamed {
    /// Returns a layer with files of these names, none of which has arrived.
    pub(crate) fn new(names: BTreeSet<String>) -> Streamed {
        Streamed { names, ..Streamed::default() }
    }

    /// Adds the bytes of a file. A file of another name is ignored.
    pub(crate) fn put(&self, name: &str, bytes: Vec<u8>) {
        if self.names.contains(name) {
            let mut arrived = self.arrived.write().unwrap_or_else(PoisonError::into_inner);
            arrived.insert(name.to_owned(), Arc::new(bytes));
        }
    }

    /// Returns true if there is such a file, whether or not it has arrived.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Returns the names of all files, in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Returns the bytes of a file that has arrived.
    pub(crate) fn get(&self, name: &str) -> Option<Arc<Vec<u8>>> {
        self.arrived.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }
}

impl fmt::Debug for Streamed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let arrived = self.arrived.read().unwrap_or_else(PoisonError::into_inner).len();
        write!(f, "Streamed({arrived} of {} files)", self.names.len())
    }
}
