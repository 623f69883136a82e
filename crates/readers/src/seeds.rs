//! Inputs from which the fuzzers start: files of the game, so that none has to be kept twice.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Maximum size of an input, in bytes. Fuzzers change small inputs faster.
const MAX_BYTES: usize = 20_000;

/// Returns a path from the folder of the repository.
pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Returns the contents of files, and of all files in folders, by their paths from the folder of the repository. Large
/// files are left out.
///
/// # Panics
/// If a file cannot be read.
pub(crate) fn files(names: &[&str]) -> Vec<Vec<u8>> {
    let all = names.iter().flat_map(|name| match path(name) {
        folder if folder.is_dir() => entries(&folder),
        file => vec![file],
    });
    let read = all.map(|file| fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())));
    read.filter(|bytes| bytes.len() <= MAX_BYTES).collect()
}

/// Returns the files in a folder in alphabetical order; none if there is no folder.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    files
}
