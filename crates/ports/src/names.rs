//! File names: validation of names in a store, and numbered names.

use std::{
    ffi::{OsStr, OsString},
    io,
    path::{Component, Path, PathBuf},
};

/// Maximum number of files with the same base name.
pub(crate) const MAX_NUMBER: usize = 999;
/// Maximum length of a file name in bytes on common file systems.
const MAX_NAME_BYTES: usize = 255;

/// Returns the path of a numbered file: the first has the name itself, the second has `-2` before its extension.
pub fn numbered(file: &Path, number: usize) -> PathBuf {
    if number <= 1 {
        return file.to_owned();
    }
    let mut ending = OsString::from(format!("-{number}"));
    if let Some(extension) = file.extension() {
        ending.push(".");
        ending.push(extension);
    }
    file.with_file_name(ending_in(file.file_stem().unwrap_or_default(), &ending))
}

/// Appends an ending to a file name, which is shortened if the whole would be longer than file systems allow.
pub(crate) fn ending_in(name: &OsStr, ending: &OsStr) -> OsString {
    let room = MAX_NAME_BYTES.saturating_sub(ending.len());
    let mut whole = match name.to_str() {
        Some(text) if text.len() > room => OsString::from(&text[..text.floor_char_boundary(room)]),
        _ => name.to_owned(),
    };
    whole.push(ending);
    whole
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
    fn long_name_is_shortened_so_that_the_number_fits() {
        for (letter, length) in [("a", 250), ("ü", 125)] {
            let long = format!("a/{}.demo", letter.repeat(length));
            let name = numbered(Path::new(&long), 999).file_name().unwrap().to_str().unwrap().to_owned();
            assert!(name.len() <= 255 && name.len() >= 253 && name.ends_with("-999.demo"), "{name}");
        }
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
