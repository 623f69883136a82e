//! The lock of a folder that several games share.

use crate::native::write_target::make_folder;
use std::{
    fs::{File, TryLockError},
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// How long another game may keep the lock: nobody takes longer to write a file, but a game can be stopped while it does.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long to wait before another try.
const PAUSE: Duration = Duration::from_millis(5);

/// The lock of a folder. As long as it is held, no other game reads, chooses and then writes there.
///
/// The rule: whatever is read from a folder to choose what is written there is read and written under this lock. The folder
/// itself is locked, so no file is left behind. Where a folder cannot be locked, as on some network file systems, the lock
/// holds nobody off; new files are then still created by [`write_new`](crate::native::whole_file::write_new), which never replaces one.
#[must_use = "the folder is locked until this is dropped"]
#[derive(Debug)]
pub struct FolderLock(Option<File>);

impl FolderLock {
    /// Locks a folder, which is created if it does not exist.
    pub fn take(folder: &Path) -> FolderLock {
        // If it cannot be created, whoever writes there reports that.
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

    /// True if nobody else can lock the folder now.
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
