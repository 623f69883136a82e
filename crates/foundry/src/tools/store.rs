//! Writes generated files to a folder, and compares them with it.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// A generated file: its path inside the folder, with `/` as separator, and its contents.
pub(crate) struct Made {
    /// Path inside the folder.
    pub(crate) path: String,
    /// The contents.
    pub(crate) bytes: Vec<u8>,
}

/// An error reading or writing a file or folder.
#[derive(Debug, Error)]
#[error("cannot {deed} {}: {source}", path.display())]
pub(crate) struct FileError {
    deed: &'static str,
    path: PathBuf,
    source: io::Error,
}

/// A difference between a folder and the generated files.
pub(crate) enum Difference {
    /// The contents differ.
    Differs(PathBuf),
    /// The file is missing.
    Missing(PathBuf),
    /// The file exists but is not generated.
    Superfluous(PathBuf),
}

/// Writes every file to `folder`, creating subfolders as necessary.
pub(crate) fn write(folder: &Path, made: &[Made]) -> Result<(), FileError> {
    for file in made {
        let path = folder.join(&file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|source| failed("make the folder", parent, source))?;
        }
        fs::write(&path, &file.bytes).map_err(|source| failed("write", &path, source))?;
    }
    Ok(())
}

/// Returns the first difference between `folder` and the generated files, if there is one.
pub(crate) fn compare(folder: &Path, made: &[Made]) -> Result<Option<Difference>, FileError> {
    for file in made {
        let path = folder.join(&file.path);
        match fs::read(&path) {
            Ok(bytes) if bytes == file.bytes => {}
            Ok(_) => return Ok(Some(Difference::Differs(path))),
            Err(source) if source.kind() == io::ErrorKind::NotFound => return Ok(Some(Difference::Missing(path))),
            Err(source) => return Err(failed("read", &path, source)),
        }
    }
    let expected: BTreeSet<PathBuf> = made.iter().map(|file| folder.join(&file.path)).collect();
    // Search only folders with generated files; other contents of `folder` are ignored.
    let homes: BTreeSet<&Path> = expected.iter().filter_map(|path| path.parent()).collect();
    for home in homes {
        if let Some(stranger) = list(home)?.into_iter().find(|path| !expected.contains(path)) {
            return Ok(Some(Difference::Superfluous(stranger)));
        }
    }
    Ok(None)
}

/// Returns the entries of a folder in order.
fn list(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let entries = fs::read_dir(folder).map_err(|source| failed("list", folder, source))?;
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths.map_err(|source| failed("list", folder, source))?;
    paths.sort();
    Ok(paths)
}

fn failed(deed: &'static str, path: &Path, source: io::Error) -> FileError {
    FileError { deed, path: path.to_owned(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Vec<Made> {
        vec![Made { path: "a/one".to_owned(), bytes: vec![1] }, Made { path: "b/two".to_owned(), bytes: vec![2] }]
    }

    /// Returns a folder for this test inside the system's temporary folder.
    fn scratch(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("foundry-{}-{name}", std::process::id()))
    }

    #[test]
    fn written_files_are_found_unchanged() {
        let folder = scratch("unchanged");
        write(&folder, &some()).unwrap();
        fs::write(folder.join("other"), "belongs to others").unwrap();
        assert!(compare(&folder, &some()).unwrap().is_none());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn each_difference_is_reported() {
        let folder = scratch("different");
        write(&folder, &some()).unwrap();
        fs::write(folder.join("b/three"), "").unwrap();
        let stranger = compare(&folder, &some()).unwrap();
        assert!(matches!(stranger, Some(Difference::Superfluous(path)) if path.ends_with("b/three")));
        fs::write(folder.join("b/two"), "").unwrap();
        let differing = compare(&folder, &some()).unwrap();
        assert!(matches!(differing, Some(Difference::Differs(path)) if path.ends_with("b/two")));
        fs::remove_file(folder.join("a/one")).unwrap();
        let missing = compare(&folder, &some()).unwrap();
        assert!(matches!(missing, Some(Difference::Missing(path)) if path.ends_with("a/one")));
        fs::remove_dir_all(folder).unwrap();
    }
}
