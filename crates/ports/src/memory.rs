//! Files in memory: the [`Store`](crate::store::Store) of tests and of platforms without a disk.

use crate::{
    clock::Clock,
    files::{Files, Listed, numbered_names, too_large},
    names::{MAX_NUMBER, all_taken},
};
use std::{
    collections::BTreeMap,
    fmt::{self, Debug, Formatter},
    io,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The files of a store in memory, shared by all clones.
#[derive(Clone, Debug)]
pub struct MemoryFiles {
    clock: Clock,
    state: Arc<Mutex<State>>,
    mirror: Option<Mirror>,
}

/// Receives each change of a store in memory, in order, so that another place can keep a copy.
#[derive(Clone)]
pub(crate) struct Mirror(pub(crate) Arc<dyn Fn(&str, Option<&StoredFile>) + Send + Sync>);

impl Debug for Mirror {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str("Mirror")
    }
}

/// Contents of a file, and the time of its last write since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFile {
    /// Contents.
    pub bytes: Vec<u8>,
    /// Time of the last write, since 1970.
    pub written: Duration,
}

#[derive(Debug, Default)]
struct State {
    files: BTreeMap<String, StoredFile>,
    /// Accesses that fail: their kind, a prefix of names, and the error.
    refused: Vec<(Access, String, io::ErrorKind)>,
}

/// Kind of access that can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading files.
    Read,
    /// Writing, renaming and removing files.
    Write,
}

impl MemoryFiles {
    pub(crate) fn new(clock: Clock) -> MemoryFiles {
        MemoryFiles { clock, state: Arc::default(), mirror: None }
    }

    /// Creates a store with these files, which reports each change.
    pub(crate) fn mirrored(clock: Clock, files: BTreeMap<String, StoredFile>, mirror: Mirror) -> MemoryFiles {
        let state = State { files, refused: Vec::new() };
        MemoryFiles { clock, state: Arc::new(Mutex::new(state)), mirror: Some(mirror) }
    }

    /// Makes this kind of access fail for all names that start with `prefix`.
    pub fn refuse(&self, access: Access, prefix: &str, error: io::ErrorKind) {
        self.state().refused.push((access, prefix.to_owned(), error));
    }

    /// Makes all accesses succeed again.
    pub fn allow_all(&self) {
        self.state().refused.clear();
    }

    /// Returns the names of all files.
    pub fn names(&self) -> Vec<String> {
        self.state().files.keys().cloned().collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Each change is a single assignment, so a panic cannot leave the files inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the files, or the error if this access is set to fail.
    fn access(&self, access: Access, name: &str) -> io::Result<MutexGuard<'_, State>> {
        let state = self.state();
        let refused = state.refused.iter().find(|(of, prefix, _)| *of == access && name.starts_with(prefix));
        let refused = refused.map(|(_, _, error)| *error);
        refused.map_or(Ok(state), |error| Err(error.into()))
    }

    /// Returns a file that is written now.
    fn file(&self, bytes: &[u8]) -> StoredFile {
        StoredFile { bytes: bytes.to_owned(), written: self.clock.wall() }
    }

    /// Stores or removes a file, and reports it.
    fn change(&self, state: &mut State, name: String, file: Option<StoredFile>) {
        if let Some(mirror) = &self.mirror {
            (mirror.0)(&name, file.as_ref());
        }
        match file {
            Some(file) => drop(state.files.insert(name, file)),
            None => drop(state.files.remove(&name)),
        }
    }
}

impl Files for MemoryFiles {
    fn has_place(&self, _name: &str) -> bool {
        true
    }

    fn shown(&self, name: &str) -> PathBuf {
        name.into()
    }

    fn read(&self, name: &str, max_bytes: usize) -> io::Result<Vec<u8>> {
        let state = self.access(Access::Read, name)?;
        let StoredFile { bytes, .. } = state.files.get(name).ok_or(io::ErrorKind::NotFound)?;
        if bytes.len() > max_bytes {
            return Err(too_large(max_bytes));
        }
        Ok(bytes.clone())
    }

    fn has_file(&self, name: &str) -> bool {
        self.state().files.contains_key(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let file = self.file(bytes);
        self.change(&mut *self.access(Access::Write, name)?, name.to_owned(), Some(file));
        Ok(())
    }

    fn write_new(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let file = self.file(bytes);
        let mut state = self.access(Access::Write, name)?;
        if state.files.contains_key(name) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        self.change(&mut state, name.to_owned(), Some(file));
        Ok(())
    }

    fn write_recording(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
        for numbered in numbered_names(name) {
            match self.write_new(&numbered, bytes) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(format!("{name} cannot be written: {error}")),
                Ok(()) => return Ok(numbered.into()),
            }
        }
        Err(format!("{name} cannot be written: {}", all_taken()))
    }

    fn move_aside(&self, name: &str, ending: &str) -> io::Result<()> {
        let mut state = self.access(Access::Write, name)?;
        let free = (1..=MAX_NUMBER).map(|number| format!("{name}.{ending}{number}"));
        let free = free.into_iter().find(|free| !state.files.contains_key(free)).ok_or_else(all_taken)?;
        let file = state.files.get(name).cloned().ok_or(io::ErrorKind::NotFound)?;
        self.change(&mut state, free, Some(file));
        self.change(&mut state, name.to_owned(), None);
        Ok(())
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        let mut state = self.access(Access::Write, name)?;
        if !state.files.contains_key(name) {
            return Err(io::ErrorKind::NotFound.into());
        }
        self.change(&mut state, name.to_owned(), None);
        Ok(())
    }

    fn list(&self, folder: &str) -> Vec<Listed> {
        let Ok(state) = self.access(Access::Read, folder) else { return Vec::new() };
        let is_in = |name: &str| name.rsplit_once('/').map_or("", |(of, _)| of) == folder;
        let files = state.files.iter().filter(|(name, _)| is_in(name));
        files.map(|(name, file)| Listed { written: file.written, name: name.clone() }).collect()
    }
}
