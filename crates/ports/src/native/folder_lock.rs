//! The lock of a folder that several games share.

use crate::native::write_target::make_folder;
use std::{
    fs::{File, TryLockError},
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// How long to wait for another game that holds the lock. Writing a file takes less time, but a game can be suspended
/// while it does.
const PATIENCE: Duration = Duration::from_secs(3);
/// Time between two attempts.
const PAUSE: Duration = Duration::from_millis(5);

/// Lock of a folder. While it is held, no other game reads, chooses and then writes a file there.
///
/// Invariant: reads that decide what is written to a folder happen under the same lock as the write. The folder itself
/// is locked, so no lock file is left behind. Some network file systems do not support locks. There the lock has no
/// effect, but new files are still created by [`write_new`](crate::native::whole_file::write_new), which never replaces
/// a file.
#[must_use = "the folder is locked until this is dropped"]
#[derive(Debug)]
pub struct FolderLock(Option<File>);

impl FolderLock {
    /// Locks a folder, which is created if it does not exist.
    pub fn take(folder: &Path) -> FolderLock {
        // If the folder cannot be created, the later write reports it.
        let _ = make_folder(folder);
        let Ok(file) = File::open(folder) else { return FolderLock(None) };
        let began = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return FolderLock(Some(file)),
                Err(TryLockError::WouldBlock) if began.elapsed() < PATIENCE => thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock | TryLockError::Error(_)) => return FolderLock(None),
            }
        }
    }

    /// Returns true if no other process can lock the folder now.
    pub fn is_held(&self) -> bool {
        self.0.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_lock_holds_others_off_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        let first = FolderLock::take(&deep);
        assert!(first.is_held());
        let other = File::open(&deep).unwrap();
        assert!(matches!(other.try_lock(), Err(TryLockError::WouldBlock)));
        drop(first);
        assert!(FolderLock::take(&deep).is_held());
        assert_eq!(std::fs::read_dir(&deep).unwrap().count(), 0);
    }

    #[test]
    fn folder_lock_is_not_held_where_there_is_no_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("file"), "").unwrap();
        assert!(!FolderLock::take(&folder.path().join("file/below")).is_held());
    }
}
