//! Writing a file whole or not at all: what was there stays until what is new lies safe on the disk.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// What the names of files begin with that are being written.
const UNFINISHED: &str = ".unfinished-";
/// Nobody takes longer than this to write one.
const ABANDONED: Duration = Duration::from_secs(60);

/// Writes these bytes into a file, even if the machine should stop in the middle: there is always the old file or the new
/// one. Folders that are missing are made.
///
/// # Errors
/// If the file or its folder cannot be written; the old file is as it was then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Who keeps his settings in a folder of his own and links to them wants to find them there.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut new = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
    new.write_all(bytes)?;
    new.as_file().sync_all()?;
    new.persist(&path)?;
    sync_folder(folder)
}

/// Deletes what was being written into this folder when a game or a machine stopped.
pub fn sweep_unfinished(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_unfinished = entry.file_name().to_str().is_some_and(|name| name.starts_with(UNFINISHED));
        let age = entry.metadata().and_then(|data| data.modified()).ok().and_then(|written| written.elapsed().ok());
        if is_unfinished && age.is_some_and(|age| age > ABANDONED) {
            // If it cannot be deleted it is in nobody's way.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Sees to it that a file's new name is on the disk, too.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    fs::File::open(folder)?.sync_all()
}

/// Elsewhere a folder cannot be opened, and renaming is enough.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    /// The names of what lies in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("deep/file");
        for text in ["long and old", "new"] {
            write_whole(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(names(path.parent().unwrap()), ["file"]);
    }

    #[test]
    fn what_cannot_be_replaced_stays_and_nothing_is_left_beside_it() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("file");
        fs::create_dir_all(path.join("full")).unwrap();
        assert!(write_whole(&path, b"new").is_err());
        assert_eq!(names(folder.path()), ["file"]);
        assert_eq!(names(&path), ["full"]);
    }

    #[test]
    fn what_was_left_unfinished_is_swept_away_once_it_is_old() {
        let folder = tempdir().unwrap();
        let make = |name: &str, seconds: u64| {
            let file = fs::File::create(folder.path().join(name)).unwrap();
            file.set_modified(std::time::SystemTime::now() - Duration::from_secs(seconds)).unwrap();
        };
        make(".unfinished-old", 90);
        make(".unfinished-new", 5);
        make("quick-1.save", 90);
        sweep_unfinished(folder.path());
        assert_eq!(names(folder.path()), [".unfinished-new", "quick-1.save"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_what_it_leads_to_is_written() {
        let folder = tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(real).unwrap(), "new");
    }
}
