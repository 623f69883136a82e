//! Free file names for demos, screenshots and reports, and for files that are moved aside.

use crate::{
    names::{MAX_NUMBER, all_taken, ending_in, numbered},
    native::whole_file::write_new,
    native::write_target::Target,
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Writes these bytes to the first of these files that does not exist, and returns its name. Two processes that do this
/// at the same time write two files.
///
/// # Errors
/// If all names are taken, or the file cannot be written.
pub fn write_first_free(names: impl IntoIterator<Item = PathBuf>, bytes: &[u8]) -> io::Result<PathBuf> {
    for name in names {
        match write_new(&name, bytes) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            written => return written.map(|()| name),
        }
    }
    Err(all_taken())
}

/// Writes these bytes to the file with the first free number, and returns its name.
///
/// # Errors
/// If all numbers are taken, or the file cannot be written.
pub fn write_numbered(file: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    write_first_free((1..=MAX_NUMBER).map(|number| numbered(file, number)), bytes)
}

/// Renames an unreadable file so that its name is free: `x.ron` becomes `x.ron.broken1`, or gets the first free higher
/// number. If the name is a link, its target is renamed and the link stays. Returns the new name.
///
/// # Errors
/// If it is neither a file nor a folder, or cannot be renamed.
pub fn move_aside(path: &Path, ending: &str) -> io::Result<PathBuf> {
    let path = match Target::of(path) {
        Ok(Target::File(path, _)) => path,
        Err(error) if error.kind() == io::ErrorKind::IsADirectory => fs::canonicalize(path)?,
        Ok(Target::New(_)) => return Err(io::ErrorKind::NotFound.into()),
        Ok(Target::Stream(_)) => return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file")),
        Err(error) => return Err(error),
    };
    for number in 1..=MAX_NUMBER {
        let added = format!(".{ending}{number}");
        let free = path.with_file_name(ending_in(path.file_name().unwrap_or_default(), added.as_ref()));
        match move_to_free(&path, &free) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            moved => return moved.map(|()| free),
        }
    }
    Err(io::Error::new(io::ErrorKind::StorageFull, "the folder is full of files that were moved aside"))
}

/// Renames a file without replacing another one.
fn move_to_free(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Either a folder, or a file system without hard links.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_file_never_replaces_another() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.demo");
        fs::write(folder.path().join("run-2.demo"), "mine").unwrap();
        let written = [1, 2, 3].map(|number| write_numbered(&file, &[number]).unwrap());
        let names = written.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned());
        assert_eq!(names, ["run.demo", "run-3.demo", "run-4.demo"]);
        assert_eq!(fs::read(folder.path().join("run-2.demo")).unwrap(), b"mine");
    }

    #[test]
    fn numbered_files_of_many_threads_all_exist() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("0001.png");
        std::thread::scope(|scope| {
            for number in 0..8_u8 {
                let file = &file;
                scope.spawn(move || (0..4).for_each(|_| drop(write_numbered(file, &[number]).unwrap())));
            }
        });
        let read = |entry: io::Result<fs::DirEntry>| fs::read(entry.unwrap().path()).unwrap();
        let mut written: Vec<Vec<u8>> = fs::read_dir(folder.path()).unwrap().map(read).collect();
        written.sort();
        assert_eq!(written, (0..8).flat_map(|number| vec![vec![number]; 4]).collect::<Vec<_>>());
    }

    #[test]
    fn file_that_is_moved_aside_replaces_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.ron");
        fs::write(folder.path().join("x.ron.broken1"), "older").unwrap();
        fs::write(&file, "broken").unwrap();
        let moved = move_aside(&file, "broken").unwrap();
        assert_eq!(moved, folder.path().join("x.ron.broken2"));
        assert_eq!((fs::read_to_string(moved).unwrap().as_str(), file.exists()), ("broken", false));
        fs::create_dir(&file).unwrap();
        assert!(move_aside(&file, "broken").unwrap().is_dir());
        assert!(move_aside(&file, "broken").is_err(), "the file does not exist any more");
    }

    #[cfg(unix)]
    #[test]
    fn link_stays_when_its_target_is_moved_aside() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("dotfile"), folder.path().join("x.ron"));
        fs::write(&file, "broken").unwrap();
        std::os::unix::fs::symlink("dotfile", &link).unwrap();
        assert_eq!(move_aside(&link, "broken").unwrap(), folder.path().join("dotfile.broken1"));
        assert!(link.is_symlink() && !file.exists());
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(move_aside(&pipe, "broken").is_err() && pipe.exists(), "a pipe is not moved");
    }
}
