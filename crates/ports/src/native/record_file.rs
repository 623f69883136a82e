//! Demo file given on the command line.

use crate::{
    names::numbered,
    native::free_name::write_numbered,
    native::same_file::is_same_file,
    native::whole_file::{check_folder, check_writable, write_whole},
    native::write_target::{Target, folder_of},
};
use std::{
    io,
    path::{Path, PathBuf},
};

/// File for the recording of a game. Each further run is recorded to a file with a number.
///
/// Invariant: a recording never replaces a file. It gets the first free number. If it cannot be written there, it is
/// written elsewhere, and the error message contains the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFile {
    file: PathBuf,
    elsewhere: Option<PathBuf>,
}

impl RecordFile {
    /// Creates the recording file with this name. If it cannot be written, the demo is written to the folder
    /// `elsewhere`, or otherwise to the system's temporary folder.
    pub fn new(file: PathBuf, elsewhere: Option<PathBuf>) -> RecordFile {
        RecordFile { file, elsewhere }
    }

    /// Checks before a game starts whether its demo could be written at the end.
    ///
    /// # Errors
    /// If it could not be written.
    pub fn check(&self) -> Result<(), String> {
        let checked = check_writable(&self.file).and_then(|()| match Target::of(&self.file)? {
            // The demo gets a number, so it is a new file.
            Target::File(..) => check_folder(folder_of(&self.file)),
            Target::New(_) | Target::Stream(_) => Ok(()),
        });
        checked.map_err(|error| format!("{}: cannot be written: {error}", self.file.display()))
    }

    /// Checks that the recording is not one of the level, save or rules files that the game uses, which would be a
    /// typing error.
    ///
    /// # Errors
    /// Returns a message if it is one of these files, which the game reads or writes.
    pub fn check_apart_from<'a>(&self, others: impl IntoIterator<Item = &'a Path>) -> Result<(), String> {
        let same = others.into_iter().find(|other| is_same_file(&self.file, other));
        let shown = |other: &Path| {
            let (file, other) = (self.file.display(), other.display());
            format!("{file}: cannot be written: it is the same file as {other}, which this game uses; use another name")
        };
        same.map_or(Ok(()), |other| Err(shown(other)))
    }

    /// Returns a note for the player if the file already exists: the name that the demo will have.
    pub fn note(&self) -> Option<String> {
        let Ok(Target::File(..)) = Target::of(&self.file) else { return None };
        let free = (2..).map(|number| numbered(&self.file, number)).find(|file| file.symlink_metadata().is_err())?;
        Some(format!("{} already exists: the game is recorded to {}", self.file.display(), free.display()))
    }

    /// Writes the bytes of a demo, and returns the path.
    ///
    /// # Errors
    /// If the demo could not be written to this file. The message contains the path of the demo.
    pub fn write(&self, bytes: &[u8]) -> Result<PathBuf, String> {
        let error = match write_named(&self.file, bytes) {
            Ok(path) => return Ok(path),
            Err(error) => error,
        };
        let what = format!("{} cannot be written: {error}", self.file.display());
        let name = Path::new(self.file.file_name().unwrap_or("run.demo".as_ref()));
        let folders = self.elsewhere.iter().cloned().chain([std::env::temp_dir()]);
        let saved = folders.map(|folder| write_numbered(&folder.join(name), bytes)).find_map(Result::ok);
        Err(match saved {
            Some(path) => format!("{what}; the demo is in {}", path.display()),
            None => format!("{what}, nor can it be written anywhere else"),
        })
    }
}

/// Writes the file of this name, or one with a number if it exists. Writes through a pipe or a device.
fn write_named(file: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    match Target::of(file)? {
        Target::Stream(_) => write_whole(file, bytes).map(|()| file.to_owned()),
        // A link whose target does not exist yet.
        Target::New(_) if file.is_symlink() => write_whole(file, bytes).map(|()| file.to_owned()),
        Target::New(_) | Target::File(..) => write_numbered(file, bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tempfile::tempdir;

    #[test]
    fn recording_never_replaces_an_unrelated_file() {
        let folder = tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        fs::write(file("t-2.demo"), "mine").unwrap();
        let record = RecordFile::new(file("t.demo"), None);
        assert_eq!((record.check(), record.note()), (Ok(()), None));
        assert_eq!(record.write(b"1"), Ok(file("t.demo")));
        assert_eq!(record.write(b"2"), Ok(file("t-3.demo")));
        let again = RecordFile::new(file("t.demo"), None);
        assert!(again.note().is_some_and(|note| note.ends_with("t-4.demo")), "{:?}", again.note());
        assert_eq!(again.write(b"3"), Ok(file("t-4.demo")));
        assert_eq!(["t.demo", "t-2.demo"].map(|name| fs::read(file(name)).unwrap()), [b"1".to_vec(), b"mine".to_vec()]);
    }

    #[test]
    fn impossible_path_is_known_before_the_game() {
        let folder = tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        for impossible in [folder.path().join("file/x.demo"), folder.path().to_owned(), "/proc/x/y.demo".into()] {
            let told = RecordFile::new(impossible.clone(), None).check().unwrap_err();
            assert!(told.starts_with(&format!("{}: cannot be written: ", impossible.display())), "{told}");
            assert!(!told.contains('\n'), "{told}");
        }
        assert_eq!(RecordFile::new(folder.path().join("new/x.demo"), None).check(), Ok(()));
        assert!(!folder.path().join("new").exists(), "checking must not create anything");
    }

    #[test]
    fn recording_is_not_a_file_that_the_game_reads() {
        let folder = tempdir().unwrap();
        let (level, other) = (folder.path().join("deck.ron"), folder.path().join("other.ron"));
        fs::write(&level, "level").unwrap();
        fs::write(&other, "other").unwrap();
        let record = RecordFile::new(folder.path().join("./deck.ron"), None);
        assert_eq!(record.check_apart_from([other.as_path()]), Ok(()));
        let told = record.check_apart_from([other.as_path(), level.as_path()]).unwrap_err();
        assert!(told.contains(&format!("the same file as {}", level.display())), "{told}");
    }

    #[test]
    fn demo_that_cannot_be_written_is_written_elsewhere() {
        let folder = tempdir().unwrap();
        let (file, demos) = (folder.path().join("file"), folder.path().join("demos"));
        fs::write(&file, "").unwrap();
        let record = RecordFile::new(file.join("x.demo"), Some(demos.clone()));
        let told = record.write(b"demo").unwrap_err();
        assert!(told.ends_with(&format!("the demo is in {}", demos.join("x.demo").display())), "{told}");
        assert_eq!(fs::read(demos.join("x.demo")).unwrap(), b"demo");
        let told = RecordFile::new(file.join("x.demo"), Some(file.clone())).write(b"demo").unwrap_err();
        let written = told.rsplit(" is in ").next().map(PathBuf::from).unwrap();
        assert!(written.starts_with(std::env::temp_dir()), "{told}");
        fs::remove_file(written).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn recording_follows_a_link_to_a_missing_file() {
        let folder = tempdir().unwrap();
        let link = folder.path().join("link.demo");
        std::os::unix::fs::symlink("real.demo", &link).unwrap();
        let record = RecordFile::new(link.clone(), None);
        assert_eq!(record.write(b"1"), Ok(link.clone()));
        assert_eq!(record.write(b"2"), Ok(folder.path().join("link-2.demo")));
        assert_eq!(fs::read(folder.path().join("real.demo")).unwrap(), b"1");
    }
}
