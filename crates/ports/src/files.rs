//! Interface of both implementations of the store: files on disk and files in memory.

use crate::names::{MAX_NUMBER, numbered};
use std::{
    fmt::Debug,
    io,
    path::{Path, PathBuf},
    time::Duration,
};

/// Implementation of the store.
pub(crate) trait Files: Debug + Send + Sync {
    fn has_place(&self, name: &str) -> bool;
    fn shown(&self, name: &str) -> PathBuf;
    fn read(&self, name: &str, max_bytes: usize) -> io::Result<Vec<u8>>;
    fn has_file(&self, name: &str) -> bool;
    fn has(&self, name: &str) -> bool {
        self.has_file(name)
    }
    fn is_device(&self, _name: &str) -> bool {
        false
    }
    fn is_link(&self, _name: &str) -> bool {
        false
    }
    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()>;
    fn write_new(&self, name: &str, bytes: &[u8]) -> io::Result<()>;
    fn write_recording(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, String>;
    fn move_aside(&self, name: &str, ending: &str) -> io::Result<()>;
    fn remove(&self, name: &str) -> io::Result<()>;
    fn remove_folder(&self, folder: &str) -> io::Result<()>;
    fn list(&self, folder: &str) -> Vec<Listed>;
    /// The returned value holds the lock until it is dropped.
    fn lock_beside(&self, name: &str) -> StoreLock;
    fn sweep_beside(&self, _name: &str) {}
}

/// A file that [`Store::list`](crate::store::Store::list) has found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listed {
    /// Time of the last write, since 1970.
    pub written: Duration,
    /// Name in the store.
    pub name: String,
}

/// The lock of a folder of a store. While it is held, no other game chooses and writes a file there.
#[must_use = "the folder is locked until this is dropped"]
pub struct StoreLock(#[expect(dead_code, reason = "it is held, not read")] pub(crate) Option<Box<dyn Send>>);

/// Returns the numbered names of a file: the name itself, then with `-2` before the extension, and so on.
pub(crate) fn numbered_names(name: &str) -> impl Iterator<Item = String> {
    (1..=MAX_NUMBER).map(move |number| numbered(Path::new(name), number).to_string_lossy().into_owned())
}

/// Returns the error for a file that exceeds the maximum size.
pub(crate) fn too_large(max_bytes: usize) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("the file has more than {max_bytes} bytes"))
}
