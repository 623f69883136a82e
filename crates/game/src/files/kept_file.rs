//! A small user file that is read when the game starts and written later. Several running games may share it.
//!
//! Invariant: an unreadable file is not treated as an empty one. It is reported in one line and never overwritten. A
//! damaged file is renamed before a new one takes its place. A file that cannot be opened is left alone.

use ports::Store;
use serde::de::DeserializeOwned;
use std::{io, path::PathBuf};

/// Suffix of the name of a damaged file that was renamed, before its number.
const ASIDE: &str = "broken";

/// Small user file in the store.
#[derive(Clone, Debug)]
pub(crate) struct KeptFile {
    store: Store,
    /// Name in the store.
    name: String,
    /// Maximum size in bytes for reading and writing.
    max_bytes: usize,
}

/// Reason why a file cannot be read, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// The content is invalid, too large or of an unknown version.
    Damaged(String),
    /// The system does not give access to it.
    Closed(String),
}

impl Unreadable {
    /// Returns the reason.
    pub(crate) fn what(&self) -> &str {
        match self {
            Unreadable::Damaged(what) | Unreadable::Closed(what) => what,
        }
    }
}

impl KeptFile {
    /// Creates the file with this name and size limit in bytes. Returns `None` if the player has no folder for it.
    pub(crate) fn new(store: &Store, name: &str, max_bytes: usize) -> Option<KeptFile> {
        let file = KeptFile { store: store.clone(), name: name.to_owned(), max_bytes };
        store.has_place(name).then_some(file)
    }

    /// Returns the path, for display.
    pub(crate) fn path(&self) -> PathBuf {
        self.store.shown(&self.name)
    }

    /// Returns the parsed content of the file and its text. Returns `None` if there is no file, or a device in its
    /// place.
    ///
    /// # Errors
    /// If there is a file that cannot be read.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<Option<(T, String)>, Unreadable> {
        let name = self.path().display().to_string();
        let closed = |error: io::Error| Unreadable::Closed(in_one_line(&format!("{name} cannot be read: {error}")));
        if self.store.is_device(&self.name) {
            return Ok(None);
        }
        let bytes = match self.store.read(&self.name, self.max_bytes) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                return Err(Unreadable::Damaged(format!("{name} cannot be read: {error}")));
            }
            Err(error) => return Err(closed(error)),
        };
        let value = level::read_ron(&name, &bytes, self.max_bytes)
            .map_err(|error| Unreadable::Damaged(in_one_line(&error.to_string())))?;
        Ok(Some((value, String::from_utf8_lossy(&bytes).into_owned())))
    }

    /// Rewrites the file. The new text is computed from the current content, because another game may have written the
    /// file since it was read. The folder is locked until the file is written.
    ///
    /// # Errors
    /// Returns a message if the file cannot be opened or written, or would be too large. The file is then unchanged.
    pub(crate) fn update<T: DeserializeOwned>(
        &self,
        write: impl FnOnce(Option<(T, String)>) -> Result<String, String>,
    ) -> Result<(), String> {
        let path = self.path();
        let name = path.display();
        let _lock = self.store.lock_beside(&self.name);
        let now = match self.read() {
            Ok(now) => now,
            Err(Unreadable::Damaged(_)) => {
                let moved = self.store.move_aside(&self.name, ASIDE);
                moved.map_err(|error| format!("{name} cannot be renamed: {error}"))?;
                None
            }
            Err(Unreadable::Closed(what)) => return Err(format!("{what}; the file is not overwritten")),
        };
        let text = write(now)?;
        if text.len() > self.max_bytes {
            return Err(format!("{name} cannot be written: it would have more than {} bytes", self.max_bytes));
        }
        let written = self.store.write(&self.name, text.as_bytes());
        written.map_err(|error| format!("{name} cannot be written: {error}"))
    }
}

/// Returns the warning about a list that could not be read when the game started.
pub(crate) fn complaint(why: &Unreadable) -> String {
    match why {
        Unreadable::Damaged(what) => format!("{what}; the file is renamed when a new one is written"),
        Unreadable::Closed(what) => {
            format!("{what}; the file is not overwritten, and new entries last for this game only")
        }
    }
}

