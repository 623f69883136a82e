//! Files in memory: the [`Store`](crate::store::Store) of tests and of platforms without a disk.

use crate::{
    clock::Clock,
    files::{Files, Listed, StoreLock, numbered_names, too_large},
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

#[derive(Default)]
struct State {
    files: BTreeMap<String, StoredFile>,
    /// Accesses that fail: their kind, a prefix of names, and the error.
    refused: Vec<(Access, String, io::ErrorKind)>,
    /// Decides whether an access fails, for simulations.
    faults: Option<Box<dyn FnMut(Access, &str) -> Option<Fault> + Send>>,
    /// Number of folder locks that are held.
    locks: usize,
    /// What another game does, and the number of unprotected accesses before that.
    other_game: Option<(usize, Box<dyn FnOnce() + Send>)>,
}

impl Debug for State {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.debug_struct("State").field("files", &self.files).finish_non_exhaustive()
    }
}

/// How an access fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It changes nothing.
    Refused(io::ErrorKind),
    /// It happens, but is not answered: the game ends at this moment. For reading it is as [`Fault::Refused`].
    Unanswered,
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
        let state = State { files, ..State::default() };
        MemoryFiles { clock, state: Arc::new(Mutex::new(state)), mirror: Some(mirror) }
    }

    /// Makes this kind of access fail for all names that start with `prefix`.
    pub fn refuse(&self, access: Access, prefix: &str, error: io::ErrorKind) {
        self.state().refused.push((access, prefix.to_owned(), error));
    }

    /// Asks a function before each access how it fails, if it does.
    pub fn simulate(&self, faults: impl FnMut(Access, &str) -> Option<Fault> + Send + 'static) {
        self.state().faults = Some(Box::new(faults));
    }

    /// Simulates another game, which does something once, between two accesses. It does so after this number of further
    /// accesses, not counting those under a lock, which would keep the other game away.
    pub(crate) fn interrupt(&self, after: usize, other_game: impl FnOnce() + Send + 'static) {
        self.state().other_game = Some((after, Box::new(other_game)));
    }

    /// Removes a simulated other game that has not done anything yet.
    pub(crate) fn forget_interruption(&self) {
        self.state().other_game = None;
    }

    /// Makes all accesses succeed again.
    pub fn allow_all(&self) {
        let mut state = self.state();
        state.refused.clear();
        state.faults = None;
    }

    /// Returns the contents of a file, whatever accesses are set to fail.
    pub fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        self.state().files.get(name).map(|file| file.bytes.clone())
    }

    /// Returns the names of all files.
    pub fn names(&self) -> Vec<String> {
        self.state().files.keys().cloned().collect()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Each change is a single assignment, so a panic cannot leave the files inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the simulated other game do what it does, if this is its moment.
    fn let_other_game_act(&self) {
        let mut state = self.state();
        if state.locks > 0 {
            return;
        }
        match state.other_game.take() {
            Some((0, act)) => {
                // It uses these files, too.
                drop(state);
                act();
            }
            Some((after, act)) => state.other_game = Some((after - 1, act)),
            None => {}
        }
    }

    /// Returns the files, or the error if this access is set to fail.
    fn access(&self, access: Access, name: &str) -> io::Result<MutexGuard<'_, State>> {
        self.begin(access, name).map(|(state, _)| state)
    }

    /// Returns the files and whether the access will be answered, or the error if it is set to fail.
    fn begin(&self, access: Access, name: &str) -> io::Result<(MutexGuard<'_, State>, bool)> {
        self.let_other_game_act();
        let mut state = self.state();
        let refused = state.refused.iter().find(|(of, prefix, _)| *of == access && name.starts_with(prefix));
        let refused = refused.map(|(_, _, error)| Fault::Refused(*error));
        let fault = refused.or_else(|| state.faults.as_mut().and_then(|faults| faults(access, name)));
        match fault {
            Some(Fault::Refused(error)) => Err(error.into()),
            Some(Fault::Unanswered) if access == Access::Read => Err(unanswered()),
            fault => Ok((state, fault.is_none())),
        }
    }

    /// Changes a file. Its new state is `None` if there is to be none.
    fn alter(
        &self,
        name: &str,
        new: impl FnOnce(Option<&StoredFile>) -> io::Result<Option<StoredFile>>,
    ) -> io::Result<()> {
        let (mut state, is_answered) = self.begin(Access::Write, name)?;
        let new = new(state.files.get(name))?;
        self.change(&mut state, name.to_owned(), new);
        if is_answered { Ok(()) } else { Err(unanswered()) }
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

/// Returns the error of an access that was not answered.
fn unanswered() -> io::Error {
    io::Error::other("the game ended")
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
        self.let_other_game_act();
        self.state().files.contains_key(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.alter(name, |_| Ok(Some(self.file(bytes))))
    }

    fn write_new(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.alter(name, |old| match old {
            Some(_) => Err(io::ErrorKind::AlreadyExists.into()),
            None => Ok(Some(self.file(bytes))),
        })
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
        let (mut state, is_answered) = self.begin(Access::Write, name)?;
        let free = (1..=MAX_NUMBER).map(|number| format!("{name}.{ending}{number}"));
        let free = free.into_iter().find(|free| !state.files.contains_key(free)).ok_or_else(all_taken)?;
        let file = state.files.get(name).cloned().ok_or(io::ErrorKind::NotFound)?;
        self.change(&mut state, free, Some(file));
        self.change(&mut state, name.to_owned(), None);
        if is_answered { Ok(()) } else { Err(unanswered()) }
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.alter(name, |old| old.map(|_| None).ok_or_else(|| io::ErrorKind::NotFound.into()))
    }

    fn remove_folder(&self, folder: &str) -> io::Result<()> {
        let below = format!("{folder}/");
        let mut names = self.names();
        names.retain(|name| name.starts_with(&below));
        if names.is_empty() {
            return Err(io::ErrorKind::NotFound.into());
        }
        names.iter().try_for_each(|name| self.remove(name))
    }

    fn list(&self, folder: &str) -> Vec<Listed> {
        let Ok(state) = self.access(Access::Read, folder) else { return Vec::new() };
        let is_in = |name: &str| name.rsplit_once('/').map_or("", |(of, _)| of) == folder;
        let files = state.files.iter().filter(|(name, _)| is_in(name));
        files.map(|(name, file)| Listed { written: file.written, name: name.clone() }).collect()
    }

    fn lock_beside(&self, _name: &str) -> StoreLock {
        self.state().locks += 1;
        StoreLock(Some(Box::new(HeldLock(self.clone()))))
    }
}

/// A lock of a folder in memory.
struct HeldLock(MemoryFiles);

impl Drop for HeldLock {
    fn drop(&mut self) {
        self.0.state().locks -= 1;
    }
}
