//! Atomic writes of several files that belong together.

use crate::native::{
    whole_file::{Staged, stage, write_whole},
    write_target::folder_of,
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Writes files and creates missing folders. All of them are written next to their targets first, so that a full disk
/// leaves none of them behind. Otherwise as [`write_whole`].
///
/// # Errors
/// The file that cannot be written, and the reason. Files and folders that did not exist before do not exist then.
pub fn write_all_whole(files: &[(PathBuf, Vec<u8>)]) -> Result<(), (PathBuf, io::Error)> {
    let mut made = Made::default();
    let staged = files.iter().map(|(path, bytes)| {
        made.missing_folders(path);
        stage(path, bytes).map_err(|error| (path.clone(), error)).map(|staged| (path, bytes, staged))
    });
    let written = staged.collect::<Result<Vec<_>, _>>().and_then(|staged| {
        staged.into_iter().try_for_each(|(path, bytes, staged)| {
            let is_new = fs::symlink_metadata(path).is_err();
            let written = match staged {
                Staged::Aside(staged) => staged.place(),
                Staged::InPlace => write_whole(path, bytes),
            };
            written.map_err(|error| (path.clone(), error))?;
            made.files.extend(is_new.then(|| path.clone()));
            Ok(())
        })
    });
    if written.is_err() {
        made.remove();
    }
    written
}

/// Files and folders that did not exist before.
#[derive(Default)]
struct Made {
    files: Vec<PathBuf>,
    /// Parents are before their folders.
    folders: Vec<PathBuf>,
}

impl Made {
    /// Adds the folders above a file that do not exist yet.
    fn missing_folders(&mut self, file: &Path) {
        let above = folder_of(file).ancestors().take_while(|folder| !folder.as_os_str().is_empty());
        let missing = above.take_while(|folder| fs::symlink_metadata(folder).is_err());
        let mut missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        missing.reverse();
        self.folders.append(&mut missing);
    }

    /// Removes them. Folders with other files stay.
    fn remove(&self) {
        // Nothing more can be done about a file that cannot be removed.
        self.files.iter().for_each(|file| drop(fs::remove_file(file)));
        self.folders.iter().rev().for_each(|folder| drop(fs::remove_dir(folder)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn failure_of_one_file_leaves_none_of_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("old.ron"), "old").unwrap();
        fs::write(path("file"), "").unwrap();
        let files = ["a/b/deck1.ron", "old.ron", "file/deck2.ron"].map(|name| (path(name), b"new".to_vec()));
        let (wrong, _) = write_all_whole(&files).unwrap_err();
        assert_eq!(wrong, path("file/deck2.ron"));
        assert_eq!(names(folder.path()), ["file", "old.ron"]);
        assert_eq!(fs::read(path("old.ron")).unwrap(), b"old");
        write_all_whole(&files[..2]).unwrap();
        assert_eq!(names(&path("a/b")), ["deck1.ron"]);
        assert_eq!(fs::read(path("old.ron")).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["a", "file", "old.ron"]);
    }
}