fn in_one_line(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ports::{Access, Clock};
    use std::{fs, path::Path};

    /// Creates a list in a folder on disk.
    fn list_in(folder: &Path, max_bytes: usize) -> KeptFile {
        KeptFile::new(&Store::in_folder(folder), "list.ron", max_bytes).unwrap()
    }

    /// Adds a word to a file that contains a list of words.
    fn add(file: &KeptFile, word: &str) -> Result<(), String> {
        file.update::<Vec<String>>(|now| {
            let mut words = now.unwrap_or_default().0;
            words.push(word.to_owned());
            ron::to_string(&words).map_err(|error| error.to_string())
        })
    }

    fn words(file: &KeptFile) -> Vec<String> {
        file.read().unwrap().unwrap_or_default().0
    }

    #[test]
    fn two_games_can_share_a_list() {
        let folder = tempfile::tempdir().unwrap();
        let file = list_in(&folder.path().join("deep"), 1000);
        std::thread::scope(|scope| {
            for game in 0..4 {
                let file = file.clone();
                scope.spawn(move || (0..3).for_each(|word| add(&file, &format!("{game}.{word}")).unwrap()));
            }
        });
        let mut words = words(&file);
        words.sort();
        assert_eq!(words.len(), 12, "{words:?}");
        words.dedup();
        assert_eq!(words.len(), 12);
    }

    #[test]
    fn full_disk_leaves_a_list_unchanged() {
        let (store, files) = Store::in_memory(Clock::default());
        let file = KeptFile::new(&store, "list.ron", 100).unwrap();
        add(&file, "old").unwrap();
        files.refuse(Access::Write, "", io::ErrorKind::StorageFull);
        assert!(add(&file, "new").unwrap_err().starts_with("list.ron cannot be written: "));
        assert_eq!(words(&file), ["old"]);
        store.write("list.ron", b"damaged").unwrap_err();
        files.allow_all();
        store.write("list.ron", b"damaged").unwrap();
        files.refuse(Access::Write, "", io::ErrorKind::StorageFull);
        assert!(add(&file, "new").unwrap_err().starts_with("list.ron cannot be renamed: "));
        assert_eq!(store.read("list.ron", 100).unwrap(), b"damaged", "the file must not be lost");
    }

    #[test]
    fn damaged_file_is_moved_aside_and_never_lost() {
        let folder = tempfile::tempdir().unwrap();
        let file = list_in(folder.path(), 100);
        let long = format!("[\"{}\"]", "x".repeat(200));
        let damaged: [&[u8]; 5] = [b"[\"a\"; \"b\"]", b"(version: 2, list: [])", b"", b"[\"\xff\"]", long.as_bytes()];
        for (number, bytes) in (1..).zip(damaged) {
            fs::write(file.path(), bytes).unwrap();
            let why = file.read::<Vec<String>>().unwrap_err();
            assert!(matches!(&why, Unreadable::Damaged(what) if what.contains("list.ron") && !what.contains('\n')));
            assert_eq!(fs::read(file.path()).unwrap(), bytes, "reading must not change the file");
            add(&file, "new").unwrap();
            assert_eq!(fs::read(folder.path().join(format!("list.ron.broken{number}"))).unwrap(), bytes);
            assert_eq!(words(&file), ["new"]);
        }
    }

    #[test]
    fn file_that_cannot_be_opened_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = list_in(folder.path(), 100);
        fs::create_dir(file.path()).unwrap();
        let why = file.read::<Vec<String>>().unwrap_err();
        assert!(matches!(&why, Unreadable::Closed(_)) && complaint(&why).contains("this game only"));
        assert!(
            add(&file, "new").unwrap_err().ends_with("cannot be read: it is not a file; the file is not overwritten")
        );
        assert!(file.path().is_dir());
        fs::remove_dir(file.path()).unwrap();
        add(&file, "new").unwrap();
        assert!(add(&file, &"x".repeat(100)).unwrap_err().contains("more than 100 bytes"));
        assert_eq!(words(&file), ["new"]);
    }

    #[cfg(unix)]
    #[test]
    fn unreadable_file_is_left_alone_and_a_pipe_does_not_block() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = list_in(folder.path(), 100);
        add(&file, "old").unwrap();
        fs::set_permissions(file.path(), fs::Permissions::from_mode(0o000)).unwrap();
        // The superuser can read it anyway.
        if fs::read(file.path()).is_err() {
            assert!(add(&file, "new").is_err());
        }
        fs::set_permissions(file.path(), fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(words(&file), ["old"]);
        fs::remove_file(file.path()).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(file.path()).status().unwrap().success());
        assert!(file.read::<Vec<String>>().is_err() && add(&file, "new").is_err());
    }
}
