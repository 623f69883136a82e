//! File names: validation of names in a store, and numbered names.

use std::{
    io,
    path::{Component, Path, PathBuf},
};

/// Maximum number of files with the same base name.
pub(crate) const MAX_NUMBER: usize = 999;

/// Returns the path of a numbered file: the first has the name itself, the second has `-2` before its extension.
pub fn numbered(file: &Path, number: usize) -> PathBuf {
    if number <= 1 {
        return file.to_owned();
    }
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = file.extension() {
        name.push(".");
        name.push(extension);
    }
    file.with_file_name(name)
}

/// Returns the error if no name is free.
pub(crate) fn all_taken() -> io::Error {
    io::Error::new(io::ErrorKind::StorageFull, "all names are taken: delete some of these files")
}

/// Checks that a name stays within its store.
///
/// # Errors
/// If it is absolute or contains `..`.
pub(crate) fn check(name: &str) -> io::Result<()> {
    if Path::new(name).components().all(|part| matches!(part, Component::Normal(_))) {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not the name of a user file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_of_a_number_has_it_before_the_extension() {
        let named = |file: &str, number| numbered(Path::new(file), number).to_str().unwrap().to_owned();
        assert_eq!(named("a/run.demo", 1), "a/run.demo");
        assert_eq!(named("a/run.demo", 2), "a/run-2.demo");
        assert_eq!(named("a/my.best.demo", 11), "a/my.best-11.demo");
        assert_eq!(named("run", 3), "run-3");
    }

    #[test]
    fn name_cannot_escape_the_store() {
        for name in ["settings.ron", "saves/slot-01.save", "saves/..save", ""] {
            assert!(check(name).is_ok(), "{name}");
        }
        for name in ["/etc/passwd", "saves/../../x", "..", "./x"] {
            assert!(check(name).is_err(), "{name}");
        }
    }
}
